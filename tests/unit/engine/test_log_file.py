"""Logs that are no event files: read as runs where there are no event files, and followed like those."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sightline.engine.follow import Follower
from support.logs import line, load, points_of, wait_until, write_events

Follow = Callable[..., Follower]
HOW = pytest.mark.parametrize("use_events", [True, False], ids=["events", "polling"])


def rows(*losses: float) -> str:
    return "".join(
        json.dumps({"step": step, "wall_time": 2e9, "loss": loss}) + "\n" for step, loss in enumerate(losses)
    )


def losses(follower: Follower, run: str) -> list[float]:
    found = points_of(follower.store).get((run, "loss"), [])
    return [value for _, _, value in found]


@HOW
def test_log_file_that_grows_and_is_rewritten_is_followed(
    tmp_path: Path, follow: Follow, use_events: bool
) -> None:
    log = tmp_path / "a/metrics.jsonl"
    log.parent.mkdir()
    log.write_text(rows(3, 2))
    follower = follow(tmp_path, use_events=use_events)
    assert losses(follower, "a") == [3, 2]
    with log.open("a") as file:
        file.write(json.dumps({"step": 2, "wall_time": 2e9, "loss": 1}) + "\n" + '{"step": 3, "lo')
    wait_until(lambda: losses(follower, "a") == [3, 2, 1])
    log.write_text(rows(9))
    wait_until(lambda: losses(follower, "a") == [9])
    log.unlink()
    wait_until(lambda: follower.store.view().runs == [])


@HOW
def test_log_file_gives_way_to_event_files_below_it(tmp_path: Path, follow: Follow, use_events: bool) -> None:
    (tmp_path / "metrics.jsonl").write_text(rows(1, 2))
    follower = follow(tmp_path, use_events=use_events)
    wait_until(lambda: losses(follower, ".") == [1, 2])
    events = write_events(tmp_path / "runs/one", line("loss", range(3), at=5))
    wait_until(lambda: {run.name for run in follower.store.view().runs} == {"runs/one"})
    events.unlink()
    events.parent.rmdir()
    wait_until(lambda: losses(follower, ".") == [1, 2])


def test_newest_checkpoint_is_the_log_of_its_folder(tmp_path: Path) -> None:
    for number, n_rows in enumerate((2, 4)):
        state = tmp_path / f"out/checkpoint-{n_rows}/trainer_state.json"
        state.parent.mkdir(parents=True)
        history = [{"step": step, "loss": 1.0} for step in range(n_rows)]
        state.write_text(json.dumps({"log_history": history}, indent=2))
        os.utime(state, (2e9 + number, 2e9 + number))
    points = points_of(load(tmp_path))
    assert points == {("out", "train/loss"): [(step, 2e9 + 1, 1.0) for step in range(4)]}
    (run,) = load(tmp_path).view().runs
    assert run.restarts == []
    assert list(run.log_titles.values()) == ["Transformers trainer_state.json"]


def test_log_file_that_cannot_be_read_is_a_problem_and_the_rest_is_shown(
    tmp_path: Path, follow: Follow
) -> None:
    for name, text in (("bad", "no header"), ("good", "step,loss\n0,1\n1,2\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "metrics.csv").write_text(text + "\n")
    follower = follow(tmp_path)
    assert losses(follower, "good") == [1, 2]
    (problem,) = follower.problems
    assert problem.path.endswith("bad/metrics.csv")
    assert "expected a header" in problem.message


def test_log_file_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.csv").write_text("step,loss\n0,1\n")
    (tmp_path / "logs/a").mkdir(parents=True)
    (tmp_path / "logs/a/metrics.csv").symlink_to(tmp_path / "elsewhere.csv")
    assert load(tmp_path / "logs").view().runs == []


def test_hparams_of_accelerate_belong_to_the_run_above_their_folder(tmp_path: Path) -> None:
    write_events(tmp_path / "exp", line("loss", range(3), at=5))
    beside = tmp_path / "exp/1700000000.123/hparams.yml"
    beside.parent.mkdir()
    beside.write_text("lr: 0.1\n")
    alone = tmp_path / "other/hparams.yml"
    alone.parent.mkdir()
    alone.write_text("lr: 0.2\n")
    view = load(tmp_path).view()
    assert {run.name: [file.path for file in run.side_files] for run in view.runs} == {
        "exp": [str(beside)],
        "other": [str(alone)],
    }
