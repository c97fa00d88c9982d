from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sightline.engine.store import StoreView
from support.logs import load, write_events

Logs = dict[str, Sequence[tuple[str, int, float, float]]]


@pytest.fixture
def open_logs(tmp_path: Path) -> Callable[[Logs], StoreView]:
    """Write runs of (tag, step, wall time, value) as real event files and open them with the real engine."""

    def write_and_load(runs: Logs) -> StoreView:
        for name, points in runs.items():
            write_events(tmp_path / name, points)
        return load(str(tmp_path)).view()

    return write_and_load


@pytest.fixture
def small(open_logs: Callable[[Logs], StoreView]) -> StoreView:
    """Two runs with loss and lr, one of them with a NaN and an infinity."""
    a = [("loss", s, 100.0 + s, v) for s, v in enumerate([4.0, 3.0, math.nan, 1.0, 2.0])]
    a += [("lr", s, 100.0 + s, 0.5 / (s + 1)) for s in (0, 1, 3)]
    b = [("loss", s, 200.0 + 10 * s, v) for s, v in ((2, 8.0), (4, math.inf), (6, 6.0))]
    return open_logs({"group/a": a, "group/b": b})
