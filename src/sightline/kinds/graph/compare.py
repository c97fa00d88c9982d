"""Two graphs as one: what was added, removed and changed from A to B, by entry of a graph that has both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import NO_MATCH, ROOT, Change, Graph, Part, read_graph_def
from sightline.kinds.graph.merged import RemovedOperations

_NONE = -1


class Status(IntEnum):
    """What became of an entry; a scope where not all in it had the same fate is changed."""

    SAME = 0
    ADDED = 1
    REMOVED = 2
    CHANGED = 3


@dataclass(frozen=True)
class GraphComparison:
    """`graph` has all of B, and what only A has. The columns are by entry of it.

    status, changes: Status, and bits of Change; of a scope those of all below it.
    n_added, n_removed, n_changed: operations below.
    a_entry, b_entry: of operations, where they are in A and B; -1 where they are not, and for scopes.
    """

    graph: Graph
    status: NDArray[np.uint8]
    changes: NDArray[np.uint8]
    n_added: NDArray[np.int64]
    n_removed: NDArray[np.int64]
    n_changed: NDArray[np.int64]
    a_entry: NDArray[np.int64]
    b_entry: NDArray[np.int64]

    def differences(self) -> Iterator[int]:
        """The entries to name: a scope where all in it was added or removed, else operations, in order."""
        entry, end = ROOT + 1, len(self.graph)
        while entry < end:
            status = self.status[entry]
            is_whole = status in (Status.ADDED, Status.REMOVED) or self.graph.part[entry] == Part.OPERATION
            if status != Status.SAME and is_whole:
                yield entry
            skips = status == Status.SAME or is_whole
            entry += int(self.graph.extent[entry]) if skips else 1


def compare_graphs(a: Graph, b: Graph) -> GraphComparison:
    """What changed from A to B."""
    match = a.match(b)
    removed = RemovedOperations(a, b, match)
    graph = read_graph_def(b.message + removed.message)
    is_operation = graph.part == Part.OPERATION
    b_entry, a_entry = _places(graph, b, removed)
    in_b = np.maximum(b_entry, 0)
    matched = match.a_of_b[in_b].astype(np.int64)
    a_entry = np.where(b_entry == _NONE, a_entry, np.where(matched == NO_MATCH, _NONE, matched))
    changes = np.where((b_entry != _NONE) & (a_entry != _NONE), match.changes[in_b], 0)
    n_added = _sums(graph, is_operation & (a_entry == _NONE))
    n_removed = _sums(graph, is_operation & (b_entry == _NONE))
    n_changed = _sums(graph, is_operation & (changes > 0))
    return GraphComparison(
        graph,
        _status(graph, n_added, n_removed, n_changed),
        _changes_below(graph, changes),
        n_added,
        n_removed,
        n_changed,
        a_entry,
        b_entry,
    )


def _places(
    graph: Graph, b: Graph, removed: RemovedOperations
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each operation its entry in B, or in A where only A has it."""
    in_b = {int(b.name[i]): i for i in reversed(np.flatnonzero(b.part == Part.OPERATION).tolist())}
    by_name = {b.string(name): entry for name, entry in in_b.items()}
    b_entry, a_entry = np.full(len(graph), _NONE, np.int64), np.full(len(graph), _NONE, np.int64)
    for entry in np.flatnonzero(graph.part == Part.OPERATION).tolist():
        name = graph.string(graph.name[entry])
        a_entry[entry] = removed.entry_of.get(name, _NONE)
        if a_entry[entry] == _NONE:
            b_entry[entry] = by_name.get(name, _NONE)
    return b_entry, a_entry


def _status(
    graph: Graph, n_added: NDArray[np.int64], n_removed: NDArray[np.int64], n_changed: NDArray[np.int64]
) -> NDArray[np.uint8]:
    n_all = graph.n_operations
    conditions = [n_added + n_removed + n_changed == 0, n_added == n_all, n_removed == n_all]
    chosen = [Status.SAME, Status.ADDED, Status.REMOVED]
    return np.select(conditions, chosen, Status.CHANGED).astype(np.uint8)


def _changes_below(graph: Graph, changes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    found = np.zeros(len(graph), np.uint8)
    for bit in Change:
        found[_sums(graph, (changes & int(bit)) > 0) > 0] |= np.uint8(bit)
    return found


def _sums(graph: Graph, is_counted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many of the counted entries are below each entry, itself included."""
    running = np.concatenate(([0], np.cumsum(is_counted, dtype=np.int64)))
    entries = np.arange(len(graph))
    sums: NDArray[np.int64] = running[entries + graph.extent] - running[entries]
    return sums
