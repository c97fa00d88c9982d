"""The devices of operations: where a measured step ran them, else where the graph puts them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph, Part, StepStatistics
from sightline.kinds.graph.subtree import operations_below

_MANY_DEVICES = "several"


@dataclass(frozen=True)
class Devices:
    """The devices of a graph; `code` has by entry a place in `names`, where "" is no device."""

    graph: Graph
    names: list[str]
    code: NDArray[np.intp]
    used: list[str]

    @property
    def n_named(self) -> int:
        """How many devices have operations."""
        return sum(name != "" for name in self.used)

    def below(self, entry: int) -> list[str]:
        """The devices of what is below an entry, those with the most operations first."""
        counts = np.bincount(self.code[operations_below(self.graph, entry)])
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        return [self.names[code] for code in order if self.names[code]]

    def of(self, entries: NDArray[np.uint32]) -> list[str]:
        """The device of each operation; of a group the only one in it, or that there are several."""
        if len(self.used) == 1:
            return [self.used[0] if n else "" for n in self.graph.n_operations[entries].tolist()]
        return [self._common(entry) for entry in entries.tolist()]

    def _common(self, entry: int) -> str:
        found = self.below(entry)
        return found[0] if len(found) == 1 else _MANY_DEVICES if found else ""


def devices(graph: Graph, statistics: StepStatistics | None = None) -> Devices:
    """Those of a graph, or of a measured step of it."""
    placed = graph.once("devices", _placed)
    return placed if statistics is None else _measured(placed, statistics)


def _placed(graph: Graph) -> Devices:
    strings, code = np.unique(graph.device, return_inverse=True)
    return _devices(graph, [graph.string(each) for each in strings], code)


def _measured(placed: Devices, statistics: StepStatistics) -> Devices:
    names = [*placed.names, *statistics.devices]
    first = {name: names.index(name) for name in names}
    ran_at = len(placed.names) + statistics.device.astype(np.intp) - 1
    code = np.where(statistics.device > 0, ran_at, placed.code)
    return _devices(placed.graph, names, np.array([first[name] for name in names], np.intp)[code])


def _devices(graph: Graph, names: list[str], code: NDArray[np.intp]) -> Devices:
    counts = np.bincount(code[graph.part == Part.OPERATION], minlength=len(names))
    return Devices(graph, names, code, [name for name, n in zip(names, counts, strict=True) if n])
