"""Reads a run's graph from its event or model file, or opens what was saved of it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

from sightline.engine.items import Location
from sightline.engine.run_view import RunView, SideFile
from sightline.engine.side_files import opened_side_file
from sightline.engine.store import StoreView
from sightline.formats.graph import ROOT, Graph, read_graph_def
from sightline.formats.model_file import read_model_file
from sightline.kinds.graph.decode import graph_def_bytes
from sightline.kinds.graph.saved_graphs import Place, SavedGraphs, State
from sightline.kinds.graph.sources import GraphSource


def read_source(view: StoreView, run: RunView, source: GraphSource, saved: SavedGraphs) -> Graph:
    """The graph; LookupError says why it cannot be read."""
    try:
        if isinstance(source.origin, Location):
            graph = _read_event(view, source, source.origin, saved)
        else:
            graph = _read_file(run, source, source.origin, saved)
    except (OSError, ValueError, MemoryError) as error:
        raise LookupError(f"the graph {source.name!r} cannot be read: {error}") from error
    check_operations(source.name, graph)
    return graph


def check_operations(name: str, graph: Graph) -> None:
    """LookupError where a graph has no operations, with what was wrong with its message."""
    if not graph.n_operations[ROOT]:
        wrong = "; ".join(f"{problem.what} ({problem.example})" for problem in graph.problems)
        raise LookupError(f"the graph {name!r} has no operations{f': {wrong}' if wrong else ''}")


def _read_event(view: StoreView, source: GraphSource, origin: Location, saved: SavedGraphs) -> Graph:
    value = view.read(origin)

    def state() -> tuple[str]:
        # An event file that is written anew may have another graph at the same place: its content tells.
        return (hashlib.blake2b(value, digest_size=16).hexdigest(),)

    place = (origin.path, origin.record_offset, origin.value_offset, source.format)
    return _saved_or_read(saved, place, state, lambda: graph_def_bytes(source.format, value))


def _read_file(run: RunView, source: GraphSource, origin: SideFile, saved: SavedGraphs) -> Graph:
    def message() -> bytes:
        with opened_side_file(run, origin) as file:
            return read_model_file(source.name, file)

    return _saved_or_read(saved, (run.root, origin.path), lambda: (origin.size, origin.modified), message)


def _saved_or_read(saved: SavedGraphs, place: Place, state: State, message: Callable[[], bytes]) -> Graph:
    known = saved.open(place, state)
    if known is not None:
        return known
    begin = time.thread_time()
    graph = read_graph_def(message())
    saved.save_later(place, state, graph, time.thread_time() - begin)
    return graph
