"""Smoothing that follows the density of points: enough for a readable line, none where points are few."""

from __future__ import annotations

from sightline import _native
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import GroupsParams, SeriesParams, Smoothing
from sightline.kinds.scalar.pick import columns_of, pick, with_x

# The density of this many runs stands for that of all.
_MAX_SAMPLE = 16


def resolve_smoothing(view: StoreView, params: SeriesParams | GroupsParams) -> Smoothing | None:
    """Return the smoothing with its amount found out; None where there is none.

    All runs count, not just the requested ones: lines requested one after the other are smoothed alike.
    """
    smoothing = params.smoothing
    if smoothing is None or smoothing.auto_px is None:
        return smoothing
    picked = with_x(pick(view, None, params.tags), params.x)
    sample = picked[:: -(-len(picked) // _MAX_SAMPLE) or 1]
    series, x = columns_of(sample, params.x, superseded=params.superseded)
    amount = _native.auto_smoothing(
        series, kind=smoothing.kind, x=x, range=params.range, width_px=smoothing.auto_px
    )
    return None if amount is None else Smoothing(kind=smoothing.kind, amount=amount)
