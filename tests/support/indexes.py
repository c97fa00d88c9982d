"""Indexes for tests: made here and now, in this process, and opened as a server does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.index.embedded_files import EmbeddedFiles
from sightline.engine.index.engines import Engine
from sightline.engine.index.job import IndexJob, Outcome
from sightline.engine.index.place import Place, open_place
from sightline.engine.index.plan import BATCH_BYTES
from sightline.engine.roots import parse_roots
from sightline.engine.store import Store, StoreView
from sightline.plugins import load_claims

_T = TypeVar("_T")


class InProcess:
    """An engine that does the work at once, in the caller's thread."""

    name = "this process"
    is_remote = False
    n_workers = 1

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """Call the function."""
        future: Future[_T] = Future()
        try:
            future.set_result(function(*args))
        except BaseException as error:
            future.set_exception(error)
        return future

    def is_lost(self, error: BaseException) -> bool:
        """Nobody dies here."""
        return False

    def n_alive(self) -> int:
        """It is always there."""
        return self.n_workers

    def close(self) -> None:
        """Nothing to close."""


def make_index(
    source: Path | str,
    place: Path | str | Place,
    *,
    engine: Engine | None = None,
    clock: Callable[[], float] = time.time,
    commit_secs: float = 30.0,
    batch_bytes: int = BATCH_BYTES,
    on_progress: Callable[[int, int], None] = lambda n_done, n_all: None,
    on_notice: Callable[[str], None] = lambda sentence: None,
) -> Outcome:
    """Bring an index up to date."""
    opened = open_place(str(place)) if isinstance(place, str | Path) else place
    job = IndexJob(
        str(source),
        opened,
        engine or InProcess(),
        default_reader(),
        load_claims(),
        clock=clock,
        commit_secs=commit_secs,
        batch_bytes=batch_bytes,
        on_progress=on_progress,
        on_notice=on_notice,
    )
    return job.run()


@contextmanager
def opened_index(*indexes: Path | str, roots: list[str] | None = None) -> Iterator[Follower]:
    """A follower of indexes, and of log directories beside them, loaded once."""
    store = Store(EmbeddedFiles(default_reader()), load_claims())
    patterns = [pattern for root in roots or [] for pattern in parse_roots(root)]
    shown = [pattern for index in indexes for pattern in parse_roots(str(index))]
    follower = Follower(store, patterns, indexes=shown)
    try:
        follower.load()
        yield follower
    finally:
        follower.close()


def assert_equal_views(found: StoreView, expected: StoreView) -> None:
    """Compare everything that views show of runs, series, points and items."""
    assert [run.name for run in found.runs] == [run.name for run in expected.runs]
    for mine, theirs in zip(found.runs, expected.runs, strict=True):
        names = ("n_points", "n_bytes", "n_bytes_read", "last_step", "first_nan", "n_damages", "has_ended")
        for name in (
            *names,
            "first_wall_time",
            "last_wall_time",
            "restarts",
            "damage",
            "kinds",
            "log_titles",
        ):
            np.testing.assert_equal(getattr(mine, name), getattr(theirs, name), err_msg=f"{mine.name} {name}")
        assert sorted(mine.side_files) == sorted(theirs.side_files)
        for kind in theirs.kinds:
            assert list(mine.series(kind)) == list(theirs.series(kind))
            for tag, info in theirs.series(kind).items():
                _assert_equal_series(found, expected, (mine.id, theirs.id), tag, kind)
                for name in (
                    "n",
                    "first_step",
                    "last_step",
                    "first_wall_time",
                    "last_wall_time",
                    "last_value",
                ):
                    np.testing.assert_equal(getattr(mine.series(kind)[tag], name), getattr(info, name))
                assert mine.series(kind)[tag].meta == info.meta


def _assert_equal_series(
    found: StoreView, expected: StoreView, ids: tuple[int, int], tag: str, kind: str
) -> None:
    if expected.run(ids[1]).series(kind)[tag].in_columns:
        mine, theirs = found.scalar(ids[0], tag), expected.scalar(ids[1], tag)
        for name in ("steps", "wall_times", "values", "superseded"):
            np.testing.assert_equal(getattr(mine, name), getattr(theirs, name))
        assert mine.values.dtype == theirs.values.dtype
        return
    items, others = found.items(ids[0], tag, kind), expected.items(ids[1], tag, kind)
    for name in ("step", "wall_time", "superseded", "file", "what", "record_offset", "value_length"):
        np.testing.assert_equal(getattr(items, name), getattr(others, name))
    for row in range(len(items)):
        assert found.read(items.location(row)) == expected.read(others.location(row))
