"""Times of a profile's operators on the operations of a graph, matched by op."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph, Part

OpTimes = tuple[tuple[str, float], ...]
# torch.export says "aten.linear.default" where profiles and traces say "aten::linear".
_OVERLOAD = re.compile(r"^(?:torch\.ops\.)?(\w+)\.(\w+)(?:\.\w+)?$")


@dataclass(frozen=True)
class OperatorTimes:
    """time_ns: by entry, with all that is below. n_timed: operations whose op has a time."""

    time_ns: NDArray[np.float64]
    n_timed: int


def operator_times(graph: Graph, times: OpTimes) -> OperatorTimes:
    """Each operation takes what a call of its op took on average."""
    by_op = dict(times)
    ops, which = np.unique(graph.op, return_inverse=True)
    of_op = np.array([by_op.get(_OVERLOAD.sub(r"\1::\2", graph.string(op)), np.nan) for op in ops])
    own = np.where(graph.part == Part.OPERATION, of_op[which], np.nan)
    running = np.concatenate(([0.0], np.cumsum(np.nan_to_num(own))))
    entries = np.arange(len(graph))
    return OperatorTimes(running[entries + graph.extent] - running[entries], int((~np.isnan(own)).sum()))
