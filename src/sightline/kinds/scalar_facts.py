"""Summaries of scalar series: a record for each, cached until its run changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.index.fetch_ahead import fetch_ahead
from sightline.engine.index.page_maker import K as INDEX_K
from sightline.engine.run_view import RunView
from sightline.engine.series import ScalarSeries

SLUG = "scalar"
STEPS = ("first_step", "last_step", "step_of_min", "step_of_max", "first_nan_step")
_COUNTS = ("n", "nan", "pos_inf", "neg_inf")
NUMBERS = ("last", "min", "max", "mean_last", "first_wall_time", "last_wall_time")
_RECORD = np.dtype([(name, np.int64) for name in STEPS + _COUNTS] + [(name, np.float64) for name in NUMBERS])


class Picked(NamedTuple):
    """One series: its run and tag."""

    run: RunView
    tag: str


def facts_of(picked: Sequence[Picked], k: int, *, superseded: bool) -> NDArray[np.void]:
    """Return a record per series, cached as long as its run does not change."""
    caches = [each.run.cache for each in picked]
    keys = [("summary", each.tag, k, superseded) for each in picked]
    missing = [i for i, (cache, key) in enumerate(zip(caches, keys, strict=True)) if key not in cache]
    if k == INDEX_K:
        missing = [i for i in missing if not _take_known(picked[i], caches[i], keys[i])]
    if missing:
        fresh = _records(_native.summaries(gather([picked[i] for i in missing], superseded=superseded), k=k))
        for row, i in enumerate(missing):
            caches[i][keys[i]] = fresh[row].tobytes()
    return np.frombuffer(b"".join(cache[key] for cache, key in zip(caches, keys, strict=True)), _RECORD)


def _take_known(each: Picked, cache: dict[Any, Any], key: object) -> bool:
    """Use the summary that an index holds of a series; False where there is none."""
    known = each.run.summary(each.tag)
    if known is None:
        return False
    cache[key] = np.array(tuple(known[name] for name in _RECORD.names or ()), _RECORD).tobytes()
    return True


def _records(columns: Mapping[str, NDArray[Any]]) -> NDArray[np.void]:
    out = np.empty(len(columns["n"]), _RECORD)
    for name in _RECORD.names or ():
        out[name] = columns[name]
    return out


def gather(picked: Iterable[Picked], *, superseded: bool) -> _native.SeriesSet:
    """Hand the series' chunks to the kernels, without superseded points unless they are wanted."""
    out = _native.SeriesSet()
    series: list[ScalarSeries] = [each.run.scalar(each.tag) for each in picked]
    fetch_ahead(series)
    for points in series:
        out.add(points.chunks, None if superseded else points.superseded)
    return out
