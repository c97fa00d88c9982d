"""A node of a drawn graph, and many of them as the GraphDef message that boards read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sightline.formats import messages

_PRODUCER = 22  # the version that torch's graphs carry; boards treat the nodes alike


@dataclass
class Node:
    """One operation, parameter, input or output. Slashes in its name make scopes; inputs name other nodes."""

    name: str
    op: str
    inputs: list[str] = field(default_factory=list)
    shape: Sequence[int] | None = None
    about: str | None = ""
    attributes: Mapping[str, Any] = field(default_factory=dict)


def graph_def(nodes: Iterable[Node]) -> Any:
    """The nodes as a GraphDef."""
    graph = messages.GraphDef()
    graph.versions.producer = _PRODUCER
    for node in nodes:
        _fill(graph.node.add(), node)
    return graph


def run_metadata() -> Any:
    """The step statistics that go with a graph: one CPU, nothing measured."""
    metadata = messages.RunMetadata()
    metadata.step_stats.dev_stats.add(device="/device:CPU:0")
    return metadata


def _fill(proto: Any, node: Node) -> None:
    proto.name, proto.op = node.name, node.op
    proto.input.extend(node.inputs)
    if node.about is not None:
        proto.attr["attr"].s = node.about.encode()
    if node.shape is not None:
        shape = proto.attr["_output_shapes"].list.shape.add()
        for size in node.shape:
            shape.dim.add(size=size)
    for key, value in node.attributes.items():
        _set_attribute(proto.attr[key], value)


def _set_attribute(attribute: Any, value: Any) -> None:
    if isinstance(value, bool):
        attribute.b = value
    elif isinstance(value, int):
        attribute.i = value
    elif isinstance(value, float):
        attribute.f = value
    else:
        attribute.s = str(value).encode()
