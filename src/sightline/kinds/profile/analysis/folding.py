"""Backward calls folded into forward ones: whom each call counts for, and totals in the tree that results."""

from __future__ import annotations

import numpy as np

from sightline.kinds.profile.analysis.intervals import Times
from sightline.kinds.profile.analysis.operators import Ids, add_to_ancestors, followed


def forward_calls(parents: Ids, roots: Ids, sources: Ids) -> Ids:
    """The call that each call counts for: itself, or the forward call that made the backward pass around it.

    roots: the outermost calls of backward passes, each once; sources: the forward calls that made them, which
    begin earlier. A forward call that ran in a backward pass counts for what made that.
    """
    every = np.arange(parents.size)
    is_root = np.zeros(parents.size, np.bool_)
    is_root[roots] = True
    top = followed(np.where(is_root | (parents < 0), every, parents))
    forward = every.copy()
    forward[roots] = sources
    return followed(np.where(is_root[top], forward[top], every))


def folded_totals(totals: Times, parents: Ids, roots: Ids, sources: Ids) -> Times:
    """Totals where each backward pass stands below the forward call that made it."""
    own: Times = totals.copy()
    np.subtract.at(own, parents[parents >= 0], totals[parents >= 0])
    above = parents.copy()
    above[roots] = sources
    add_to_ancestors(own, above)
    return own
