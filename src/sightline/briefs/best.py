"""The best runs by a metric."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sightline.briefs.directions import Direction
from sightline.briefs.numbers import number, plain
from sightline.briefs.shapes import Best, BestRow, Plain
from sightline.engine.facts import AGGREGATES
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.hparams.lookup import hparams_of


def best(view: StoreView, chosen: Sequence[RunView], tag: str, better: Direction, limit: int) -> Best:
    """The runs that have the tag, the best first; those that never had a number come last."""
    aggregate = "min" if better == "lower" else "max"
    found = []
    for run in chosen:
        if tag in run.scalars:
            points = run.scalar(tag).without_superseded()
            if len(points.values):
                found.append(
                    (AGGREGATES[aggregate](points), AGGREGATES[f"{aggregate}_step"](points), run, points)
                )
    found.sort(
        key=lambda each: (math.isnan(each[0]), each[0] if better == "lower" else -each[0], each[2].name)
    )
    listed = found[:limit]
    hparams = differing(view, [run for _, _, run, _ in listed])
    rows = [
        BestRow(
            run=run.name,
            value=number(value),
            step=None if math.isnan(step) else int(step),
            last=number(float(points.values[-1])),
            last_step=int(points.steps[-1]),
            hparams={key: values[place] for key, values in hparams.items() if values[place] is not None},
        )
        for place, (value, step, run, points) in enumerate(listed)
    ]
    return Best(tag=tag, better=better, rows=rows, total=len(found))


def differing(view: StoreView, runs: Sequence[RunView]) -> Mapping[str, list[Plain]]:
    """The hyperparameters in which runs differ, with a value for each run; of one run all it has."""
    look_up = hparams_of(view)
    each = [look_up(run) for run in runs]
    keys = dict.fromkeys(key for hparams in each for key in hparams)
    columns = {key: [plain(hparams.get(key)) for hparams in each] for key in keys}
    return {key: values for key, values in columns.items() if len(runs) == 1 or len(set(values)) > 1}
