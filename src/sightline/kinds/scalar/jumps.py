"""What jumped at a step: each tag's value there against the values before it."""

from __future__ import annotations

import numpy as np

from sightline import _native
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import JumpsParams
from sightline.kinds.scalar.pick import pick
from sightline.kinds.scalar_facts import gather
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame

_STEPS = ("since_step", "first_nonfinite_step")
_COLUMNS = (
    "at_step", "value", "mean", "std", "z", "n_before", "interval", *_STEPS, "first_nonfinite",
)  # fmt: skip


def jumps(view: StoreView, params: JumpsParams) -> Frame:
    """Return one row per run and tag with a value up to the step; docs/kinds/scalar.md has the rules."""
    picked = pick(view, params.runs, None)
    step = np.inf if params.step is None else params.step
    found = _native.jumps(gather(picked, superseded=params.superseded), step=step, n_before=params.n_before)
    present = [picked[place] for place in found["series"].tolist()]
    columns: dict[str, Column] = {
        "run": np.array([each.run.id for each in present], np.uint32),
        "tag": Dictionary.of([each.tag for each in present]),
        **{name: found[name] for name in _COLUMNS},
    }
    columns |= {name: np.ma.MaskedArray(found[name], mask=found[f"has_{name}"] == 0) for name in _STEPS}
    columns |= {name: Lists(found["recent_offsets"], found[name]) for name in ("recent_steps", "recent")}
    return Frame(columns, {"generation": view.generation})
