"""A small search with Ray Tune, a run for each trial; then `sightline runs`. Needs ray[tune]."""

from __future__ import annotations

import os

from ray import tune

from sightline.integrations.ray import SightlineCallback


def train(config: dict[str, float]) -> None:
    loss = 1.0
    for _ in range(5):
        loss *= 1 - config["lr"]
        tune.report({"loss": loss})


tuner = tune.Tuner(
    train,
    param_space={"lr": tune.grid_search([0.1, 0.5])},
    run_config=tune.RunConfig(
        name="tune",
        storage_path=os.path.abspath("runs"),
        callbacks=[SightlineCallback(metrics=["loss"])],
    ),
)
tuner.fit()
