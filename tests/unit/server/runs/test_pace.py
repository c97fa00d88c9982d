"""The pace of runs: steps per second over the last minutes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.server.runs.pace import rate, steps_per_sec


def test_rate_counts_only_the_last_five_minutes() -> None:
    wall_times = np.array([0.0, 1000.0, 1100.0, 1300.0])
    assert rate(np.array([0, 90_000, 90_200, 90_600]), wall_times) == pytest.approx(2.0)


@pytest.mark.parametrize("steps", [[], [5], [5, 5], [9, 3]])
def test_rate_is_unknown_without_progress(steps: list[int]) -> None:
    assert rate(np.array(steps, np.int64), np.arange(len(steps), dtype=np.float64)) is None


def test_steps_per_sec_is_of_live_runs_and_their_densest_tag(tmp_path: Path) -> None:
    with sightline.SummaryWriter(str(tmp_path / "a")) as writer:
        for step in range(0, 100, 10):
            writer.add_scalar("loss", 1.0, step, walltime=1000.0 + step / 5)
        writer.add_scalar("eval", 1.0, 10_000, walltime=1000.0)
    with sightline.open(tmp_path) as logs:
        (run,) = logs.view.runs
        assert steps_per_sec(run) == pytest.approx(5.0)
