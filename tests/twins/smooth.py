"""Smoothing of a whole series: what is not finite passes through and enters no average."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

Weight = Callable[[int], float]


def ema(values: Sequence[float], past: float) -> list[float]:
    """The weighted mean of the finite values so far, each weighing `past` times what the next one does."""
    out, seen = [], []
    for value in values:
        if math.isfinite(value):
            seen.append(value)
            weights = [past ** (len(seen) - 1 - i) for i in range(len(seen))]
            value = weighted_mean(seen, weights)
        out.append(value)
    return out


def window(values: Sequence[float], amount: float) -> list[float]:
    half = int(amount / 2)
    return around(values, half, lambda distance: 1.0)


def gaussian(values: Sequence[float], sigma: float) -> list[float]:
    return around(values, math.ceil(3 * sigma), lambda d: math.exp(-0.5 * (d / sigma) * (d / sigma)))


def around(values: Sequence[float], radius: int, weight: Weight) -> list[float]:
    out = []
    for i, value in enumerate(values):
        near = range(max(0, i - radius), min(len(values), i + radius + 1))
        finite = [j for j in near if math.isfinite(values[j])]
        if math.isfinite(value):
            value = weighted_mean([values[j] for j in finite], [weight(j - i) for j in finite])
        out.append(value)
    return out


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    scale = max(1e-300, *(abs(v) for v in values))
    return (
        math.fsum(w * (v / scale) for v, w in zip(values, weights, strict=True)) / math.fsum(weights) * scale
    )
