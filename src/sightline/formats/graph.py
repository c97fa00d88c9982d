"""A model's graph as columns: `read_graph_def` makes a `Graph` of a message, which never changes.

Operations are in the tree of scopes that their names span, in preorder: what is below entry i are the entries
from i + 1 up to i + extent[i]. Entry 0 is the root. Names are numbers of strings: `graph.string(id)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sightline import _native

ROOT = 0
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


@dataclass(frozen=True)
class GraphProblem:
    """What was wrong with the message, how often, and the first name that it was wrong with."""

    what: str
    example: str
    count: int


class VisibleGraph(NamedTuple):
    """The entries that a view with some scopes open draws, and the edges between those that are closed."""

    entry: NDArray[np.uint32]
    is_open: NDArray[np.uint8]
    edge_from: NDArray[np.uint32]
    edge_to: NDArray[np.uint32]
    edge_count: NDArray[np.uint32]
    is_control: NDArray[np.uint8]


class OperationFacts(NamedTuple):
    """Sizes by entry, NaN where unknown. Entry i has the outputs output_begin[i] to output_begin[i + 1]."""

    n_parameters: NDArray[np.float64]
    parameter_bytes: NDArray[np.float64]
    output_begin: NDArray[np.uint32]
    output_bytes: NDArray[np.float64]


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
        self.structure: NDArray[np.uint32] = columns["structure"]
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

    def __len__(self) -> int:
        return len(self.name)

    def string(self, string_id: int) -> str:
        """The text of a number in `label`, `name`, `op` or `device`."""
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

    def visible(self, open_entries: Sequence[int], *, with_set_aside: bool = False) -> VisibleGraph:
        """What a view draws in which these entries are open; the root always is."""
        opened = np.asarray(open_entries, np.uint32)
        found = self._native.visible(opened, with_set_aside)
        names = ("entry", "is_open", "from", "to", "count", "is_control")
        return VisibleGraph(*(found[name] for name in names))

    @cached_property
    def facts(self) -> OperationFacts:
        """What the attributes of the operations say about sizes."""
        found = self._native.facts(self.message)
        return OperationFacts(*(found[name] for name in OperationFacts._fields))

    def reach(self, entry: int, *, to_sources: bool) -> NDArray[np.bool_]:
        """By entry: whether it leads to the operations below one, or they lead to it; themselves included."""
        return self._native.reach(entry, to_sources).astype(np.bool_)


def read_graph_def(message: bytes) -> Graph:
    """The graph of a serialized GraphDef. What is broken in it is left out and listed in `problems`."""
    return Graph(_native.read_graph_def(message), message)
