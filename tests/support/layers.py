"""The rules on a graph of imports: down only, nothing between siblings, no cycles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from graphlib import CycleError, TopologicalSorter

from support.imports import Graph


def upward(graph: Graph, layer_of: Callable[[str], str], allowed: Mapping[str, set[str]]) -> list[str]:
    """Imports of a layer that the importer's may not use. A layer that has no place is a complaint, too."""
    complaints = []
    for name, targets in graph.items():
        layer = layer_of(name)
        if layer not in allowed:
            complaints.append(f"{name}: the layer {layer!r} has no place in the order")
            continue
        for target in sorted(targets):
            if layer_of(target) not in allowed[layer] | {layer}:
                complaints.append(f"{name} may not import {target}")
    return complaints


def between_siblings(graph: Graph, parent: str) -> list[str]:
    """Imports from one folder below `parent` into another: what two of them need belongs to neither."""

    def sibling(name: str) -> str | None:
        folder, *rest = name.removeprefix(f"{parent}/").split("/")
        return folder if name.startswith(f"{parent}/") and rest else None

    pairs = ((name, target) for name, targets in graph.items() for target in sorted(targets))
    return [
        f"{name} may not import its sibling's {target}"
        for name, target in pairs
        if sibling(name) and sibling(target) and sibling(name) != sibling(target)
    ]


def cycles(graph: Graph) -> list[str]:
    """The first cycle of the graph, if it has one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [" imports ".join(reversed(error.args[1]))]
    return []
