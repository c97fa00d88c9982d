"""Summaries of a series, joins on step, and a series on a grid."""

from __future__ import annotations

import math
from collections.abc import Sequence

NAN = math.nan


def summary(
    steps: Sequence[int], wall_times: Sequence[float], values: Sequence[float], k: int
) -> dict[str, float]:
    finite = [i for i, v in enumerate(values) if math.isfinite(v)]
    nans = [i for i, v in enumerate(values) if math.isnan(v)]
    out: dict[str, float] = {
        "n": len(values),
        "nan": len(nans),
        "pos_inf": sum(v == math.inf for v in values),
        "neg_inf": sum(v == -math.inf for v in values),
    }
    if values:
        out |= {
            "first_step": steps[0],
            "last_step": steps[-1],
            "first_wall_time": wall_times[0],
            "last_wall_time": wall_times[-1],
            "last": values[-1],
            "min": min((values[i] for i in finite), default=NAN),
            "max": max((values[i] for i in finite), default=NAN),
            "mean_last": math.fsum(values[i] / len(finite[-k:]) for i in finite[-k:]) if finite else NAN,
        }
    if finite:
        out["step_of_min"] = steps[min(finite, key=lambda i: values[i])]
        out["step_of_max"] = steps[max(finite, key=lambda i: values[i])]
    if nans:
        out["first_nan_step"] = steps[nans[0]]
    return out


def join_on_step(
    steps: Sequence[int], other_steps: Sequence[int], other_values: Sequence[float]
) -> list[float]:
    known = dict(zip(other_steps, other_values, strict=True))
    return [known.get(step, NAN) for step in steps]


def to_grid(
    xs: Sequence[float], values: Sequence[float], grid: Sequence[float]
) -> tuple[list[float], list[float], list[float]]:
    """Carried, lowest and highest value per grid point."""
    points = sorted(((x, v) for x, v in zip(xs, values, strict=True) if math.isfinite(x)), key=lambda p: p[0])
    last, lowest, highest = [], [], []
    for i, g in enumerate(grid):
        until = [v for x, v in points if x <= g]
        cell = [v for x, v in points if (g == x if i == 0 else grid[i - 1] < x <= g)]
        begun = bool(until)
        over = not any(x > (grid[i - 1] if i else math.nextafter(g, -math.inf)) for x, _ in points)
        carried = until[-1] if begun and not over and math.isfinite(until[-1]) else NAN
        finite = [v for v in cell if math.isfinite(v)]
        last.append(carried)
        lowest.append(min(finite, default=carried))
        highest.append(max(finite, default=carried))
    return last, lowest, highest
