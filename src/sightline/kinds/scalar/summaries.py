"""Summaries of series: a row per run and tag, for sorting, filtering and tables; and an overview of tags."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import SummariesParams, TagsParams
from sightline.kinds.scalar.pick import pick
from sightline.kinds.scalar_facts import NUMBERS, SLUG, STEPS, Picked, facts_of
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame


def summaries(view: StoreView, params: SummariesParams) -> Frame:
    """Return one row per run and tag: counts, last, extremes, mean of the last k, first NaN."""
    picked = pick(view, params.runs, params.tags)
    facts = facts_of(picked, params.k, superseded=params.superseded)
    return Frame(_keys(picked) | _columns(facts), {"generation": view.generation, "k": params.k})


def tags(view: StoreView, params: TagsParams) -> Frame:
    """Return the summaries' columns with each series' display name, description and superseded points."""
    picked = pick(view, params.runs, None)
    facts = facts_of(picked, SummariesParams().k, superseded=False)
    infos = [each.run.series(SLUG)[each.tag] for each in picked]
    columns = _keys(picked) | _columns(facts)
    columns["superseded"] = np.array([info.n for info in infos], np.int64) - facts["n"]
    columns["display_name"] = Dictionary.of([info.display_name for info in infos])
    columns["description"] = Dictionary.of([info.description for info in infos])
    return Frame(columns, {"generation": view.generation})


def _keys(picked: Sequence[Picked]) -> dict[str, Column]:
    return {
        "run": np.array([each.run.id for each in picked], np.uint32),
        "tag": Dictionary.of([each.tag for each in picked]),
    }


def _columns(facts: NDArray[np.void]) -> dict[str, Column]:
    """The records as columns, steps masked where there is no such point."""
    empty = facts["n"] == 0
    never_finite = np.isnan(facts["min"]) | empty
    never = {"step_of_min": never_finite, "step_of_max": never_finite, "first_nan_step": facts["nan"] == 0}
    columns: dict[str, Column] = {"n": facts["n"].copy()}
    columns |= {name: np.where(empty, np.nan, facts[name]) for name in NUMBERS}
    columns |= {name: np.ma.MaskedArray(facts[name].copy(), mask=never.get(name, empty)) for name in STEPS}
    columns["nan"] = facts["nan"].copy()
    columns["inf"] = facts["pos_inf"] + facts["neg_inf"]
    return columns
