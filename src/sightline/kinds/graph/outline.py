"""A graph as an outline: scopes and operations by depth, for terminals and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from sightline.formats.graph import ROOT, Graph, Part
from sightline.kinds.graph.subtree import n_members

_PARTS = {Part.OPERATION: "operation", Part.SCOPE: "scope", Part.FUNCTION: "function", Part.SERIES: "series"}


def summary(graph: Graph, depth: int) -> dict[str, Any]:
    """What a graph holds: counts, what is wrong, and its outline down to a depth."""
    return {
        "n_operations": int(graph.n_operations[ROOT]),
        "n_edges": len(graph.edge_from),
        "n_set_aside": _n_set_aside(graph),
        "n_parameters": int(graph.n_parameters[ROOT]),
        "n_bytes": int(graph.n_bytes[ROOT]),
        "problems": [asdict(problem) for problem in graph.problems],
        "entries": [_entry(graph, child, depth - 1) for child in graph.children(ROOT)],
    }


def lines(graph: Graph, depth: int) -> Iterator[str]:
    """The outline as text: a line for each entry, indented by its depth; set aside ones are left out."""
    yield from _lines(graph, ROOT, depth, "")


def _lines(graph: Graph, entry: int, depth: int, indent: str) -> Iterator[str]:
    if depth == 0:
        return
    for child in graph.children(entry):
        if graph.set_aside[child]:
            continue
        yield f"{indent}{graph.string(graph.label[child])}  {_about(graph, child)}"
        # Of a series the first stands for all.
        inside = child + 1 if graph.part[child] == Part.SERIES else child
        yield from _lines(graph, inside, depth - 1, indent + "  ")


def _about(graph: Graph, entry: int) -> str:
    part = Part(int(graph.part[entry]))
    if part == Part.OPERATION:
        return ", ".join([graph.string(graph.op[entry]), *_parameters(graph, entry)])
    count = int(graph.n_operations[entry])
    facts = [f"{count:,} {'operation' if count == 1 else 'operations'}", *_parameters(graph, entry)]
    if part == Part.SERIES:
        facts.insert(0, f"{n_members(graph, entry)} alike")
    if part == Part.FUNCTION:
        facts.insert(0, "function")
    return ", ".join(facts)


def _parameters(graph: Graph, entry: int) -> list[str]:
    count = int(graph.n_parameters[entry])
    return [f"{count:,} {'parameter' if count == 1 else 'parameters'}"] if count else []


def _sizes(graph: Graph, entry: int) -> dict[str, int]:
    return {"n_parameters": int(graph.n_parameters[entry]), "n_bytes": int(graph.n_bytes[entry])}


def _n_set_aside(graph: Graph) -> int:
    is_operation = graph.part == Part.OPERATION
    return int(((graph.set_aside > 0) & is_operation).sum())


def _entry(graph: Graph, entry: int, depth: int) -> dict[str, Any]:
    part = Part(int(graph.part[entry]))
    found: dict[str, Any] = {"name": graph.string(graph.name[entry]), "part": _PARTS[part]}
    if part == Part.OPERATION:
        found |= {"op": graph.string(graph.op[entry]), "device": graph.string(graph.device[entry])}
        return {**found, **_sizes(graph, entry)}
    found |= {"n_operations": int(graph.n_operations[entry]), "structure": int(graph.structure[entry])}
    found |= _sizes(graph, entry)
    if depth > 0:
        found["entries"] = [_entry(graph, child, depth - 1) for child in graph.children(entry)]
    return found
