"""A forest of regression trees, by scikit-learn: how much worse it predicts with a value shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NEEDS = "Importance needs scikit-learn: pip install 'sightline[analysis]'"
MAX_TRIALS = 2000
_N_TREES, _N_SHUFFLES = 60, 3


class Importances(NamedTuple):
    """Shares that add up to 1; the part of the variance of unseen trials that was explained; of how many."""

    shares: list[float]
    explained: float
    n: int


def importances(features: Sequence[Floats], metric: Floats) -> Importances | None:
    """The importance of each group of feature columns; None where scikit-learn is not installed."""
    try:
        from sklearn.ensemble import RandomForestRegressor
    except ImportError:
        return None
    random = np.random.default_rng(0)
    rows = random.permutation(len(metric))[:MAX_TRIALS]
    x, y = np.hstack(features)[rows].astype(np.float32), metric[rows]
    forest = RandomForestRegressor(_N_TREES, min_samples_leaf=2, oob_score=len(y) >= 10, random_state=0)
    forest.fit(x, y)
    explained = float(forest.oob_score_) if len(y) >= 10 else 0.0
    edges = np.cumsum([0, *(group.shape[1] for group in features)]).tolist()
    worse = [_loss_when_shuffled(forest, x, y, slice(begin, end), random) for begin, end in pairwise(edges)]
    total = sum(worse)
    return Importances([each / total if total > 0 else 0.0 for each in worse], max(0.0, explained), len(y))


def _loss_when_shuffled(
    forest: object, x: NDArray[np.float32], y: Floats, columns: slice, random: np.random.Generator
) -> float:
    """By how much the mean squared error grows; columns of one hyperparameter are shuffled together."""
    before = _error(forest, x, y)
    after = 0.0
    for _ in range(_N_SHUFFLES):
        shuffled = x.copy()
        shuffled[:, columns] = shuffled[random.permutation(len(x)), columns]
        after += _error(forest, shuffled, y) / _N_SHUFFLES
    return max(0.0, after - before)


def _error(forest: object, x: NDArray[np.float32], y: Floats) -> float:
    guessed: Floats = forest.predict(x)  # type: ignore[attr-defined]
    return float(np.mean((guessed - y) ** 2))
