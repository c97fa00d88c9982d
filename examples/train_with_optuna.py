"""A study with Optuna, a run for each trial; then `sightline runs`. Needs optuna."""

from __future__ import annotations

import optuna

from sightline.integrations.optuna import SightlineCallback

callback = SightlineCallback("runs/study", metrics=["loss"])


def objective(trial: optuna.Trial) -> float:
    lr = trial.suggest_float("lr", 0.01, 0.9, log=True)
    writer = callback.start(trial)
    loss = 1.0
    for step in range(20):
        loss *= 1 - lr
        writer.add_scalar("train/loss", loss, step)
    return loss


optuna.create_study().optimize(objective, n_trials=5, callbacks=[callback])
