"""One level of a graph: the rows that a view with some groups open draws, with the edges to each."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import ROOT, Graph, Part, SetAside
from sightline.kinds.graph.compared_edges import compared_edges
from sightline.kinds.graph.devices import Devices, devices
from sightline.kinds.graph.graph_params import GraphParams
from sightline.kinds.graph.level_edges import LevelEdges, edge_texts, level_edges
from sightline.kinds.graph.operation_text import node_def, tensor_text
from sightline.kinds.graph.operator_times import OpTimes
from sightline.kinds.graph.shown_graph import ShownGraph
from sightline.kinds.graph.side import Side
from sightline.kinds.graph.side_level import side_columns
from sightline.kinds.graph.subtree import (
    color_classes,
    n_alike,
    n_members,
    n_parameters,
    parameter_bytes,
)
from sightline.kinds.graph.tree_level import HIDDEN, TreeLevel, tree_level
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame

# Texts beyond this many rows are too small to be read; the panel of a node has them.
_MAX_TEXTS = 3000


class GraphLevelParams(GraphParams, frozen=True, kw_only=True):
    """A graph, and the entries that are open; null opens what makes a useful start.

    aside: draw constants, savers and summaries too. control: draw control edges too.
    step: the name of a measured step; rows then have its time, memory and device.
    op_times: op, scopes and nanoseconds of a call, as a profile tells; rows then have their time by them.
    side: of two compared graphs draw only this one: the base, or the run's own; entries stay those of both.
    """

    open: tuple[int, ...] | None = None
    aside: bool = False
    control: bool = False
    step: str = ""
    op_times: OpTimes = ()
    side: Side | None = None


def graph_level(shown: ShownGraph, params: GraphLevelParams) -> Frame:
    """A row for each entry that is drawn; the columns `from…` have the edges that lead to it."""
    graph, side = shown.graph, shown.side
    level = tree_level(graph, params.open, with_set_aside=params.aside)
    edge_graph, edge_level, own = graph, level, {}
    if side is not None:
        level = side.level(level)
        own = side_columns(side, level, with_texts=len(level.entry) <= _MAX_TEXTS)
        edge_graph, edge_level = side.graph, side.edge_level(level)
    edges, edge_words, fates = _drawn_edges(shown, edge_graph, edge_level, params.control)
    texts = Dictionary.of(edge_words)
    placed = devices(graph, shown.statistics)
    columns: dict[str, Column] = {
        "first": level.first,
        "parent": level.parent,
        "is_open": level.is_open.astype(np.uint8),  # a page reads single bits one by one
        **entry_columns(graph, level.entry, level.first, placed),
        **own,
        "n_aside_inputs": _aside_inputs(edge_graph, edge_level),
        **_measured(shown, level),
        **_profiled(shown, level),
        **_changes(shown, level),
        **_edges(level, edges, texts, fates),
    }
    metadata = {
        **_metadata(edge_graph, level),
        **_change_counts(shown),
        "n_devices": placed.n_named,
        "edge_texts": list(texts.values),
    }
    if shown.profiled is not None:
        metadata |= {"n_timed": shown.profiled.n_timed, "n_named": shown.profiled.n_named}
    return Frame(columns, metadata)


def _drawn_edges(
    shown: ShownGraph, graph: Graph, level: TreeLevel, with_control: bool
) -> tuple[LevelEdges, list[str], NDArray[np.uint8] | None]:
    """Edges, what they carry, and what became of them (numbers of Status) where two graphs are one."""
    if shown.both_sides is not None and shown.side is None:
        return compared_edges(*shown.both_sides, level, with_control=with_control)
    edges = level_edges(graph, level, with_control=with_control)
    return edges, edge_texts(graph, edges), None


def _measured(shown: ShownGraph, level: TreeLevel) -> dict[str, Column]:
    """Time and memory of the measured step, with all that is below a row."""
    if shown.statistics is None:
        return {}
    return {
        "time_ns": shown.statistics.time_ns[level.entry].astype(np.float64),
        "memory_bytes": shown.statistics.memory_bytes[level.entry].astype(np.float64),
    }


def _profiled(shown: ShownGraph, level: TreeLevel) -> dict[str, Column]:
    """Time as a profile tells, with all that is below a row."""
    return {} if shown.profiled is None else {"profiled_ns": shown.profiled.time_ns[level.entry]}


def _changes(shown: ShownGraph, level: TreeLevel) -> dict[str, Column]:
    """What became of a row since the base: a number of Status."""
    return {} if shown.comparison is None else {"change": shown.comparison.status[level.entry]}


def _change_counts(shown: ShownGraph) -> dict[str, int]:
    comparison = shown.comparison
    if comparison is None:
        return {}
    return {
        "n_added": int(comparison.n_added[ROOT]),
        "n_removed": int(comparison.n_removed[ROOT]),
        "n_changed": int(comparison.n_changed[ROOT]),
    }


def entry_columns(
    graph: Graph, entry: NDArray[np.uint32], first: NDArray[np.uint32], placed: Devices
) -> dict[str, Column]:
    """What is shown of entries; `first` is where the chain of single children begins that led to each."""
    structure = graph.structure[_members_of_series(graph, entry)]
    return {
        "entry": entry,
        "part": graph.part[entry],
        "set_aside": graph.set_aside[entry],
        "label": np.array([_label(graph, *pair) for pair in zip(first, entry, strict=True)], object),
        "op": _strings(graph, graph.op[entry]),
        "device": Dictionary.of(placed.of(entry)),
        "shape": _shapes(graph, entry),
        "n_operations": graph.n_operations[entry],
        "n_members": _members(graph, entry),
        "structure": structure,
        "n_alike": n_alike(graph)[structure].astype(np.uint32),
        "color_class": color_classes(graph)[structure],
        "n_parameters": n_parameters(graph)[entry],
        "parameter_bytes": parameter_bytes(graph)[entry],
    }


def _label(graph: Graph, first: int, entry: int) -> str:
    """The entry's own label; after those of the single children that it was reached by."""
    labels = [graph.string(graph.label[entry])]
    while entry != first:
        entry = int(graph.parent[entry])
        labels.append(graph.string(graph.label[entry]))
    return "/".join(reversed(labels))


def _strings(graph: Graph, strings: NDArray[np.uint32]) -> Dictionary:
    values, codes = np.unique(strings, return_inverse=True)
    return Dictionary(codes.astype(np.int32), [graph.string(each) for each in values])


def _shapes(graph: Graph, entries: NDArray[np.uint32]) -> Dictionary:
    is_few = len(entries) <= _MAX_TEXTS
    texts = [
        tensor_text(node_def(graph, entry), 0) if is_few and graph.message_size[entry] else ""
        for entry in entries.tolist()
    ]
    return Dictionary.of(texts)


def _members_of_series(graph: Graph, entries: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Entries, with a scope of the series in place of a series: that is what repeats."""
    found: NDArray[np.uint32] = entries.copy()
    while len(series := np.flatnonzero(graph.part[found] == Part.SERIES)):
        found[series] += 1
    return found


def _members(graph: Graph, entries: NDArray[np.uint32]) -> NDArray[np.uint32]:
    is_series = graph.part[entries] == Part.SERIES
    counts = np.ones(len(entries), np.uint32)
    counts[is_series] = [n_members(graph, int(entry)) for entry in entries[is_series]]
    return counts


def _aside_inputs(graph: Graph, level: TreeLevel) -> NDArray[np.uint32]:
    """How many of the inputs of a row are set aside, and so not drawn."""
    to_row = level.row_of[graph.edge_to]
    is_aside = (level.row_of[graph.edge_from] == HIDDEN) & (graph.set_aside[graph.edge_from] > 0)
    rows = to_row[is_aside & (to_row != HIDDEN)]
    return np.bincount(rows, minlength=len(level.entry)).astype(np.uint32)


def _edges(
    level: TreeLevel, edges: LevelEdges, texts: Dictionary, fates: NDArray[np.uint8] | None
) -> dict[str, Column]:
    """Lists by the row that edges lead to; `from_text` are places in the metadata's `edge_texts`."""
    offsets = np.searchsorted(edges.to_row, np.arange(len(level.entry) + 1))
    columns: dict[str, NDArray[Any]] = {
        "from": edges.from_row.astype(np.uint32),
        "from_tensors": edges.n_tensors.astype(np.uint32),
        "from_bytes": edges.n_bytes,
        "from_control": edges.is_control.astype(np.uint8),
        "from_text": texts.codes.astype(np.uint32),
        **({} if fates is None else {"from_change": fates}),
    }
    return {name: Lists(offsets, values) for name, values in columns.items()}


def _metadata(graph: Graph, level: TreeLevel) -> dict[str, Any]:
    return {
        "n_entries": len(graph),
        "n_left_out": level.n_left_out,
        "open": list(level.open),
        **graph_totals(graph),
    }


def graph_totals(graph: Graph) -> dict[str, Any]:
    """What the whole graph comes to."""
    return graph.once("totals", _totals)


def _totals(graph: Graph) -> dict[str, Any]:
    is_operation = graph.part == Part.OPERATION
    aside = np.bincount(graph.set_aside[is_operation], minlength=len(SetAside))
    return {
        "n_operations": int(graph.n_operations[ROOT]),
        "n_edges": len(graph.edge_from),
        "n_control": int(graph.edge_is_control.sum()),
        "n_constants": int(aside[SetAside.CONSTANT]),
        "n_savers": int(aside[SetAside.SAVER]),
        "n_summaries": int(aside[SetAside.SUMMARY]),
        "n_parameters": float(n_parameters(graph)[ROOT]),
        "parameter_bytes": float(parameter_bytes(graph)[ROOT]),
        "n_devices": devices(graph).n_named,
        "problems": [asdict(problem) for problem in graph.problems],
    }
