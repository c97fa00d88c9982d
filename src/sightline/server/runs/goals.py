"""The step a run trains to, as far as its hyperparameters tell: steps, or epochs where it logs its epoch."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sightline.engine.filter import Value
    from sightline.engine.run_view import RunView

_STEPS = re.compile(r"(max|total|num|n)_?(train(ing)?_?)?(steps|iters|iterations)")
_EPOCHS = re.compile(r"(max|total|num|n)_?(train(ing)?_?)?epochs")
# As Transformers logs it: a fraction, so that steps per epoch follow from any of its points.
_EPOCH_TAG = "train/epoch"


def planned_step(run: RunView, hparams: Mapping[str, Value]) -> int | None:
    """Return the last step a run is set to train to.

    None where nothing says so, or where the run is beyond it: then its steps count something else.
    """
    steps = _largest(hparams, _STEPS)
    if steps is None and (epochs := _largest(hparams, _EPOCHS)) is not None:
        steps = _steps_of_epochs(run, epochs)
    if steps is None or run.last_step is None or steps < run.last_step:
        return None
    return round(steps)


def _largest(hparams: Mapping[str, Value], pattern: re.Pattern[str]) -> float | None:
    """The largest positive number under a matching name; Transformers writes -1 for "not set"."""
    found = [
        float(value)
        for name, value in hparams.items()
        if isinstance(value, (int, float))
        and not isinstance(value, bool)
        and 0 < value < math.inf
        and pattern.fullmatch(re.split(r"[./]", name)[-1].lower())
    ]
    return max(found, default=None)


def _steps_of_epochs(run: RunView, epochs: float) -> float | None:
    if _EPOCH_TAG not in run.scalars:
        return None
    points = run.scalar(_EPOCH_TAG).without_superseded()
    if len(points.steps) == 0:
        return None
    step, epoch = int(points.steps[-1]), float(points.values[-1])
    return epochs * step / epoch if epoch > 0 and step > 0 else None
