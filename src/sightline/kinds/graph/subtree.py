"""What is below each entry of a graph's tree, counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph, Part

# As many as there are colors that are told apart.
N_COLOR_CLASSES = 11


def n_parameters(graph: Graph) -> NDArray[np.float64]:
    """By entry, how many parameters are below it."""
    return graph.n_parameters.astype(np.float64)


def parameter_bytes(graph: Graph) -> NDArray[np.float64]:
    """By entry, how much memory the parameters and constants below it take."""
    return graph.n_bytes.astype(np.float64)


def n_alike(graph: Graph) -> NDArray[np.int64]:
    """By structure, how many scopes have it; operations alone are not counted."""
    return graph.once("alike", lambda _: _n_alike(graph))


def _n_alike(graph: Graph) -> NDArray[np.int64]:
    structures = graph.structure[graph.part == Part.SCOPE]
    return np.bincount(structures, minlength=int(graph.structure.max(initial=0)) + 1)


def color_classes(graph: Graph) -> NDArray[np.int8]:
    """By structure, its rank among those that repeat, by the operations they hold together; -1 beyond."""
    return graph.once("color classes", lambda _: _color_classes(graph))


def _color_classes(graph: Graph) -> NDArray[np.int8]:
    alike = n_alike(graph)
    scopes = np.flatnonzero(graph.part == Part.SCOPE)
    weight = np.zeros(len(alike))
    weight[graph.structure[scopes]] = graph.n_operations[scopes]
    weight *= alike * (alike > 1)
    ranked = np.argsort(-weight, kind="stable")[:N_COLOR_CLASSES]
    classes = np.full(len(alike), -1, np.int8)
    for rank, structure in enumerate(ranked[weight[ranked] > 0].tolist()):
        classes[structure] = rank
    return classes


def members(graph: Graph, series: int) -> list[int]:
    """The scopes that a series stands for: its first and those of a series of the others, or all in it."""
    inside = graph.children(series)
    last = inside[-1]
    is_pair = len(inside) == 2 and graph.part[last] == Part.SERIES
    return [inside[0], *graph.children(last)] if is_pair else list(inside)


def n_members(graph: Graph, series: int) -> int:
    """How many scopes a series stands for."""
    return len(members(graph, series))


def operations_below(graph: Graph, entry: int) -> NDArray[np.intp]:
    """The operations below an entry, or itself."""
    end = entry + int(graph.extent[entry])
    return entry + np.flatnonzero(graph.part[entry:end] == Part.OPERATION)


def counted(graph: Graph, strings: NDArray[np.uint32]) -> list[tuple[str, int]]:
    """Strings of a column and how often each comes, the most frequent first."""
    counts = np.bincount(strings)
    order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
    return [(graph.string(string), int(counts[string])) for string in order]
