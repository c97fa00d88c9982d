"""Hyperparameter importance: rank correlation or correlation ratio with a metric, and a forest's shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.store import StoreView
from sightline.kinds.hparams.forest import NEEDS, importances
from sightline.kinds.hparams.metrics import Metric
from sightline.kinds.hparams.ranks import bend, correlation_ratio, rank_correlation, ranks
from sightline.kinds.hparams.table import table_of
from sightline.kinds.hparams.values import Values
from sightline.wire.params import Params

Floats = NDArray[np.float64]

MIN_TRIALS = 5
ENOUGH_TRIALS = 30
ENOUGH_PER_HPARAM = 5
MAX_WORDS = 50
# A bend is reported where it exceeds the plain correlation by this much.
_BEND_MARGIN = 0.2


class ImportanceParams(Params, frozen=True):
    """The metric, the main runs of the trials to use (null: all), and which rows the table has."""

    metric: Metric
    runs: tuple[int, ...] | None = None
    group: bool = True
    all_runs: bool = False


def importance(view: StoreView, params: ImportanceParams) -> dict[str, Any]:
    """A row per hyperparameter that varies: share of importance, correlation, shape, number of trials.

    `caution` is a sentence on why not to trust the numbers, `forest` how well the trees explain the metric.
    """
    table = table_of(view, group=params.group, all_runs=params.all_runs)
    metric = table.metric(params.metric)
    wanted = None if params.runs is None else set(params.runs)
    rows = [
        row
        for row, trial in enumerate(table.trials)
        if (wanted is None or trial.run.id in wanted) and not np.ma.getmaskarray(metric)[row]
    ]
    values = metric.data[rows]
    finite = np.isfinite(values)
    rows, values = [row for row, good in zip(rows, finite.tolist(), strict=True) if good], values[finite]
    varying = [part for each in table.hparams if (part := _at(each, rows)).n_distinct > 1]
    return _answer(varying, values, n_left_out=int((~finite).sum()))


def _at(values: Values, rows: Sequence[int]) -> Values:
    return Values.of(values.key, [values.values[row] for row in rows])


def _answer(varying: Sequence[Values], metric: Floats, *, n_left_out: int) -> dict[str, Any]:
    found: list[dict[str, Any]] = [{"key": each.key, **_correlated(each, metric)} for each in varying]
    forest, problem = None, None
    if len(metric) < MIN_TRIALS:
        problem = f"Importance needs at least {MIN_TRIALS} trials with this metric."
    elif varying:
        made = importances([as_features(each) for each in varying], metric)
        problem = NEEDS if made is None else None
        if made is not None:
            forest = {"explained": made.explained, "n": made.n}
            for each, share in zip(found, made.shares, strict=True):
                each["importance"] = share
    found.sort(key=lambda each: (-each.get("importance", 0.0), -_strength(each)))
    facts = {"n": len(metric), "left_out": n_left_out, "caution": caution(len(metric), len(varying))}
    return {**facts, "forest": forest, "problem": problem, "hparams": found}


def _strength(each: dict[str, Any]) -> float:
    """How strongly the metric goes with a hyperparameter: in a line, in a bend or by category."""
    strengths: list[float] = [abs(each[name] or 0.0) for name in ("correlation", "bend", "ratio")]
    return max(strengths)


def caution(n_trials: int, n_hparams: int) -> str | None:
    """Why the numbers should not be trusted yet; None where there are enough trials."""
    wanted = max(ENOUGH_TRIALS, ENOUGH_PER_HPARAM * n_hparams)
    if n_trials >= wanted:
        return None
    trials = "1 trial is" if n_trials == 1 else f"{n_trials} trials are"
    hparams = "1 hyperparameter" if n_hparams == 1 else f"{n_hparams} hyperparameters"
    return f"{trials} too few for {hparams}: about {wanted} are needed."


def _correlated(each: Values, metric: Floats) -> dict[str, Any]:
    """Rank correlation over the trials that have the key; text has no order, so its value is a ratio."""
    there = np.array([value is not None for value in each.values], np.bool_)
    facts: dict[str, Any] = {"n": int(there.sum()), "type": each.type}
    facts |= {"correlation": None, "bend": None, "ratio": None}
    if each.type not in ("number", "bool"):
        categories = [repr(value) for value in each.values if value is not None]
        facts["ratio"] = correlation_ratio(categories, metric[there])
        return facts
    x = np.array([0.0 if value is None else float(value) for value in each.values])[there]
    usable = ~np.isnan(x)
    x, y = x[usable], metric[there][usable]
    if len(x) < 3:
        return facts
    facts["correlation"], bent = rank_correlation(x, y), bend(x, y)
    if bent is not None and abs(bent) > abs(facts["correlation"] or 0.0) + _BEND_MARGIN:
        facts["bend"] = bent
    return facts


def as_features(each: Values) -> Floats:
    """Ranks for numbers, which is all that trees see of them, 0 where there is none; a column per word."""
    if each.type in ("number", "bool"):
        plain = np.array([np.nan if value is None else float(value) for value in each.values])
        out = np.zeros((len(plain), 1))
        there = ~np.isnan(plain)
        out[there, 0] = ranks(plain[there])
        return out
    words = list(dict.fromkeys(map(repr, each.values)))[:MAX_WORDS]
    return np.array([[float(repr(value) == word) for word in words] for value in each.values])
