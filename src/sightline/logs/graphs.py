"""Graphs in Python: each a run and a name; it is read when something of it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.formats.graph import Graph, Part
from sightline.kinds.graph.compare import Status, compare_graphs
from sightline.kinds.graph.opened import OpenedGraphs
from sightline.kinds.graph.outline import summary
from sightline.kinds.graph.sources import list_graphs
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame


@dataclass(frozen=True)
class LoggedGraph:
    """One graph of a run. LookupError says why it cannot be read.

    name: the tag, or the path of a model's file below the run; step: of the event, None for files.
    """

    run: str
    name: str
    format: str
    step: int | None
    wall_time: float
    n_bytes: int
    _run_id: int = field(repr=False)
    _view: StoreView = field(repr=False, compare=False)
    _opened: OpenedGraphs = field(repr=False, compare=False)

    @property
    def graph(self) -> Graph:
        """The graph as columns, as the engine has it."""
        return self._opened.open(self._view, self._run_id, self.name)

    def outline(self, depth: int = 3) -> dict[str, Any]:
        """Counts, what is wrong, and scopes and operations down to a depth, as `sightline graph --json`."""
        return summary(self.graph, depth)

    def nodes(self) -> Frame:
        """A row for each operation: name, op, device, parameters, bytes and structure."""
        graph = self.graph
        rows = np.flatnonzero(graph.part == Part.OPERATION)
        return Frame(_operations(graph, rows))

    def edges(self) -> Frame:
        """A row for each edge: its ends, the output, and shape, type and bytes of the tensor."""
        graph = self.graph
        columns: dict[str, Column] = {
            "from": _text(graph, graph.name[graph.edge_from]),
            "to": _text(graph, graph.name[graph.edge_to]),
            "output": graph.edge_output,
            "is_control": graph.edge_is_control.astype(np.bool_),
            "shape": _text(graph, graph.edge_shape),
            "type": _text(graph, graph.edge_type),
            "n_bytes": graph.edge_n_bytes,
        }
        return Frame(columns)

    def compare(self, other: LoggedGraph) -> Frame:
        """A row for each operation that differs from this graph (A) to another (B), with its status."""
        found = compare_graphs(self.graph, other.graph)
        is_listed = (found.graph.part == Part.OPERATION) & (found.status != Status.SAME)
        rows = np.flatnonzero(is_listed)
        status = [Status(int(each)).name.lower() for each in found.status[rows]]
        return Frame({"status": Dictionary.of(status), **_operations(found.graph, rows)})


def list_logged_graphs(view: StoreView, runs: Sequence[RunView]) -> list[LoggedGraph]:
    """The graphs of some runs, run by run, in the order in which they are shown."""
    opened = OpenedGraphs()
    return [
        LoggedGraph(
            run.name,
            source.name,
            source.format,
            source.step,
            source.wall_time,
            source.n_bytes,
            run.id,
            view,
            opened,
        )
        for run in runs
        for source in list_graphs(run)
    ]


def _operations(graph: Graph, rows: NDArray[np.intp]) -> dict[str, Column]:
    return {
        "name": _text(graph, graph.name[rows]),
        "op": _text(graph, graph.op[rows]),
        "device": _text(graph, graph.device[rows]),
        "n_parameters": graph.n_parameters[rows],
        "n_bytes": graph.n_bytes[rows],
        "structure": graph.structure[rows],
    }


def _text(graph: Graph, strings: NDArray[np.uint32]) -> Column:
    """A column of strings, each distinct one read once."""
    known, codes = np.unique(strings, return_inverse=True)
    values = [graph.string(string) for string in known.tolist()]
    return Dictionary(codes.astype(np.int32), values)
