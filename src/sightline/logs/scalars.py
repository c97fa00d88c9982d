"""Scalars of many runs and tags as one frame, long (a row a point) or wide (a column a tag)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.run_view import RunView
from sightline.engine.segment import Columns
from sightline.engine.series import EMPTY
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame

Series = tuple[int, str, list[Columns], NDArray[np.bool_] | None]


def long_frame(runs: list[RunView], matches: Callable[[str], bool], *, superseded: bool) -> Frame:
    """Columns run, tag, step, wall_time, value (and superseded, where those are wanted)."""
    series = list(_series(runs, matches, superseded=superseded))
    lengths = [sum(len(part.steps) for part in parts) for _, _, parts, _ in series]
    parts = [part for _, _, parts, _ in series for part in parts] or [EMPTY]
    codes: dict[str, int] = {}
    tag_codes = [codes.setdefault(tag, len(codes)) for _, tag, _, _ in series]
    columns: dict[str, Column] = {
        "run": Dictionary(_repeat([place for place, _, _, _ in series], lengths), [run.name for run in runs]),
        "tag": Dictionary(_repeat(tag_codes, lengths), list(codes)),
        "step": np.concatenate([part.steps for part in parts]),
        "wall_time": np.concatenate([part.wall_times for part in parts]),
        "value": np.concatenate([part.values for part in parts], dtype=np.float64),
    }
    if superseded:
        masks = [mask for _, _, _, mask in series]
        columns["superseded"] = _joined_masks(masks, lengths)
    return Frame(columns)


def wide_frame(runs: list[RunView], matches: Callable[[str], bool], *, superseded: bool) -> Frame:
    """Columns run, step, wall_time and one per tag: its last value at the step, masked where it has none."""
    long = long_frame(runs, matches, superseded=superseded)
    run, tag = long.columns["run"], long.columns["tag"]
    assert isinstance(run, Dictionary)
    assert isinstance(tag, Dictionary)
    steps, step_of = np.unique(long["step"], return_inverse=True)
    keys, row_of = np.unique(run.codes.astype(np.int64) * len(steps) + step_of, return_inverse=True)
    wall_times = np.full(len(keys), -np.inf)
    np.maximum.at(wall_times, row_of, long["wall_time"])
    columns: dict[str, Column] = {
        "run": Dictionary((keys // max(1, len(steps))).astype(np.int32), run.values),
        "step": steps[keys % max(1, len(steps))],
        "wall_time": wall_times,
    }
    order = np.argsort(tag.codes, kind="stable")
    edges = np.searchsorted(tag.codes[order], np.arange(len(tag.values) + 1))
    for code, name in enumerate(tag.values):
        mine = order[edges[code] : edges[code + 1]]
        column, missing = np.full(len(keys), np.nan), np.ones(len(keys), np.bool_)
        column[row_of[mine]], missing[row_of[mine]] = long["value"][mine], False
        columns[_free_name(name, columns)] = np.ma.masked_array(column, missing) if missing.any() else column
    return Frame(columns)


def _series(runs: Iterable[RunView], matches: Callable[[str], bool], *, superseded: bool) -> Iterator[Series]:
    for place, run in enumerate(runs):
        for tag in run.series("scalar"):
            if matches(tag):
                series = run.scalar(tag)
                mask = series.superseded
                if mask is None or superseded:
                    yield place, tag, series.arrays(), mask
                else:
                    yield place, tag, [series.without_superseded()], None


def _repeat(codes: list[int], lengths: list[int]) -> NDArray[np.int32]:
    return np.repeat(np.array(codes, dtype=np.int32), np.array(lengths, dtype=np.int64))


def _joined_masks(masks: list[NDArray[np.bool_] | None], lengths: list[int]) -> NDArray[Any]:
    filled = [np.zeros(n, np.bool_) if mask is None else mask for mask, n in zip(masks, lengths, strict=True)]
    return np.concatenate(filled) if filled else np.empty(0, np.bool_)


def _free_name(name: str, taken: dict[str, Column]) -> str:
    while name in taken:
        name += "_"
    return name
