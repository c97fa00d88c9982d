"""Which runs count as stalled, and that the list of runs reports it as time passes."""

from __future__ import annotations

from pathlib import Path

import sightline
from sightline.engine.run_view import LIVE_SECS, RunView
from sightline.server.runs.stalls import stall_of
from unit.server.serving import served, wait_for


def write(folder: Path, *, n: int = 10, interval_secs: float = 2.0, last_step: int | None = None) -> None:
    with sightline.SummaryWriter(str(folder)) as writer:
        for i in range(n):
            step = last_step if last_step is not None and i == n - 1 else i
            writer.add_scalar("loss", 1.0, step, walltime=1000.0 + i * interval_secs)


def run_of(folder: Path) -> RunView:
    with sightline.open(folder) as logs:
        (run,) = logs.view.runs
        return run


def test_run_stalls_after_twenty_usual_intervals_and_the_time_that_is_set(tmp_path: Path) -> None:
    write(tmp_path)
    run = run_of(tmp_path)
    stall = stall_of(run, watched_since=run.grew_at, after_secs=5.0, goal=None)
    assert stall is not None
    assert (stall.since - run.grew_at, stall.usual_secs) == (40.0, 2.0)
    late = stall_of(run, watched_since=run.grew_at, after_secs=300.0, goal=None)
    assert late is not None
    assert late.since - run.grew_at == 300.0


def test_run_never_stalls_at_its_goal_or_if_nobody_saw_it_live(tmp_path: Path) -> None:
    write(tmp_path)
    run = run_of(tmp_path)
    assert stall_of(run, watched_since=run.grew_at, after_secs=5.0, goal=9) is None
    assert stall_of(run, watched_since=run.grew_at, after_secs=5.0, goal=10) is not None
    later = run.grew_at + LIVE_SECS + 1
    assert stall_of(run, watched_since=later, after_secs=5.0, goal=None) is None


def test_run_never_stalls_once_its_end_is_logged_or_with_too_few_values(tmp_path: Path) -> None:
    write(tmp_path / "short", n=4)
    short = run_of(tmp_path / "short")
    assert stall_of(short, watched_since=short.grew_at, after_secs=5.0, goal=None) is None
    write(tmp_path / "over")
    with sightline.SummaryWriter(str(tmp_path / "over")) as writer:
        writer.add_hparams({"lr": 1.0}, {"loss": 1.0}, run_name=".")
    over = run_of(tmp_path / "over")
    assert over.has_ended
    assert stall_of(over, watched_since=over.grew_at, after_secs=5.0, goal=None) is None


def test_run_list_reports_a_stalled_run_that_is_short_of_the_longest_or_its_goal(tmp_path: Path) -> None:
    for name, last_step in (("longest", 100), ("behind", 50), ("done", 50)):
        write(tmp_path / name, interval_secs=0.01, last_step=last_step)
    with served(tmp_path, stalled_after_secs=0.5) as it:
        it.wait_loaded()
        done = next(run["id"] for run in it.client.api("runs")["runs"] if run["name"] == "done")
        it.client.edit("PATCH", f"runs/{done}", {"goal_step": 50})

        def stalled() -> list[str]:
            return [run["name"] for run in it.client.api("runs")["runs"] if run["stalled"]]

        assert wait_for(stalled, "a stalled run") == ["behind"]
