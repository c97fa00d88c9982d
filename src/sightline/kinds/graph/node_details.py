"""All about one entry of a graph: what it is, what goes in and comes out, what is below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import ROOT, Change, Graph, Part
from sightline.kinds.graph.compare import Status
from sightline.kinds.graph.devices import devices
from sightline.kinds.graph.operation_text import attribute_text, attributes, node_def, tensor_text
from sightline.kinds.graph.shown_graph import ShownGraph
from sightline.kinds.graph.subtree import (
    counted,
    n_members,
    n_parameters,
    operations_below,
    parameter_bytes,
)

_MAX_LINKS = 100
_MAX_OPS = 12
_MAX_TEXT_CHARS = 200
_PARTS = {Part.OPERATION: "operation", Part.SCOPE: "scope", Part.FUNCTION: "function", Part.SERIES: "series"}
# torch's names of scopes: Linear[fc1].
_MODULE = re.compile(r"^[^\[\]]+\[([^\[\]]+)\]$")


def node_details(shown: ShownGraph, entry: int) -> dict[str, Any]:
    """What the panel of a node shows. LookupError where there is no such entry."""
    graph = shown.graph
    _check(graph, entry)
    part = Part(int(graph.part[entry]))
    found: dict[str, Any] = {
        **_link(graph, entry),
        "label": graph.string(graph.label[entry]),
        "module": _module_path(graph, entry),
        "path": [_link(graph, each) for each in reversed(list(_above(graph, entry)))],
        "n_operations": int(graph.n_operations[entry]),
        "n_members": n_members(graph, entry) if part == Part.SERIES else 1,
        "n_parameters": float(n_parameters(graph)[entry]),
        "parameter_bytes": float(parameter_bytes(graph)[entry]),
        "devices": devices(graph, shown.statistics).below(entry),
        **_measured(shown, entry),
        **_change(shown, entry),
        **_alike(graph, entry),
        **_neighbors(graph, entry),
    }
    if part == Part.OPERATION:
        node = node_def(graph, entry)
        return {
            **found,
            "outputs": _outputs(node),
            "attributes": [_attribute(*each) for each in attributes(node)],
        }
    return {**found, "ops": _ops(graph, entry), "children": _children(graph, entry)}


def _measured(shown: ShownGraph, entry: int) -> dict[str, Any]:
    profiled = {} if shown.profiled is None else {"profiled_ns": float(shown.profiled.time_ns[entry])}
    if shown.statistics is None:
        return profiled
    return {
        **profiled,
        "time_ns": float(shown.statistics.time_ns[entry]),
        "memory_bytes": float(shown.statistics.memory_bytes[entry]),
    }


def _change(shown: ShownGraph, entry: int) -> dict[str, Any]:
    """What became of it since the base, and in what it changed."""
    comparison = shown.comparison
    if comparison is None:
        return {}
    changes = Change(int(comparison.changes[entry]))
    return {
        "change": Status(int(comparison.status[entry])).name.lower(),
        "changed": [each.name.lower() for each in Change if each in changes and each.name],
    }


def whole_attribute(graph: Graph, entry: int, attribute: str) -> dict[str, str]:
    """An attribute that the panel cuts, in full."""
    _check(graph, entry)
    node = node_def(graph, entry)
    if attribute not in node.attr:
        raise LookupError(f"{graph.string(graph.name[entry])!r} has no attribute {attribute!r}")
    return {"text": attribute_text(node.attr[attribute])}


def _check(graph: Graph, entry: int) -> None:
    if not ROOT <= entry < len(graph):
        raise LookupError(f"the graph has {len(graph):,} entries, none with the number {entry}")


def _link(graph: Graph, entry: int) -> dict[str, Any]:
    """An entry as others name it."""
    return {
        "entry": entry,
        "name": graph.string(graph.name[entry]),
        "part": _PARTS[Part(int(graph.part[entry]))],
        "op": graph.string(graph.op[entry]),
        "set_aside": int(graph.set_aside[entry]),
    }


def _above(graph: Graph, entry: int) -> Iterator[int]:
    while entry != ROOT:
        entry = int(graph.parent[entry])
        if entry != ROOT:
            yield entry


def _module_path(graph: Graph, entry: int) -> str:
    """The name in training code: "layers.0.fc1" for Net/ModuleList[layers]/Block[0]/Linear[fc1]."""
    scopes = [each for each in [*_above(graph, entry)][::-1] if graph.part[each] != Part.SERIES] + [entry]
    labels = [graph.string(graph.label[each]) for each in scopes]
    matches = [_MODULE.match(label) for label in labels]
    if not any(matches):
        return ""
    parts = [match.group(1) for match in matches if match]
    # What torch's trace adds to the names of parameters: weight/weight.21.
    tail = [label for label, match in zip(labels, matches, strict=True) if not match][1:]
    own = tail[0] if tail and tail[0] in ("weight", "bias") else ""
    if graph.part[entry] == Part.OPERATION and graph.string(graph.op[entry]) == "Parameter":
        own = labels[-1]
    return ".".join([*parts, own] if own else parts)


def _alike(graph: Graph, entry: int) -> dict[str, Any]:
    """Other scopes of the same structure."""
    if graph.part[entry] != Part.SCOPE:
        return {"n_alike": 0, "alike": []}
    same = np.flatnonzero((graph.structure == graph.structure[entry]) & (graph.part == Part.SCOPE))
    others = same[same != entry]
    return {"n_alike": len(others), "alike": [_link(graph, int(each)) for each in others[:_MAX_LINKS]]}


def _neighbors(graph: Graph, entry: int) -> dict[str, Any]:
    begin, end = entry, entry + int(graph.extent[entry])
    is_from = (graph.edge_from >= begin) & (graph.edge_from < end)
    is_to = (graph.edge_to >= begin) & (graph.edge_to < end)
    entering = _once(graph, np.flatnonzero(is_to & ~is_from), graph.edge_from)
    leaving = _once(graph, np.flatnonzero(is_from & ~is_to), graph.edge_to)
    return {
        "n_inputs": len(entering),
        "n_consumers": len(leaving),
        "inputs": [_tensor(graph, edge, graph.edge_from) for edge in entering[:_MAX_LINKS].tolist()],
        "consumers": [_tensor(graph, edge, graph.edge_to) for edge in leaving[:_MAX_LINKS].tolist()],
    }


def _once(graph: Graph, edges: NDArray[np.intp], ends: NDArray[np.uint32]) -> NDArray[np.intp]:
    """One edge for each entry at the far end, output and sort."""
    keys = ends[edges].astype(np.int64) << 17 | graph.edge_output[edges].astype(np.int64) << 1
    _, first = np.unique(keys | (graph.edge_is_control[edges] != 0), return_index=True)
    return edges[np.sort(first)]


def _tensor(graph: Graph, edge: int, ends: NDArray[np.uint32]) -> dict[str, Any]:
    is_control = bool(graph.edge_is_control[edge])
    source, output = int(graph.edge_from[edge]), int(graph.edge_output[edge])
    text = "control" if is_control else tensor_text(node_def(graph, source), output)
    return {**_link(graph, int(ends[edge])), "tensor": text, "is_control": is_control}


def _outputs(node: Any) -> list[str]:
    n_outputs = len(node.attr["_output_shapes"].list.shape) if "_output_shapes" in node.attr else 0
    return [tensor_text(node, output) for output in range(min(n_outputs, _MAX_LINKS))]


def _attribute(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "text": text[:_MAX_TEXT_CHARS], "n_chars": len(text)}


def _ops(graph: Graph, entry: int) -> list[dict[str, Any]]:
    counts = counted(graph, graph.op[operations_below(graph, entry)])
    return [{"op": op, "n": n} for op, n in counts[:_MAX_OPS]]


def _children(graph: Graph, entry: int) -> list[dict[str, Any]]:
    """The largest of what is directly below, by parameters, then by operations."""
    sums = n_parameters(graph)
    inside = [child for child in graph.children(entry) if not graph.set_aside[child]]
    inside.sort(key=lambda child: (-float(sums[child]), -int(graph.n_operations[child])))
    return [
        {
            **_link(graph, child),
            "label": graph.string(graph.label[child]),
            "n_operations": int(graph.n_operations[child]),
            "n_parameters": float(sums[child]),
        }
        for child in inside[:_MAX_OPS]
    ]
