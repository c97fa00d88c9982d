"""Hyperparameters: what was tried, in which session, and which metrics judge it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.engine.kind import Claim, FactLookup, Kind
from sightline.kinds.hparams.folding import is_add_hparams_run
from sightline.kinds.hparams.tags import SESSION_END_TAG

if TYPE_CHECKING:
    from sightline.engine.store import StoreView


def _facts(view: StoreView) -> FactLookup:
    # Imported here: a writer needs this package, but none of what reads sessions.
    from sightline.kinds.hparams.lookup import hparams_of

    return hparams_of(view)


kind = Kind(
    slug="hparams",
    title="Hyperparameters",
    claims=(
        Claim(plugin="hparams"),
        Claim(files="hparams.yaml"),  # Lightning's logger
        # Accelerate's tracker, in a folder named by the time.
        Claim(files="??????????.*/hparams.yml", alone=True),
        Claim(files="hparams.yml", alone=True),
        Claim(files=".hydra/config.yaml"),
        Claim(files="params.json"),  # Ray Tune, which logs its events only when a trial has ended
    ),
    end_tags=(SESSION_END_TAG,),
    folds=is_add_hparams_run,
    facts=_facts,
)
