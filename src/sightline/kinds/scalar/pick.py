"""Which series a query is about, and those series as the native kernels take them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sightline import _native
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import Axis, OtherScalar
from sightline.kinds.scalar_facts import SLUG, Picked, gather


def pick_runs(view: StoreView, ids: Sequence[int] | None) -> Sequence[RunView]:
    """Return the requested runs, all where `ids` is None; ids that are gone are skipped."""
    if ids is None:
        return view.runs
    return [view.by_id[i] for i in ids if i in view.by_id]


def pick(view: StoreView, runs: Sequence[int] | None, tags: Iterable[str] | None) -> list[Picked]:
    """Return the series of these runs and tags that exist, tag by tag; all tags, run by run, where None."""
    chosen = pick_runs(view, runs)
    if tags is None:
        return [Picked(run, tag) for run in chosen for tag in run.series(SLUG)]
    return [Picked(run, tag) for tag in tags for run in chosen if tag in run.series(SLUG)]


def with_x(picked: Iterable[Picked], x: Axis) -> list[Picked]:
    """Leave out the series whose run has no such x."""
    if not isinstance(x, OtherScalar):
        return list(picked)
    return [each for each in picked if x.tag in each.run.series(SLUG)]


def columns_of(picked: Sequence[Picked], x: Axis, *, superseded: bool) -> tuple[_native.SeriesSet, str]:
    """Return the series for the kernels and the kernels' name for x."""
    series = gather(picked, superseded=superseded)
    if not isinstance(x, OtherScalar):
        return series, x
    series.join(gather([Picked(each.run, x.tag) for each in picked], superseded=superseded))
    return series, "column"
