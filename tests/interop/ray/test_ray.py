"""The callback for Ray Tune, in a real search."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray is not installed: make test-interop-ray")

import sightline
from support.logs import load, points_of

if " " in sys.executable:
    pytest.skip("Ray starts no program whose path has a space", allow_module_level=True)

EXAMPLE = Path(__file__).parents[3] / "examples/train_with_ray_tune.py"
FAILING = """
import os, sys
import numpy as np
from ray import tune
from sightline.integrations.ray import SightlineCallback

def train(config):
    tune.report({"loss": config["lr"], "nested": {"acc": 0.5}, "weights": np.arange(9.0)})
    if config["lr"] > 0.2:
        raise ValueError("no")

callbacks = [SightlineCallback(metrics=["loss"])]
config = tune.RunConfig(name="tune", storage_path=os.path.abspath("runs"), callbacks=callbacks)
tune.Tuner(train, param_space={"lr": tune.grid_search([0.1, 0.5])}, run_config=config).fit()
"""


def run_program(*command: str, cwd: Path) -> None:
    environ = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=environ,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_example_logs_a_run_for_each_trial(tmp_path: Path) -> None:
    run_program(str(EXAMPLE), cwd=tmp_path)
    found = points_of(load(tmp_path / "runs"))
    losses = sorted(
        [round(value, 4) for _, _, value in points]
        for (_, tag), points in found.items()
        if tag == "ray/tune/loss"
    )
    assert losses == [
        [0.5, 0.25, 0.125, 0.0625, 0.0312],
        [0.9, 0.81, 0.729, 0.6561, 0.5905],
    ]


def test_trials_have_parameters_status_and_media_and_one_logger(tmp_path: Path) -> None:
    run_program("-c", FAILING, cwd=tmp_path)
    frame = sightline.open(tmp_path / "runs").hparams()
    assert sorted(map(float, frame["lr"])) == [0.1, 0.5]
    assert sorted(map(str, frame["status"])) == ["failure", "success"]
    runs = load(tmp_path / "runs").view().runs
    assert all({"scalar", "histogram", "hparams"} <= set(run.kinds) for run in runs)
    assert all("ray/tune/nested/acc" in run.scalars for run in runs)
    # Ray adds no writer of its own to the same folder.
    assert len(list((tmp_path / "runs").rglob("*tfevents*"))) == 2


def test_contract_ray_calls_these_hooks_with_these_arguments() -> None:
    from ray.tune.experiment import Trial
    from ray.tune.logger import LoggerCallback, TBXLoggerCallback

    from sightline.integrations.ray import SightlineCallback

    assert issubclass(TBXLoggerCallback, LoggerCallback)
    for name in ("log_trial_start", "log_trial_result", "log_trial_end"):
        theirs = list(inspect.signature(getattr(TBXLoggerCallback, name)).parameters)
        assert list(inspect.signature(getattr(SightlineCallback, name)).parameters) == theirs
        assert name in vars(SightlineCallback)
    assert hasattr(Trial, "init_local_path")
    assert isinstance(inspect.getattr_static(Trial, "local_path"), property)
