"""Groups of runs: mean, median, spread and quantiles of a group on a common grid of x."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.pattern import PatternError, TextPattern
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.scalar.auto_smoothing import resolve_smoothing
from sightline.kinds.scalar.grid import Grid, common_grid
from sightline.kinds.scalar.params import GroupBy, GroupsParams, Smoothing, compiled
from sightline.kinds.scalar.pick import columns_of, pick, with_x
from sightline.kinds.scalar_facts import Picked
from sightline.wire.columns import Column
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError

Values = NDArray[np.float64]


def groups(view: StoreView, params: GroupsParams) -> Frame:
    """Return flat columns, group after group; docs/kinds/scalar.md describes how values are carried."""
    blocks: list[dict[str, Column]] = []
    notes: list[dict[str, Any]] = []
    name_of = namer(params.by)
    smoothing = resolve_smoothing(view, params)
    for tag in params.tags:
        named = [(name_of(each.run), each) for each in with_x(pick(view, params.runs, [tag]), params.x)]
        members = sorted(((name, each) for name, each in named if name is not None), key=lambda pair: pair[0])
        if not members:
            continue
        names, picked = [name for name, _ in members], [each for _, each in members]
        matrix = _Matrix.of(picked, params, smoothing)
        for name, rows in _stretches(names):
            blocks.append(matrix.block(rows, params.quantiles, group=len(notes)))
            runs = [each.run.id for each in picked[rows]]
            notes.append({"group": name, "tag": tag, "runs": runs, "grid": matrix.grid.kind})
    meta = {"generation": view.generation, "smoothing": smoothing.amount if smoothing else 0.0}
    return _stacked(blocks, notes, meta, len(params.quantiles))


def namer(by: GroupBy) -> Callable[[RunView], str | None]:
    """Return a function from a run to its group; None where it belongs to none."""
    if (values := by.values) is not None:
        return lambda run: _text(values[str(run.id)]) if str(run.id) in values else None
    if (folder := by.folder) is not None:
        return lambda run: "/".join(run.name.split("/")[:folder])
    assert by.pattern is not None
    pattern = compiled(by.pattern)
    return lambda run: _matched(pattern, run.name)


def _matched(pattern: TextPattern, name: str) -> str | None:
    """The pattern's groups in a name, or all that it matches where it has none."""
    try:
        match = pattern.search(name)
    except PatternError as error:
        raise ParamsError(f"by.pattern: {error}") from None
    if match is None:
        return None
    parts = match.groups()
    return ", ".join(part or "" for part in parts) if parts else match.group()


def _text(value: str | float | bool | None) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return value if isinstance(value, str) else f"{value:.12g}"


def _stretches(names: Sequence[str]) -> list[tuple[str, slice]]:
    """Return each name with the rows it has; equal names are adjacent."""
    out, begin = [], 0
    for name, rows in groupby(names):
        end = begin + sum(1 for _ in rows)
        out.append((name, slice(begin, end)))
        begin = end
    return out


class _Matrix:
    """All series of one tag on one grid: a row each, NaN where a series has nothing."""

    def __init__(self, grid: Grid, last: Values, lowest: Values, highest: Values) -> None:
        self.grid, self.last, self.lowest, self.highest = grid, last, lowest, highest

    @classmethod
    def of(cls, picked: Sequence[Picked], params: GroupsParams, smoothing: Smoothing | None) -> _Matrix:
        series, x = columns_of(picked, params.x, superseded=params.superseded)
        if smoothing is not None:
            series.smooth(smoothing.kind, smoothing.amount)
        grid = common_grid(series, x, params.range, params.width_px)
        return cls(grid, *_native.on_grid(series, x=x, grid=grid.x))

    def block(self, rows: slice, quantiles: Sequence[float], *, group: int) -> dict[str, Column]:
        """Return the columns of one group, only where at least one of its runs has a value."""
        there = ~np.isnan(self.last[rows])
        somewhere = there.any(axis=0)
        values = np.ma.masked_invalid(self.last[rows][:, somewhere])
        n = there.sum(axis=0)[somewhere]
        mean = values.mean(axis=0).filled(np.nan)
        std = np.sqrt(((values - mean) ** 2).sum(axis=0).filled(np.nan) / np.maximum(n - 1, 1))
        columns: dict[str, Column] = {
            "group": np.full(int(somewhere.sum()), group, np.uint32),
            "x": self.grid.x[somewhere],
            "n": n.astype(np.uint32),
            "mean": mean,
            "median": _quantile(values, n, 0.5),
            "min": np.fmin.reduce(self.lowest[rows][:, somewhere], axis=0),
            "max": np.fmax.reduce(self.highest[rows][:, somewhere], axis=0),
            "std": std,
            "stderr": std / np.sqrt(n),
        }
        columns |= {f"q{i}": _quantile(values, n, q) for i, q in enumerate(quantiles)}
        return columns


def _quantile(values: np.ma.MaskedArray[Any, Any], n: NDArray[Any], q: float) -> Values:
    """Return the quantile of each column's values, interpolated linearly; missing ones sort to the end."""
    ordered = np.sort(values.filled(np.inf), axis=0)
    place = q * (n - 1)
    below = np.floor(place).astype(np.intp)
    above = np.minimum(below + 1, n - 1)
    columns = np.arange(ordered.shape[1])
    low, high, share = ordered[below, columns], ordered[above, columns], place - below
    result: Values = low * (1 - share) + high * share
    return result


def _stacked(
    blocks: list[dict[str, Column]], notes: list[dict[str, Any]], meta: dict[str, Any], n_q: int
) -> Frame:
    names = [
        "group",
        "x",
        "n",
        "mean",
        "median",
        "min",
        "max",
        "std",
        "stderr",
        *(f"q{i}" for i in range(n_q)),
    ]
    lengths = [len(block["x"]) for block in blocks]
    offsets = np.cumsum([0, *lengths])[:-1].tolist()
    for note, offset, length in zip(notes, offsets, lengths, strict=True):
        note |= {"offset": offset, "length": length}
    kinds = {"group": np.uint32, "n": np.uint32}
    columns: dict[str, Column] = {
        name: np.concatenate([np.empty(0, kinds.get(name, np.float64)), *(block[name] for block in blocks)])
        for name in names
    }
    return Frame(columns, {**meta, "groups": notes})
