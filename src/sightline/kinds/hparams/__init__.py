"""Hyperparameters: what was tried, in which session, and which metrics judge it."""

from __future__ import annotations

from sightline.engine.claims import Claim, Kind

kind = Kind(
    slug="hparams",
    title="Hyperparameters",
    claims=(
        Claim(plugin="hparams"),
        Claim(files="hparams.yaml"),  # Lightning's logger
        Claim(files=".hydra/config.yaml"),
        Claim(files="params.json"),  # Ray Tune, whose events tell only when a trial has ended
    ),
)
