"""The steps at which runs logged a scalar: what a ruler moves along."""

from __future__ import annotations

import numpy as np

from sightline.engine.store import StoreView
from sightline.kinds.scalar.grid import common_grid
from sightline.kinds.scalar.params import LoggedStepsParams
from sightline.kinds.scalar.pick import pick
from sightline.kinds.scalar_facts import gather
from sightline.wire.frame import Frame

# Up to twice as many steps are listed as they are; of more, so many evenly spaced ones.
MOST_STEPS = 10_000


def logged_steps(view: StoreView, params: LoggedStepsParams) -> Frame:
    """Return the steps in rising order, each once."""
    picked = pick(view, params.runs, params.tags)
    if not picked:
        return Frame({"step": np.empty(0, np.int64)}, {"generation": view.generation, "exact": True})
    grid = common_grid(gather(picked, superseded=False), "step", None, MOST_STEPS)
    steps = np.unique(np.rint(grid.x).astype(np.int64))
    return Frame({"step": steps}, {"generation": view.generation, "exact": grid.kind == "exact"})
