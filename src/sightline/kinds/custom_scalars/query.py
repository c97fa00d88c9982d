"""Layouts of charts: the union of what the runs logged, and which scalars their expressions match."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from msgspec import Meta

from sightline.engine.store import StoreView
from sightline.kinds.custom_scalars.decode import Category, decode, merge
from sightline.kinds.custom_scalars.matching import match
from sightline.kinds.items import ItemParams, find, read, series_of
from sightline.wire.params import Params
from sightline.wire.query import Query

SLUG = "custom_scalars"
MAX_PATTERNS = 1000


class LayoutParams(Params, frozen=True):
    """Whose layouts are joined; null means those of all runs."""

    runs: tuple[int, ...] | None = None


class MatchParams(Params, frozen=True):
    """Regular expressions for tags, and the runs whose scalars are matched; null means all."""

    patterns: Annotated[tuple[str, ...], Meta(max_length=MAX_PATTERNS)]
    runs: tuple[int, ...] | None = None


def layout(view: StoreView, params: LayoutParams) -> dict[str, Any]:
    """The categories of all runs joined as TensorBoard joins them, and the layouts that could not be read."""
    layouts: list[list[Category]] = []
    faults: list[dict[str, Any]] = []
    for run, tag in series_of(view, SLUG, params.runs, None):
        try:
            layouts.append(read(view, find(view, SLUG, ItemParams(run.id, tag)), decode))
        except LookupError as error:
            faults.append({"run": run.id, "text": str(error.args[0])})
    return {"categories": [asdict(category) for category in merge(layouts)], "faults": faults}


def matches(view: StoreView, params: MatchParams) -> dict[str, Any]:
    """The scalar tags that each expression matches, or what is wrong with it."""
    found = {tag: None for _, tag in series_of(view, "scalar", params.runs, None)}
    answer = match(list(dict.fromkeys(params.patterns)), sorted(found))
    return {
        "matches": {
            pattern: {"tags": list(each.tags), "fault": each.fault} for pattern, each in answer.items()
        }
    }


QUERIES: dict[str, Query[Any]] = {
    "layout": Query(LayoutParams, layout, "json"),
    "match": Query(MatchParams, matches, "json"),
}
