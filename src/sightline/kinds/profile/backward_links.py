"""Which forward operator made which slices of a backward pass: by autograd's flows or sequence numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.formats.trace import NO_SLICE, Category, FlowKind
from sightline.kinds.profile.profile import Indexes, Profile

_ENGINE = "autograd::engine::evaluate_function"


class BackwardLinks(NamedTuple):
    """The outermost slices of backward passes, each once, and the forward slice that made each.

    A forward slice begins and ends before its backward, so that following links leads to an end.
    """

    backward: Indexes
    forward: Indexes


def backward_links(profile: Profile) -> BackwardLinks:
    """The links of a profile; none of TensorFlow and JAX."""
    return profile.once("backward links", lambda: _backward_links(profile))


def _backward_links(profile: Profile) -> BackwardLinks:
    slices = profile.trace.slices
    forward, backward = _flows(profile)
    if not backward.size:
        forward, backward = _sequence_pairs(profile)
    parent = slices.parent[backward].astype(np.int64)
    around = np.flatnonzero(parent != NO_SLICE)
    is_engine = profile.by_name(parent[around], lambda name: name.startswith(_ENGINE))
    backward[around[is_engine]] = parent[around[is_engine]]
    is_before = profile.end_ns[forward] <= slices.start_ns[backward]
    is_before &= slices.start_ns[forward] < slices.start_ns[backward]
    backward, first = np.unique(backward[is_before], return_index=True)
    return BackwardLinks(backward, forward[is_before][first])


def _flows(profile: Profile) -> tuple[Indexes, Indexes]:
    flows = profile.trace.flows
    chosen = flows.kind == FlowKind.FORWARD_BACKWARD
    return flows.source[chosen].astype(np.int64), flows.target[chosen].astype(np.int64)


def _sequence_pairs(profile: Profile) -> tuple[Indexes, Indexes]:
    """The same by autograd's numbers: the last forward slice of a number made the backward one."""
    trace = profile.trace
    operators = profile.select(Category.CPU_OP)
    number = trace.arg_integers("Sequence number", operators, missing=-1)
    is_backward = trace.arg_integers("Fwd thread id", operators) != 0
    forward = np.flatnonzero((number >= 0) & ~is_backward)
    backward = np.flatnonzero((number >= 0) & is_backward)
    forward = forward[np.lexsort((trace.slices.start_ns[operators[forward]], number[forward]))]
    last = np.searchsorted(number[forward], number[backward], side="right") - 1
    is_known = (
        (last >= 0) & (number[forward[np.maximum(last, 0)]] == number[backward]) if forward.size else last > 0
    )
    return operators[forward[last[is_known]]], operators[backward[is_known]]
