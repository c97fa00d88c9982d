"""Following: whatever happens to the files, the store ends up as if they were read afresh."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sightline import _native
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.local_reader import LocalReader
from sightline.engine.reader import Entry
from sightline.engine.roots import Pattern, parse_roots
from sightline.engine.store import Store
from sightline.plugins import load_claims
from support.logs import line, load, points_of, wait_until, write_events

Follow = Callable[..., Follower]
HOW = pytest.mark.parametrize("use_events", [True, False], ids=["events", "polling"])


def settles(follower: Follower, root: Path) -> None:
    """Wait until the followed store equals a fresh read."""
    wait_until(lambda: points_of(follower.store) == points_of(load(root)))


def n_points(follower: Follower) -> int:
    return sum(run.n_points for run in follower.store.view().runs)


@HOW
def test_appended_values_come_in(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    writer = _native.EventFileWriter(str(tmp_path / "a"))
    writer.add_scalar("loss", 1.0, 0, 1.0)
    writer.flush()
    follower = follow(tmp_path, use_events=use_events)
    assert n_points(follower) == 1
    for step in range(1, 50):
        writer.add_scalar("loss", 1.0, step, 1.0 + step)
        writer.flush()
        wait_until(lambda step=step: n_points(follower) == step + 1)
    writer.close()


@HOW
def test_new_runs_and_files_come_in(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    follower = follow(tmp_path, use_events=use_events)
    assert follower.store.view().runs == []
    write_events(tmp_path / "deep/er/run", line("a", range(3), at=1))
    wait_until(lambda: n_points(follower) == 3)
    write_events(tmp_path / "deep/er/run", line("a", range(3, 6), at=10), suffix=".2")
    wait_until(lambda: n_points(follower) == 6)
    assert [run.name for run in follower.store.view().runs] == ["deep/er/run"]


@HOW
def test_a_torn_record_waits_for_its_rest(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    whole = write_events(tmp_path / "elsewhere", line("a", range(9), at=1)).read_bytes()
    path = tmp_path / "logs" / "events.out.tfevents.1"
    path.parent.mkdir()
    path.write_bytes(whole[:-7])
    follower = follow(tmp_path / "logs", use_events=use_events)
    assert n_points(follower) == 8
    with path.open("ab") as file:
        file.write(whole[-7:])
    wait_until(lambda: n_points(follower) == 9)
    assert follower.store.view().runs[0].n_damages == 0


@HOW
def test_truncated_files_are_read_again(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    path = write_events(tmp_path, line("a", range(9), at=1))
    whole = path.read_bytes()
    follower = follow(tmp_path, use_events=use_events)
    os.truncate(path, len(whole) // 2)
    wait_until(lambda: n_points(follower) < 9)
    settles(follower, tmp_path)
    path.write_bytes(whole)
    wait_until(lambda: n_points(follower) == 9)


@HOW
def test_a_file_that_was_cut_and_grew_again_is_read_again(
    tmp_path: Path, follow: Follow, use_events: bool
) -> None:
    path = write_events(tmp_path, line("a", range(9), at=1))
    longer = write_events(tmp_path / "elsewhere", line("b", range(50), at=7)).read_bytes()
    shutil.rmtree(tmp_path / "elsewhere")
    follower = follow(tmp_path, use_events=use_events)
    path.write_bytes(longer)
    wait_until(lambda: n_points(follower) == 50)
    assert points_of(follower.store).keys() == {(".", "b")}


@HOW
def test_replaced_files_are_read_again(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    logs = tmp_path / "logs"
    path = write_events(logs, line("a", range(9), at=1))
    other = write_events(tmp_path / "elsewhere", line("b", range(9), at=1))
    follower = follow(logs, use_events=use_events)
    os.replace(other, path)
    wait_until(lambda: points_of(follower.store).keys() == {(".", "b")})
    settles(follower, logs)


@HOW
def test_deleted_runs_go_and_come_back_under_their_id(
    tmp_path: Path, follow: Follow, use_events: bool
) -> None:
    write_events(tmp_path / "a", line("a", range(9), at=1))
    write_events(tmp_path / "b", line("a", range(9), at=1))
    follower = follow(tmp_path, use_events=use_events)
    ids = {run.name: run.id for run in follower.store.view().runs}
    shutil.rmtree(tmp_path / "a")
    wait_until(lambda: [run.name for run in follower.store.view().runs] == ["b"])
    write_events(tmp_path / "a", line("a", range(5), at=1))
    wait_until(lambda: n_points(follower) == 14)
    assert {run.name: run.id for run in follower.store.view().runs} == ids


@HOW
def test_a_file_that_moves_to_another_run(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    write_events(tmp_path / "a", line("a", range(9), at=1))
    follower = follow(tmp_path, use_events=use_events)
    os.rename(tmp_path / "a", tmp_path / "b")
    wait_until(lambda: [run.name for run in follower.store.view().runs] == ["b"])
    wait_until(lambda: n_points(follower) == 9)


@HOW
def test_a_file_that_goes_away_and_comes_back(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    logs = tmp_path / "logs"
    path = write_events(logs, line("a", range(9), at=1))
    follower = follow(logs, use_events=use_events)
    for _ in range(3):
        os.rename(path, tmp_path / "aside")
        wait_until(lambda: n_points(follower) == 0)
        os.rename(tmp_path / "aside", path)
        wait_until(lambda: n_points(follower) == 9)


@HOW
def test_a_root_that_comes_later_and_goes(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    root = tmp_path / "later"
    follower = follow(root, use_events=use_events)
    write_events(root / "a", line("a", range(9), at=1))
    wait_until(lambda: n_points(follower) == 9)
    shutil.rmtree(root)
    wait_until(lambda: follower.store.view().runs == [])
    write_events(root / "b", line("a", range(4), at=1))
    wait_until(lambda: n_points(follower) == 4)


def test_roots_are_added_and_removed(tmp_path: Path, follow: Follow) -> None:
    write_events(tmp_path / "one" / "a", line("a", range(3), at=1))
    write_events(tmp_path / "two" / "a", line("a", range(4), at=1))
    follower = follow(tmp_path / "one")
    follower.add(Pattern(str(tmp_path / "two")))
    wait_until(lambda: n_points(follower) == 7)
    assert {run.name for run in follower.store.view().runs} == {"a", "two/a"}
    (first, _) = follower.roots
    follower.remove(first)
    assert [run.name for run in follower.store.view().runs] == ["two/a"]
    write_events(tmp_path / "one" / "b", line("a", range(3), at=1))
    write_events(tmp_path / "two" / "b", line("a", range(1), at=1))
    wait_until(lambda: n_points(follower) == 5)
    assert {run.name for run in follower.store.view().runs} == {"two/a", "two/b"}


def test_globs_match_more_as_time_goes_by(tmp_path: Path, follow: Follow) -> None:
    write_events(tmp_path / "exp1" / "a", line("a", range(3), at=1))
    write_events(tmp_path / "other" / "a", line("a", range(3), at=1))
    follower = follow(str(tmp_path / "exp*"))
    write_events(tmp_path / "exp2", line("a", range(2), at=1))
    wait_until(lambda: n_points(follower) == 5)
    assert [run.name for run in follower.store.view().runs] == ["exp1/a", "exp2"]


def test_a_linked_directory_outside_is_followed(tmp_path: Path, follow: Follow) -> None:
    (tmp_path / "logs").mkdir()
    write_events(tmp_path / "outside", line("a", range(3), at=1))
    os.symlink(tmp_path / "outside", tmp_path / "logs" / "link")
    follower = follow(tmp_path / "logs")
    assert n_points(follower) == 3
    write_events(tmp_path / "outside", line("a", range(3, 5), at=10), suffix=".2")
    wait_until(lambda: n_points(follower) == 5)


def test_a_link_made_later_to_a_followed_folder_adds_no_run(tmp_path: Path, follow: Follow) -> None:
    write_events(tmp_path / "run", line("a", range(3), at=1))
    follower = follow(tmp_path)
    assert n_points(follower) == 3
    os.symlink("run", tmp_path / "latest")
    write_events(tmp_path / "other", line("a", range(2), at=1))
    wait_until(lambda: n_points(follower) == 5)
    assert [run.name for run in follower.store.view().runs] == ["other", "run"]


def test_views_stay_as_they_were(tmp_path: Path, follow: Follow) -> None:
    writer = _native.EventFileWriter(str(tmp_path))
    for step in range(10):
        writer.add_scalar("a", step, step, 1.0 + step)
    writer.flush()
    follower = follow(tmp_path)
    before = follower.store.view()
    for step in range(10, 10_000):
        writer.add_scalar("a", step, step, 1.0 + step)
    writer.add_scalar("b", 0.0, 0, 1.0)
    writer.close()
    wait_until(lambda: n_points(follower) == 10_001)
    (run,) = before.runs
    assert list(run.series("scalar")) == ["a"]
    assert run.n_points == 10
    assert run.scalar("a").steps.tolist() == list(range(10))
    assert sum(len(chunk) for chunk in run.scalar("a").chunks) == 10
    assert [run.id for run in follower.store.view().changed_since(before.generation)] == [run.id]


def test_listeners_hear_of_commits(tmp_path: Path, follow: Follow) -> None:
    follower = follow(tmp_path)
    heard: list[int] = []
    stop = follower.store.listen(lambda: heard.append(follower.store.generation))
    generation = follower.store.generation
    write_events(tmp_path, line("a", range(3), at=1))
    assert follower.store.wait(generation, 20)
    wait_until(lambda: bool(heard))
    stop()


def test_progress_counts_files_and_bytes(tmp_path: Path, follow: Follow) -> None:
    paths = [write_events(tmp_path / name, line("a", range(9), at=1)) for name in "abc"]
    progress = follow(tmp_path).progress
    assert (progress.n_files, progress.n_files_read, progress.n_runs) == (3, 3, 3)
    assert progress.n_bytes == progress.n_bytes_read == sum(path.stat().st_size for path in paths)
    assert progress.n_points == 27
    assert not progress.is_loading


def test_progress_is_loading_until_the_first_walk_is_over(tmp_path: Path) -> None:
    write_events(tmp_path / "a", line("a", range(3), at=1))
    for _ in range(20):
        follower = Follower(Store(default_reader(), load_claims()), parse_roots(tmp_path))
        try:
            follower.start()
            while (progress := follower.progress).is_loading:
                pass
            assert (progress.n_runs, progress.n_points) == (1, 3)
        finally:
            follower.close()


class SlowSecondWalk(LocalReader):
    """The walk after the first one waits until the test lets it go."""

    def __init__(self) -> None:
        self.n_walks = 0
        self.go_on = threading.Event()

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        self.n_walks += 1
        assert self.n_walks < 3 or self.go_on.wait(60)  # a walk lists the root, then the run
        return super().list(paths)


def test_walk_after_the_first_is_not_loading(tmp_path: Path) -> None:
    write_events(tmp_path / "a", line("a", range(3), at=1))
    reader = SlowSecondWalk()
    follower = Follower(
        Store(reader, load_claims()), parse_roots(tmp_path), reload_interval_secs=0.01, use_events=False
    )
    try:
        follower.start()
        wait_until(lambda: reader.n_walks == 3)
        assert not follower.progress.is_loading
    finally:
        reader.go_on.set()
        follower.close()


def test_file_replaced_by_a_pipe_is_reported_and_its_points_dropped(tmp_path: Path, follow: Follow) -> None:
    write_events(tmp_path / "a", line("a", range(3), at=1))
    (file,) = (tmp_path / "a").glob("*tfevents*")
    follower = follow(tmp_path)
    assert n_points(follower) == 3
    file.unlink()
    os.mkfifo(file)
    write_events(tmp_path / "b", line("a", range(2), at=1))
    wait_until(lambda: "b" in [run.name for run in follower.store.view().runs])
    wait_until(lambda: n_points(follower) == 2)
    wait_until(lambda: [problem.path for problem in follower.problems] == [str(file)])
