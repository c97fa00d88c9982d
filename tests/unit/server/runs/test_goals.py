"""Where hyperparameters let a run end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import sightline
from sightline.server.runs.goals import planned_step


def planned(folder: Path, hparams: Mapping[str, str | float | bool]) -> int | None:
    """Of a run at step 300 in epoch 1.5."""
    with sightline.SummaryWriter(str(folder)) as writer:
        for step in (100, 200, 300):
            writer.add_scalar("train/epoch", step / 200, step)
    with sightline.open(folder) as logs:
        (run,) = logs.view.runs
        return planned_step(run, hparams)


@pytest.mark.parametrize(
    ("hparams", "step"),
    [
        ({"max_steps": 5000}, 5000),
        ({"trainer/max_steps": 5000, "eval.n_steps": 400}, 5000),
        ({"num_train_epochs": 3.0, "max_steps": -1}, 600),
        ({"num_train_steps": "many", "max_steps": True}, None),
        ({"warmup_steps": 5000, "lr": 1.0}, None),
        ({"max_steps": 200}, None),
    ],
    ids=["steps", "nested", "epochs", "no number", "other steps", "already beyond"],
)
def test_planned_step_follows_from_hyperparameters(
    tmp_path: Path, hparams: Mapping[str, str | float | bool], step: int | None
) -> None:
    assert planned(tmp_path, hparams) == step
