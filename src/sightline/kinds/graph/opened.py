"""Opened graphs: each is read once, and what was read stays while there is room for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future

from sightline.engine.items import Location
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.formats.graph import Graph
from sightline.kinds.graph.read_graph import read_source
from sightline.kinds.graph.saved_graphs import SavedGraphs
from sightline.kinds.graph.sources import GraphSource, find_graph

# By entries of the tree: one takes about 80 bytes, and its message some hundreds.
_MAX_ENTRIES = 3_000_000

_Key = Location | tuple[str, str, int, float]


class OpenedGraphs:
    """What was read, by place and state. Threads that want the same graph wait for one reading."""

    def __init__(self, max_entries: int = _MAX_ENTRIES, saved: SavedGraphs | None = None) -> None:
        self._max_entries = max_entries
        self._saved = saved
        self._lock = threading.Lock()
        self._graphs: OrderedDict[_Key, Future[Graph]] = OrderedDict()

    def open(self, view: StoreView, run: int, name: str = "") -> Graph:
        """A run's graph by its name, or the first; LookupError says why there is none."""
        run_view, source = find_graph(view, run, name)
        key = _key(run_view, source)
        with self._lock:
            known = self._graphs.get(key)
            future = self._graphs.setdefault(key, Future())
            self._graphs.move_to_end(key)
        if known is None:
            self._read(key, future, view, run_view, source)
        return future.result()

    def _read(
        self, key: _Key, future: Future[Graph], view: StoreView, run: RunView, source: GraphSource
    ) -> None:
        try:
            future.set_result(read_source(view, run, source, self._saved or SavedGraphs()))
        except BaseException as error:
            with self._lock:
                self._graphs.pop(key, None)
            future.set_exception(error)
        self._make_room()

    def _make_room(self) -> None:
        """Drop what was not used for longest; the newest stays whatever its size."""
        with self._lock:
            while len(self._graphs) > 1 and self._sum_entries() > self._max_entries:
                self._graphs.popitem(last=False)

    def _sum_entries(self) -> int:
        return sum(len(each.result()) for each in self._graphs.values() if each.done())


def _key(run: RunView, source: GraphSource) -> _Key:
    if isinstance(source.origin, Location):
        return source.origin
    file = source.origin
    return run.root, file.path, file.size, file.modified
