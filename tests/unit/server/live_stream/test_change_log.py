from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline import SummaryWriter
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.roots import parse_roots
from sightline.engine.store import Store
from sightline.plugins import load_claims
from sightline.server.live_stream.change_log import ChangeLog
from unit.server.serving import wait_for


class Logs:
    """A followed log directory, and a change log of it that is updated when the test says so."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.later_secs = 0.0
        self.store = Store(default_reader(), load_claims())
        self.follower = Follower(self.store, parse_roots(root), reload_interval_secs=0.05, use_events=False)
        self.changes = ChangeLog(self.store.view(), clock=lambda: time.time() + self.later_secs)
        self.position = self.changes.update(self.store.view())
        self.follower.start()

    def write(self, run: str, *, modified: float) -> None:
        """A run with one point that was written at another time."""
        beside = self.root.with_name("written")
        with SummaryWriter(str(beside)) as writer:
            writer.add_scalar("loss", 1.0, 1)
        (path,) = beside.iterdir()
        os.utime(path, (modified, modified))
        beside.rename(self.root / run)

    def changed(self, n_points: int) -> tuple[list[str], bool]:
        """The runs that changed since the last call, and whether the lists did; at so many points."""
        wait_for(lambda: sum(run.n_points for run in self.store.view().runs) == n_points, "the points")
        view = self.store.view()
        before, self.position = self.position, self.changes.update(view)
        names = {run.id: run.name for run in view.runs}
        changed = [names[int(run_id)] for run_id in self.changes.runs_since(before)]
        return sorted(changed), self.changes.structure_changed_since(before)


@pytest.fixture
def logs(tmp_path: Path) -> Iterator[Logs]:
    root = tmp_path / "logs"
    root.mkdir()
    logs = Logs(root)
    yield logs
    logs.follower.close()


def test_a_run_that_comes_changes_the_lists(logs: Logs) -> None:
    logs.write("a", modified=1000.0)
    assert logs.changed(1) == (["a"], True)
    assert logs.changed(1) == ([], False)
    logs.write("b", modified=1000.0)
    assert logs.changed(2) == (["b"], True)


def test_a_tag_that_comes_changes_the_lists_and_a_point_does_not(logs: Logs) -> None:
    with SummaryWriter(str(logs.root / "a")) as writer:
        for n_points, (tag, is_new) in enumerate([("loss", True), ("loss", False), ("accuracy", True)], 1):
            writer.add_scalar(tag, 1.0, n_points)
            writer.flush()
            assert logs.changed(n_points) == (["a"], is_new)


def test_a_run_at_rest_that_grows_changes_the_lists_once_as_it_becomes_live(logs: Logs) -> None:
    logs.write("a", modified=1000.0)
    logs.write("b", modified=1000.0)
    assert logs.changed(2) == (["a", "b"], True)
    (path,) = (logs.root / "a").iterdir()
    content = path.read_bytes()
    n_first = int.from_bytes(content[:8], "little") + 16
    for n_points, is_first in [(3, True), (4, False)]:
        with path.open("ab") as file:
            file.write(content[n_first:])
        assert logs.changed(n_points) == (["a"], is_first)


def test_a_live_run_that_falls_silent_changes_the_lists(logs: Logs) -> None:
    logs.write("a", modified=time.time())
    assert logs.changed(1) == (["a"], True)
    assert logs.changed(1) == ([], False)
    logs.later_secs = 90.0
    assert logs.changed(1) == ([], True)
    assert logs.changed(1) == ([], False)
