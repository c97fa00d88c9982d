"""What series do between two steps: where they start and end, how low and high they go."""

from __future__ import annotations

import numpy as np

from sightline import _native
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import SpansParams
from sightline.kinds.scalar.pick import pick
from sightline.kinds.scalar_facts import gather
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame


def spans(view: StoreView, params: SpansParams) -> Frame:
    """Return one row per run and tag that has points; docs/kinds/scalar.md has the rule for gaps."""
    picked = pick(view, params.runs, params.tags)
    found = _native.spans(gather(picked, superseded=params.superseded), range=params.range)
    present = [picked[i] for i in found.pop("series").tolist()]
    columns: dict[str, Column] = {
        "run": np.array([each.run.id for each in present], np.uint32),
        "tag": Dictionary.of([each.tag for each in present]),
        **found,
    }
    return Frame(columns, {"generation": view.generation})
