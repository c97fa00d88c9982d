"""Every example runs as its first lines say, and leaves logs that can be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sightline

ROOT = Path(__file__).parents[2]


def run(example: str, *args: str, cwd: Path) -> str:
    command = [sys.executable, ROOT / "examples" / example, *args]
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    for path in sorted((ROOT / "examples").glob("log_*.py")):
        run(path.name, cwd=folder)
    return folder


def test_examples_log_every_kind_they_claim(folder: Path) -> None:
    logs = sightline.open(folder / "runs")
    assert {run.name for run in logs.view.runs} == {"log_a_training", "tf_style/train", "tf_style/validation"}
    (training,) = (run for run in logs.view.runs if run.name == "log_a_training")
    assert set(training.kinds) >= {"scalar", "histogram", "image", "text", "hparams"}


def test_example_reads_runs_as_columns(folder: Path) -> None:
    assert "200 points of 3 runs" in run("read_runs_as_columns.py", cwd=folder)


def test_example_tracks_a_training(tmp_path: Path) -> None:
    run("track_a_training.py", cwd=tmp_path)
    (tracked,) = sightline.open(tmp_path / "runs").view.runs
    assert {"train/loss", "train/tokens_per_sec", "smoothed/loss"} <= set(tracked.scalars)
    assert (tmp_path / "runs/tracked/metrics.jsonl").exists()
