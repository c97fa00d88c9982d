"""A model's graph as columns: `read_graph_def` makes a `Graph` of a message, which never changes.

Operations are in the tree of scopes that their names span, in preorder: what is below entry i are the entries
from i + 1 up to i + extent[i]. Entry 0 is the root. Names are numbers of strings: `graph.string(id)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sightline import _native

ROOT = 0
NO_MATCH = 0xFFFFFFFF
T = TypeVar("T")


class Part(IntEnum):
    """What an entry of the tree is."""

    OPERATION = 0
    SCOPE = 1
    FUNCTION = 2  # a scope with the body of one of the graph's functions
    SERIES = 3  # scopes of the same structure whose names count up


class SetAside(IntEnum):
    """What views leave out unless asked; of a scope where all in it is."""

    NO = 0
    CONSTANT = 1
    SAVER = 2
    SUMMARY = 3


class Change(IntFlag):
    """What differs between two operations that are the same one in two graphs."""

    OP = 1
    ATTRIBUTES = 2
    SHAPES = 4
    INPUTS = 8
    DEVICE = 16
    RENAMED = 32


@dataclass(frozen=True)
class GraphProblem:
    """What was wrong with the message, how often, and the first name that it was wrong with."""

    what: str
    example: str
    count: int


class StepStatistics(NamedTuple):
    """What was measured in a step, by entry; times and memory with all that is below.

    device: a place in `devices` plus one, 0 where an operation did not run.
    n_measured: operations that were measured; n_unmatched: measurements of operations not in the graph.
    """

    time_ns: NDArray[np.uint64]
    memory_bytes: NDArray[np.uint64]
    device: NDArray[np.uint32]
    devices: list[str]
    n_measured: int
    n_unmatched: int


class GraphMatch(NamedTuple):
    """By entry, the same one in the other graph or NO_MATCH; by entry of B the bits of `Change`."""

    b_of_a: NDArray[np.uint32]
    a_of_b: NDArray[np.uint32]
    changes: NDArray[np.uint8]


class Graph:
    """The columns of a graph; see the native `Graph` for each. `message` is the GraphDef it was read from."""

    def __init__(self, native: _native.Graph, message: bytes) -> None:
        columns = native.columns()
        self._native = native
        self.message = message  # what `message_offset` and `message_size` lead into: NodeDefs
        self._derived: dict[Hashable, Any] = {}
        self.label: NDArray[np.uint32] = columns["label"]
        self.name: NDArray[np.uint32] = columns["name"]
        self.parent: NDArray[np.uint32] = columns["parent"]
        self.extent: NDArray[np.uint32] = columns["extent"]
        self.n_operations: NDArray[np.uint32] = columns["n_operations"]
        self.n_parameters: NDArray[np.uint64] = columns["n_parameters"]
        self.n_bytes: NDArray[np.uint64] = columns["n_bytes"]
        self.structure: NDArray[np.uint32] = columns["structure"]
        self.structure_hash: NDArray[np.uint64] = columns["structure_hash"]
        self.part: NDArray[np.uint8] = columns["part"]
        self.set_aside: NDArray[np.uint8] = columns["set_aside"]
        self.op: NDArray[np.uint32] = columns["op"]
        self.device: NDArray[np.uint32] = columns["device"]
        self.message_offset: NDArray[np.uint64] = columns["message_offset"]
        self.message_size: NDArray[np.uint32] = columns["message_size"]
        self.edge_from: NDArray[np.uint32] = columns["from"]
        self.edge_to: NDArray[np.uint32] = columns["to"]
        self.edge_output: NDArray[np.uint16] = columns["output"]
        self.edge_is_control: NDArray[np.uint8] = columns["is_control"]
        self.edge_shape: NDArray[np.uint32] = columns["edge_shape"]
        self.edge_type: NDArray[np.uint32] = columns["edge_type"]
        self.edge_n_bytes: NDArray[np.uint64] = columns["edge_n_bytes"]
        self.call_from: NDArray[np.uint32] = columns["call_from"]
        self.call_to: NDArray[np.uint32] = columns["call_to"]

    def __len__(self) -> int:
        return len(self.name)

    def string(self, string_id: int) -> str:
        """The text of a number in `label`, `name`, `op`, `device`, `edge_shape` or `edge_type`."""
        return self._native.string(int(string_id))

    def once(self, key: Hashable, make: Callable[[Graph], T]) -> T:
        """What `make` derives from this graph, made when first asked for. Two threads may both make it."""
        if key not in self._derived:
            self._derived[key] = make(self)
        found: T = self._derived[key]
        return found

    @property
    def problems(self) -> list[GraphProblem]:
        """What could not be read, each sort once."""
        return [GraphProblem(*each) for each in self._native.problems]

    def children(self, entry: int) -> list[int]:
        """The entries directly below one, in order."""
        found, at, end = [], entry + 1, entry + int(self.extent[entry])
        while at < end:
            found.append(at)
            at += int(self.extent[at])
        return found

    def statistics(self, run_metadata: bytes) -> StepStatistics:
        """Time and memory of a serialized RunMetadata, by entry; what is broken is left out."""
        found = self._native.statistics(run_metadata)
        return StepStatistics(*(found[name] for name in StepStatistics._fields))

    def match(self, other: Graph) -> GraphMatch:
        """Which entries of this graph (A) and another (B) are the same, and what changed."""
        found = _native.match_graphs(self._native, self.message, other._native, other.message)
        return GraphMatch(*(found[name] for name in GraphMatch._fields))

    def save(self, path: str, key: str) -> None:
        """Write a new file, for `open_saved_graph`; OSError where it fails."""
        self._native.save(self.message, path, key)

    @property
    def n_bytes_saved(self) -> int:
        """About how large a file of it is."""
        return len(self.message) + sum(column.nbytes for column in self._native.columns().values())

    def reach(self, entry: int, *, to_sources: bool) -> NDArray[np.bool_]:
        """By entry: whether it leads to the operations below one, or they lead to it; themselves included."""
        return self._native.reach(entry, to_sources).astype(np.bool_)


def read_graph_def(message: bytes) -> Graph:
    """The graph of a serialized GraphDef. What is broken in it is left out and listed in `problems`."""
    return Graph(_native.read_graph_def(message), message)


def open_saved_graph(path: str, key: str) -> Graph | None:
    """A saved graph, mapped; None where there is none of this key or it is damaged."""
    found = _native.open_saved_graph(path, key)
    return None if found is None else Graph(*found)
