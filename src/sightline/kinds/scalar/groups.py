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
from sightline.kinds.scalar.grid import common_grid
from sightline.kinds.scalar.params import GroupBy, GroupsParams, Smoothing, compiled
from sightline.kinds.scalar.pick import columns_of, pick, with_x
from sightline.kinds.scalar_facts import Picked
from sightline.wire.columns import Column
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError

_NAMES = ("x", "n", "mean", "median", "min", "max", "std", "stderr")


def groups(view: StoreView, params: GroupsParams) -> Frame:
    """Return flat columns, group after group; docs/kinds/scalar.md describes how values are carried."""
    blocks: list[dict[str, NDArray[Any]]] = []
    notes: list[dict[str, Any]] = []
    name_of = namer(params.by)
    smoothing = resolve_smoothing(view, params)
    for tag in params.tags:
        named = [(name_of(each.run), each) for each in with_x(pick(view, params.runs, [tag]), params.x)]
        members = sorted(((name, each) for name, each in named if name is not None), key=lambda pair: pair[0])
        if not members:
            continue
        by_name = [
            (name, [each for _, each in pairs]) for name, pairs in groupby(members, lambda pair: pair[0])
        ]
        block, grid_kind = _block(
            [each for _, each in members], [len(each) for _, each in by_name], params, smoothing
        )
        blocks.append(block)
        for name, picked in by_name:
            runs = [each.run.id for each in picked]
            notes.append({"group": name, "tag": tag, "runs": runs, "grid": grid_kind})
    meta = {"generation": view.generation, "smoothing": smoothing.amount if smoothing else 0.0}
    return _stacked(blocks, notes, meta, len(params.quantiles))


def _block(
    picked: Sequence[Picked], sizes: list[int], params: GroupsParams, smoothing: Smoothing | None
) -> tuple[dict[str, NDArray[Any]], str]:
    """The columns of one tag's groups, each of so many series, and the kind of their grid."""
    series, x = columns_of(picked, params.x, superseded=params.superseded)
    if smoothing is not None:
        series.smooth(smoothing.kind, smoothing.amount)
    grid = common_grid(series, x, params.range, params.width_px)
    block = _native.groups(series, x=x, grid=grid.x, sizes=sizes, quantiles=list(params.quantiles))
    return block, grid.kind


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


def _stacked(
    blocks: list[dict[str, NDArray[Any]]], notes: list[dict[str, Any]], meta: dict[str, Any], n_quantiles: int
) -> Frame:
    lengths = [int(n) for block in blocks for n in np.diff(block["offsets"])]
    for note, end, length in zip(notes, np.cumsum(lengths).tolist(), lengths, strict=True):
        note |= {"offset": end - length, "length": length}
    columns: dict[str, Column] = {"group": np.repeat(np.arange(len(notes), dtype=np.uint32), lengths)}
    for name in (*_NAMES, *(f"q{i}" for i in range(n_quantiles))):
        empty = np.empty(0, np.uint32 if name == "n" else np.float64)
        columns[name] = np.concatenate([empty, *(block[name] for block in blocks)])
    return Frame(columns, {**meta, "groups": notes})
