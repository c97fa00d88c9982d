"""Times of a profile's operators on the operations of a graph: by name where it has them, else by op."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph, Part

# Op, the scopes that it was called in (outermost first, joined by slashes; empty: in all), nanoseconds.
OpTimes = tuple[tuple[str, str, float], ...]
# torch.export says "aten.linear.default" where profiles and traces say "aten::linear".
_OVERLOAD = re.compile(r"^(?:torch\.ops\.)?(\w+)\.(\w+)(?:\.\w+)?$")
# A function that TensorFlow calls has its body's names below the call; JAX has the jitted functions first.
_CALL = re.compile(r"^(?:(?:Stateful)?PartitionedCall(?:_\d+)?|jit\([^/]*\)|pjit)$")


@dataclass(frozen=True)
class OperatorTimes:
    """time_ns: by entry, with all that is below.

    n_timed: operations that have a time; n_named of them one of their own, by their name.
    """

    time_ns: NDArray[np.float64]
    n_timed: int
    n_named: int


def operator_times(graph: Graph, times: OpTimes) -> OperatorTimes:
    """Each operation takes what its calls took on average, else those of its op."""
    is_operation = graph.part == Part.OPERATION
    own = np.where(is_operation, _by_op(graph, times), np.nan)
    named = _by_name(graph, times)
    for entry, time_ns in named.items():
        own[entry] = time_ns
    running = np.concatenate(([0.0], np.cumsum(np.nan_to_num(own))))
    entries = np.arange(len(graph))
    sums = running[entries + graph.extent] - running[entries]
    return OperatorTimes(sums, int((~np.isnan(own)).sum()), len(named))


def _by_op(graph: Graph, times: OpTimes) -> NDArray[np.float64]:
    """What a call of an op took, wherever it was."""
    means = {op: time_ns for op, place, time_ns in times if not place}
    ops, which = np.unique(graph.op, return_inverse=True)
    of_op = [means.get(_OVERLOAD.sub(r"\1::\2", graph.string(op)), np.nan) for op in ops]
    by_entry: NDArray[np.float64] = np.array(of_op)[which]
    return by_entry


def _by_name(graph: Graph, times: OpTimes) -> dict[int, float]:
    """Operations whose name is that of the profile, or ends with it: functions are scopes of their own."""
    wanted = {name: time_ns for _, place, time_ns in times if "/" in (name := _name_of(place))}
    if not wanted:
        return {}
    lasts = {name.rpartition("/")[2] for name in wanted}
    labels, which = np.unique(graph.label, return_inverse=True)
    is_last = np.array([graph.string(label) in lasts for label in labels])[which]
    found = {}
    for entry in np.flatnonzero(is_last & (graph.part == Part.OPERATION)).tolist():
        name = graph.string(graph.name[entry])
        while name and name not in wanted:
            name = name.partition("/")[2]
        if name:
            found[entry] = wanted[name]
    return found


def _name_of(place: str) -> str:
    """A name without the calls around it."""
    parts = place.split("/")
    while parts and _CALL.match(parts[0]):
        del parts[0]
    return "/".join(parts)
