"""Which points of a series a view shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Range = tuple[float, float]


@dataclass
class Shown:
    """What native `view` says of one series."""

    positions: list[int] = field(default_factory=list)
    marks: dict[int, int] = field(default_factory=dict)
    in_range: int = 0
    nan: int = 0
    pos_inf: int = 0
    neg_inf: int = 0
    unplaced: int = 0
    before: bool = False
    after: bool = False
    exact: bool = True


def bucket_of(x: float, low: float, high: float, n: int) -> int:
    width, distance = high - low, x - low
    if not math.isfinite(width):
        width, distance = high * 0.5 - low * 0.5, x * 0.5 - low * 0.5
    return min(n - 1, int(distance / width * n)) if width > 0 else 0


def sort_of(value: float) -> str:
    if math.isnan(value):
        return "nan"
    return "finite" if math.isfinite(value) else "pos_inf" if value > 0 else "neg_inf"


def extremes(positions: Sequence[int], values: Sequence[float]) -> tuple[set[int], dict[int, int]]:
    """The points that stand for a group, and how many each NaN or infinity among them stands for."""
    groups: dict[str, list[int]] = {}
    for position in positions:
        groups.setdefault(sort_of(values[position]), []).append(position)
    shown, marks = set(), {}
    if finite := groups.pop("finite", None):
        lowest = min(finite, key=lambda p: values[p])
        highest = max(finite, key=lambda p: values[p])
        shown |= {finite[0], finite[-1], lowest, highest}
    for odd in groups.values():
        shown.add(odd[0])
        if len(odd) > 1:
            marks[odd[0]] = len(odd)
    return shown, marks


def select(
    xs: Sequence[float], values: Sequence[float], given: Range | None, n: int, order: Sequence[float]
) -> Shown:
    """`order` is xs before rounding to float: whole steps, where x is that."""
    out = Shown()
    placed = [i for i, x in enumerate(xs) if math.isfinite(x)]
    out.unplaced = len(xs) - len(placed)
    rising = not out.unplaced and all(a <= b for a, b in pairwise(order))
    if not placed:
        return out
    low, high = given or (min(xs[i] for i in placed), max(xs[i] for i in placed))
    inside = [i for i in placed if low <= xs[i] <= high]
    out.in_range = len(inside)
    for sort in ("nan", "pos_inf", "neg_inf"):
        setattr(out, sort, sum(sort_of(values[i]) == sort for i in inside))
    shown = set(inside)
    if len(inside) > 4 * n:
        out.exact = False
        shown = set()
        for group in groups_of(xs, placed, low, high, n):
            more, marks = extremes(group, values)
            shown |= more
            out.marks.update(marks)
    out.positions = sorted(shown)
    if given:
        add_neighbors(out, xs, inside, rising, low)
    return out


def groups_of(xs: Sequence[float], placed: Sequence[int], low: float, high: float, n: int) -> list[list[int]]:
    """Stretches of points that stay in one bucket, or whole buckets where the stretches are too many."""
    stretches: list[list[int]] = []
    current = None
    for i in placed:
        bucket = bucket_of(xs[i], low, high, n) if low <= xs[i] <= high else None
        if bucket is not None and bucket != current:
            stretches.append([])
        if bucket is not None:
            stretches[-1].append(i)
        current = bucket
    if len(stretches) <= 8 * n:
        return stretches
    buckets: dict[int, list[int]] = {}
    for i in placed:
        if low <= xs[i] <= high:
            buckets.setdefault(bucket_of(xs[i], low, high, n), []).append(i)
    return list(buckets.values())


def add_neighbors(out: Shown, xs: Sequence[float], inside: Sequence[int], rising: bool, low: float) -> None:
    if inside:
        before, after = inside[0] - 1, inside[-1] + 1
    elif rising:
        after = sum(x < low for x in xs)
        before = after - 1
    else:
        return
    out.before = before >= 0 and math.isfinite(xs[before])
    out.after = after < len(xs) and math.isfinite(xs[after])
    out.positions = [before] * out.before + out.positions + [after] * out.after
