"""A node of a graph by its facts, and many of them as the GraphDef message that boards read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sightline.formats import messages

_PRODUCER = 22  # the version that torch's graphs carry; boards treat the nodes alike


@dataclass
class Node:
    """One operation, parameter, input or output. Slashes in its name make scopes; inputs name other nodes.

    shape: of its first output; -1 is a size that is not fixed.
    shapes, types: of all outputs; a type is a name such as "float32".
    """

    name: str
    op: str
    inputs: list[str] = field(default_factory=list)
    shape: Sequence[int] | None = None
    about: str | None = ""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    shapes: Sequence[Sequence[int] | None] = ()
    types: Sequence[str] = ()


@dataclass
class Function:
    """A function of a graph; operations with its name as their op call it.

    outputs: the name of each result, and the node of the function that makes it.
    """

    name: str
    inputs: list[str]
    outputs: list[tuple[str, str]]
    nodes: list[Node]


def graph_def(nodes: Iterable[Node], functions: Iterable[Function] = ()) -> Any:
    """The nodes and functions as a GraphDef."""
    graph = messages.GraphDef()
    graph.versions.producer = _PRODUCER
    for node in nodes:
        _fill(graph.node.add(), node)
    for function in functions:
        _fill_function(graph.library.function.add(), function)
    return graph


def run_metadata() -> Any:
    """The step statistics that go with a graph: one CPU, nothing measured."""
    metadata = messages.RunMetadata()
    metadata.step_stats.dev_stats.add(device="/device:CPU:0")
    return metadata


def _fill_function(proto: Any, function: Function) -> None:
    proto.signature.name = function.name
    for name in function.inputs:
        proto.signature.input_arg.add(name=name)
    for name, made_by in function.outputs:
        proto.signature.output_arg.add(name=name)
        proto.ret[name] = made_by
    for node in function.nodes:
        _fill(proto.node_def.add(), node)


def _fill(proto: Any, node: Node) -> None:
    proto.name, proto.op = node.name, node.op
    proto.input.extend(node.inputs)
    if node.about is not None:
        proto.attr["attr"].s = node.about.encode()
    shapes = node.shapes or ([] if node.shape is None else [node.shape])
    for sizes in shapes:
        shape = proto.attr["_output_shapes"].list.shape.add()
        if sizes is None:
            shape.unknown_rank = True
        else:
            for size in sizes:
                shape.dim.add(size=size)
    if node.types:
        proto.attr["_output_types"].list.s.extend(each.encode() for each in node.types)
    for key, value in node.attributes.items():
        _set_attribute(proto.attr[key], value)


def _set_attribute(attribute: Any, value: Any) -> None:
    if isinstance(value, bool):
        attribute.b = value
    elif isinstance(value, int) and -(2**63) <= value < 2**63:
        attribute.i = value
    elif isinstance(value, float):
        attribute.f = value
    elif isinstance(value, (list, tuple)):
        _set_list(attribute.list, value)
    else:
        attribute.s = str(value).encode()


def _set_list(target: Any, values: Sequence[Any]) -> None:
    if all(isinstance(value, int) and -(2**63) <= value < 2**63 for value in values):
        target.i.extend(values)
    elif all(isinstance(value, float) for value in values):
        target.f.extend(values)
    else:
        target.s.extend(str(value).encode() for value in values)
