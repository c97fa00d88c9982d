"""Curves over thresholds, many runs in one frame: what the queries of PR and ROC curves share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.items import Found, ItemParams, find, read, series_of
from sightline.wire.columns import Column
from sightline.wire.frame import Frame
from sightline.wire.params import Params
from sightline.wire.query import Query

MAX_CURVES = 1000
MAX_POINTS = 2000
COLUMNS = ("threshold", "tp", "fp", "tn", "fn", "precision", "recall", "fpr", "tpr")


class CurvesParams(Params, frozen=True):
    """Which curves, of which step (the nearest one of each; null: the latest)."""

    tags: tuple[str, ...]
    runs: tuple[int, ...] | None = None
    step: int | None = None


@dataclass(frozen=True)
class Curve:
    """Thresholds, counts and rates, a number each; a rate that its counts leave undefined is NaN.

    `n_bad` thresholds have a count that is negative or no number: their counts stay, their rates are NaN.
    """

    points: Array  # one row for each of COLUMNS
    pr_area: float
    roc_area: float
    n_bad: int = 0


def curves_query(kind: str, decode: Callable[[bytes], Curve]) -> Query[CurvesParams]:
    """The query `curve`: flat columns, curve after curve; the metadata has the rows of each curve."""
    return Query(CurvesParams, lambda view, params: _curves(view, kind, params, decode))


def make_curve(thresholds: Array, counts: Array, precision: Array, recall: Array) -> Curve:
    """A curve from rows of TP, FP, TN and FN, and the precision and recall that go with them."""
    tp, fp, tn, fn = counts
    bad = (~(np.isfinite(counts) & (counts >= 0))).any(axis=0)
    precision = np.where(bad | (tp + fp == 0) | ~_is_rate(precision), np.nan, precision)
    recall = np.where(bad | ~_is_rate(recall), np.nan, recall)
    fpr, tpr = (np.where(bad, np.nan, _share(part, rest)) for part, rest in ((fp, tn), (tp, fn)))
    points = np.stack([thresholds, tp, fp, tn, fn, precision, recall, fpr, tpr])
    return Curve(points, pr_area(recall, precision), roc_area(fpr, tpr), int(bad.sum()))


def pr_area(recall: Array, precision: Array) -> float:
    """The area by trapezoids under the defined points, held level from the least recall to 0."""
    x, y = _defined(recall, precision)
    if len(x) < 2:
        return float("nan")
    return float(_trapezoids(np.concatenate([[0.0], x]), np.concatenate([y[:1], y])))


def roc_area(fpr: Array, tpr: Array) -> float:
    """The area by trapezoids under the defined points between (0, 0) and (1, 1)."""
    x, y = _defined(fpr, tpr)
    if len(x) < 2:
        return float("nan")
    return float(_trapezoids(np.concatenate([[0.0], x, [1.0]]), np.concatenate([[0.0], y, [1.0]])))


def _is_rate(values: Array) -> Array:
    with np.errstate(invalid="ignore"):
        found: Array = (values >= 0) & (values <= 1)
    return found


def _share(part: Array, rest: Array) -> Array:
    total = part + rest
    share: Array = np.divide(part, total, out=np.full(part.shape, np.nan), where=total > 0)
    return share


def _defined(x: Array, y: Array) -> tuple[Array, Array]:
    """The finite points from left to right; thresholds rise, so a curve is drawn from its end."""
    seen = np.isfinite(x) & np.isfinite(y)
    x, y = x[seen][::-1], y[seen][::-1]
    order = np.argsort(x, kind="stable")
    return x[order], y[order]


def _trapezoids(x: Array, y: Array) -> Any:
    return np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2)


def _curves(view: StoreView, kind: str, params: CurvesParams, decode: Callable[[bytes], Curve]) -> Frame:
    requested = list(series_of(view, kind, params.runs, params.tags))
    parts: list[Array] = [np.empty((len(COLUMNS), 0))]
    facts: list[dict[str, Any]] = []
    for run, tag in requested[:MAX_CURVES]:
        found = find(view, kind, ItemParams(run=run.id, tag=tag, step=params.step))
        points, state = _read(view, found, decode)
        offset = sum(part.shape[1] for part in parts)
        facts.append({"run": run.id, "tag": tag, **found.where(), "offset": offset, **state})
        parts.append(points)
    rows = np.concatenate(parts, axis=1)
    columns: dict[str, Column] = dict(zip(COLUMNS, rows, strict=True))
    left_off = len(requested) - len(facts)
    return Frame(columns, {"generation": view.generation, "series": facts, "left_off": left_off})


def _read(view: StoreView, found: Found, decode: Callable[[bytes], Curve]) -> tuple[Array, dict[str, Any]]:
    try:
        curve = read(view, found, decode)
    except LookupError as error:
        return np.empty((len(COLUMNS), 0)), {"length": 0, "total": 0, "error": str(error)}
    total = curve.points.shape[1]
    shown = curve.points[:, _spaced(total)]
    return shown, {
        "length": shown.shape[1],
        "total": total,
        "bad": curve.n_bad,
        "pr_area": _known(curve.pr_area),
        "roc_area": _known(curve.roc_area),
    }


def _spaced(total: int) -> Array:
    if total <= MAX_POINTS:
        return np.arange(total)
    return np.unique(np.linspace(0, total - 1, MAX_POINTS).round().astype(int))


def _known(area: float) -> float | None:
    return area if np.isfinite(area) else None
