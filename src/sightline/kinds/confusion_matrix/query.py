"""Confusion matrices of one tag, run by run: as logged, or of the classes most often mistaken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.confusion_matrix.decode import ConfusionMatrix, decode
from sightline.kinds.items import ItemParams, find, items_query, read, series_of, steps_query
from sightline.wire.columns import Column, Lists
from sightline.wire.frame import Frame
from sightline.wire.params import Params
from sightline.wire.query import Query

MAX_CLASSES = 500
MAX_CELLS = 4_000_000
MAX_NAME_CHARS = 200


class MatrixParams(Params, frozen=True):
    """Which matrix, of which runs and step (the nearest of each; null: the latest).

    Of more than `max_classes` those with most mistakes in all runs are shown and the others summed up.
    """

    tag: str
    runs: tuple[int, ...] | None = None
    step: int | None = None
    max_classes: Annotated[int, Meta(ge=2, le=MAX_CLASSES)] = 100


@dataclass
class _Logged:
    facts: dict[str, Any]
    matrix: ConfusionMatrix | None = None


def matrix(view: StoreView, params: MatrixParams) -> Frame:
    """A row per run: its counts, row by row of true classes; names and totals are in the metadata.

    A count that is negative or no number is NaN. The metadata's `others` is true where a last class stands
    for all that were left out.
    """
    logged = _read(view, params)
    shown = _most_mistaken([each.matrix for each in logged if each.matrix], params.max_classes)
    counts = [np.empty(0) if each.matrix is None else _shown(each, shown) for each in logged]
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum([part.size for part in counts], out=offsets[1:])
    columns: dict[str, Column] = {
        "run": np.array([each.facts["run"] for each in logged], np.uint32),
        "counts": Lists(offsets, np.concatenate([np.empty(0), *(part.reshape(-1) for part in counts)])),
    }
    return Frame(columns, {"generation": view.generation, "series": [each.facts for each in logged]})


def _read(view: StoreView, params: MatrixParams) -> list[_Logged]:
    logged = []
    room = MAX_CELLS
    for run, tag in series_of(view, "confusion_matrix", params.runs, [params.tag]):
        found = find(view, "confusion_matrix", ItemParams(run=run.id, tag=tag, step=params.step))
        each = _Logged({"run": run.id, **found.where()})
        logged.append(each)
        try:
            each.matrix = _cleaned(read(view, found, decode), each.facts)
        except LookupError as error:
            each.facts["error"] = str(error)
            continue
        room -= min(each.matrix.matrix.size, params.max_classes**2)
        if room < 0:
            each.matrix, each.facts["error"] = None, "too many runs at once: this one is left out"
    return logged


def _cleaned(found: ConfusionMatrix, facts: dict[str, Any]) -> ConfusionMatrix:
    counts = found.matrix.astype(np.float64)
    bad = ~(np.isfinite(counts) & (counts >= 0))
    counts[bad] = np.nan
    total = float(np.nansum(counts))
    correct = float(np.nansum(np.diagonal(counts)))
    facts |= {"n_classes": len(counts), "bad": int(bad.sum()), "total": total, "correct": correct}
    return ConfusionMatrix(counts, tuple(name[:MAX_NAME_CHARS] for name in found.class_names))


def _most_mistaken(matrices: Sequence[ConfusionMatrix], most: int) -> set[str] | None:
    """The names of the classes to show; None where all of them are."""
    if all(len(each.class_names) <= most for each in matrices):
        return None
    mistakes: dict[str, float] = {}
    for each in matrices:
        wrong = np.nan_to_num(each.matrix)
        np.fill_diagonal(wrong, 0)
        for name, count in zip(each.class_names, wrong.sum(axis=0) + wrong.sum(axis=1), strict=True):
            mistakes[name] = mistakes.get(name, 0) + count
    return set(sorted(mistakes, key=lambda name: -mistakes[name])[: most - 1])


def _shown(each: _Logged, names_shown: set[str] | None) -> Array:
    assert each.matrix is not None
    counts, names = each.matrix.matrix, each.matrix.class_names
    mine = [place for place, name in enumerate(names) if names_shown is None or name in names_shown]
    rest = [place for place, name in enumerate(names) if names_shown is not None and name not in names_shown]
    each.facts |= {"names": [names[place] for place in mine], "others": len(rest)}
    if not rest:
        return counts
    shown = np.empty((len(mine) + 1, len(mine) + 1))
    shown[:-1, :-1] = counts[np.ix_(mine, mine)]
    shown[:-1, -1] = np.nansum(counts[np.ix_(mine, rest)], axis=1)
    shown[-1, :-1] = np.nansum(counts[np.ix_(rest, mine)], axis=0)
    shown[-1, -1] = np.nansum(counts[np.ix_(rest, rest)])
    return shown


QUERIES: dict[str, Query[Any]] = {
    "items": items_query("confusion_matrix"),
    "matrix": Query(MatrixParams, matrix),
    "steps": steps_query("confusion_matrix"),
}
