"""Tiny real logs: event files written by the native writer, opened by the real engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sightline import _native
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.roots import RootSpec, parse_roots
from sightline.engine.store import Store
from sightline.plugins import load_claims

GOLDEN = Path(__file__).parents[1] / "golden"
Point = tuple[str, int, float, float]  # tag, step, wall time, value


def write_events(
    directory: Path, points: Sequence[Point], *, start_step: int | None = None, suffix: str = ""
) -> Path:
    """An event file with these scalars, after a session start if one is wanted."""
    writer = _native.EventFileWriter(str(directory), filename_suffix=suffix)
    if start_step is not None:
        writer.add_session_start(start_step, points[0][2])
    for tag, step, wall_time, value in points:
        writer.add_scalar(tag, value, step, wall_time)
    writer.close()
    return Path(writer.path)


def line(tag: str, steps: range, *, at: float) -> list[Point]:
    """A point per step, one per second from a wall time on, whose value is the wall time."""
    return [(tag, step, at + i, at + i) for i, step in enumerate(steps)]


def wait_until(condition: Callable[[], bool], *, secs: float = 20.0) -> None:
    """Wait for something that other threads bring about; fail when it does not come."""
    deadline = time.monotonic() + secs
    while not condition():
        assert time.monotonic() < deadline, "did not come about"
        time.sleep(0.002)


def points_of(store: Store) -> dict[tuple[str, str], list[tuple[int, float, float]]]:
    """Every scalar point in the store."""
    found = {}
    for run in store.view().runs:
        for tag in run.series("scalar"):
            series = run.scalar(tag)
            found[run.name, tag] = list(
                zip(series.steps.tolist(), series.wall_times.tolist(), series.values.tolist(), strict=True)
            )
    return found


def load(spec: RootSpec) -> Store:
    """Everything below some roots, read once."""
    store = Store(default_reader(), load_claims())
    follower = Follower(store, parse_roots(spec))
    follower.load()
    follower.close()
    return store
