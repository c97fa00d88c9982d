"""The sub-run that torch's `add_hparams` writes is shown under the run of its training."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.kinds.hparams.tags import EXPERIMENT_TAG, SESSION_END_TAG, SESSION_START_TAG

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView

_SESSION_TAGS = {EXPERIMENT_TAG, SESSION_START_TAG, SESSION_END_TAG}


def is_add_hparams_run(run: RunView, below: str) -> bool:
    """Whether the run is directly below and has only the three session tags and one value per metric."""
    if "/" in below or not run.series("hparams").keys() >= _SESSION_TAGS:
        return False
    others = set(run.kinds) - {"hparams", "scalar"}
    return not others and all(info.n == 1 for info in run.series("scalar").values())
