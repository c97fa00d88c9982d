"""NaN and infinities are counted as a series grows, and older views keep their counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sightline import _native
from sightline.engine.follow import Follower
from sightline.engine.nonfinite import Nonfinite
from support.logs import wait_until


def test_counts_grow_with_the_series(tmp_path: Path, follow: Callable[..., Follower]) -> None:
    nan, inf = float("nan"), float("inf")
    writer = _native.EventFileWriter(str(tmp_path))
    follower = follow(tmp_path)
    wanted, views = Nonfinite(), []
    for step, value in enumerate([1.0, inf, 2.0, nan, -inf, nan, 3.0]):
        writer.add_scalar("a", value, step, 1.0)
        writer.flush()
        wait_until(lambda step=step: sum(run.n_points for run in follower.store.view().runs) == step + 1)
        wanted = wanted.plus(Nonfinite(value != value, abs(value) == inf, step if value != value else None))
        (run,) = follower.store.view().runs
        assert run.series("scalar")["a"].nonfinite == wanted
        views.append((run, wanted))
    writer.close()
    assert run.first_nan == ("a", 3)
    for run, counts in views:
        assert sum(run.series("scalar")["a"].nonfinite[:2]) == sum(counts[:2])
    fresh = [run.tips[0].nonfinite(0) for run, _ in views]
    assert fresh == [counts for _, counts in views]
