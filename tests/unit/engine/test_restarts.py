"""Restarts: what is superseded and what is not, by the rule and on real producers' logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.engine.store import Store
from support.logs import GOLDEN, line, load, write_events


def superseded_steps(store: Store, tag: str) -> list[int]:
    (run,) = store.view().runs
    series = run.scalar(tag)
    return [] if series.superseded is None else series.steps[series.superseded].tolist()


def test_a_session_start_supersedes_all_tags_of_older_files(tmp_path: Path) -> None:
    write_events(tmp_path, [*line("a", range(10), at=100), *line("b", range(10), at=100)])
    write_events(tmp_path, line("a", range(6, 8), at=200), start_step=5, suffix=".2")
    store = load(tmp_path)
    assert superseded_steps(store, "a") == [5, 6, 7, 8, 9]
    assert superseded_steps(store, "b") == [5, 6, 7, 8, 9]
    (restart,) = store.view().runs[0].restarts
    assert (restart.step, restart.wall_time, restart.reason) == (5, 200.0, "session start")


def test_a_session_start_in_the_same_file_supersedes_what_came_before_it(tmp_path: Path) -> None:
    from sightline import _native

    writer = _native.EventFileWriter(str(tmp_path))
    for step in range(5):
        writer.add_scalar("a", step, step, 100.0 + step)
    writer.add_session_start(3, 200.0)
    for step in range(3, 6):
        writer.add_scalar("a", step, step, 201.0 + step)
    writer.close()
    store = load(tmp_path)
    series = store.view().runs[0].scalar("a")
    assert series.superseded is not None
    assert series.superseded.tolist() == [False] * 3 + [True] * 2 + [False] * 3
    assert series.without_superseded().steps.tolist() == [0, 1, 2, 3, 4, 5]


def test_the_first_session_start_is_no_restart(tmp_path: Path) -> None:
    write_events(tmp_path, line("a", range(5), at=100), start_step=0)
    store = load(tmp_path)
    assert superseded_steps(store, "a") == []
    assert store.view().runs[0].restarts == []


def test_a_newer_file_supersedes_only_the_tags_it_takes_up(tmp_path: Path) -> None:
    write_events(tmp_path, [*line("a", range(10), at=100), *line("b", range(10), at=100)])
    write_events(tmp_path, line("a", range(7, 12), at=200), suffix=".2")
    store = load(tmp_path)
    assert superseded_steps(store, "a") == [7, 8, 9]
    assert superseded_steps(store, "b") == []
    (restart,) = store.view().runs[0].restarts
    assert (restart.step, restart.reason) == (7, "newer file")


def test_going_on_after_the_last_step_supersedes_nothing(tmp_path: Path) -> None:
    write_events(tmp_path, line("a", range(10), at=100))
    write_events(tmp_path, line("a", range(10, 20), at=200), suffix=".2")
    store = load(tmp_path)
    assert superseded_steps(store, "a") == []
    assert store.view().runs[0].restarts == []
    assert store.view().runs[0].scalar("a").steps.tolist() == list(range(20))


def test_a_third_start_supersedes_both_older_ones(tmp_path: Path) -> None:
    for number, (steps, at) in enumerate([(range(10), 100), (range(5, 9), 200), (range(7, 12), 300)]):
        write_events(tmp_path, line("a", steps, at=at), suffix=f".{number}")
    store = load(tmp_path)
    assert store.view().runs[0].scalar("a").without_superseded().steps.tolist() == [
        *range(5),
        5,
        6,
        *range(7, 12),
    ]
    assert [restart.step for restart in store.view().runs[0].restarts] == [5, 7]


def test_files_written_at_the_same_time_are_merged(tmp_path: Path) -> None:
    write_events(tmp_path, line("a", range(0, 20, 2), at=100), suffix=".0")
    write_events(tmp_path, line("a", range(1, 20, 2), at=100.5), suffix=".1")
    store = load(tmp_path)
    assert superseded_steps(store, "a") == []
    assert store.view().runs[0].scalar("a").steps.tolist() == list(range(20))


def test_steps_that_go_back_within_a_file_stay_as_logged(tmp_path: Path) -> None:
    steps = [0, 1, 2, 1, 1, 5]
    write_events(tmp_path, [("a", step, 100.0 + i, 0.0) for i, step in enumerate(steps)])
    store = load(tmp_path)
    assert superseded_steps(store, "a") == []
    assert store.view().runs[0].scalar("a").steps.tolist() == steps


@pytest.mark.parametrize(
    ("case", "tag", "n", "n_superseded", "restarts"),
    [
        ("torch/purge_step", "loss", 50, 10, [20]),
        ("torch/purge_step", "rare", 5, 2, [20]),
        ("torch/purge_step_twice", "loss", 33, 8, [12]),
        ("torch/purge_step_twice", "first_part_only", 20, 8, [12]),
        ("torch/resume_without_purge", "loss", 40, 10, [10]),
        ("torch/resume_without_purge", "early_only", 8, 0, [10]),
        ("torch/two_writers", "shared", 20, 0, []),
        ("tf/v1_restart", "loss", 55, 10, [20]),
    ],
)
def test_restarts_of_real_logs_are_found(
    case: str, tag: str, n: int, n_superseded: int, restarts: list[int]
) -> None:
    store = load(GOLDEN / case)
    (run,) = store.view().runs
    assert run.scalar(tag).n == n
    assert len(superseded_steps(store, tag)) == n_superseded
    assert [restart.step for restart in run.restarts] == restarts


def test_items_are_superseded_too() -> None:
    (run,) = load(GOLDEN / "torch/purge_step").view().runs
    items = run.items("h", "histogram")
    assert items.superseded is not None
    assert items.step[items.superseded].tolist() == list(range(20, 30))
    assert items.step[items.without_superseded()].tolist() == list(range(40))
