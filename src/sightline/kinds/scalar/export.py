"""All points of runs and tags as a file to save, made while it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from sightline.engine.export import ExportError
from sightline.engine.pieces import csv_pieces, parquet_pieces
from sightline.engine.segment import Columns
from sightline.engine.series import EMPTY
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import ExportParams
from sightline.kinds.scalar.pick import pick
from sightline.kinds.scalar_facts import Picked
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from sightline.wire.query import Download

# This many points are in memory at a time, and make one piece of the file.
ROWS_A_PIECE = 50_000


def export(view: StoreView, params: ExportParams) -> Download:
    """Return every point as logged: columns run, tag, step, wall_time, value."""
    frames = _frames(pick(view, params.runs, params.tags), params)
    empty = _frame([])
    if params.format == "csv":
        return Download(csv_pieces(empty, frames), "text/csv; charset=utf-8", "scalars.csv")
    try:
        pieces = parquet_pieces(empty, frames)
    except ExportError as error:
        raise ParamsError(str(error)) from None
    return Download(pieces, "application/vnd.apache.parquet", "scalars.parquet")


Block = tuple[Picked, Columns]


def _frames(picked: Iterable[Picked], params: ExportParams) -> Iterator[Frame]:
    """Gather short series into one frame; values of one frame have one precision, the one logged."""
    waiting: list[Block] = []
    n = 0
    for each, points in _blocks(picked, params):
        n += len(points.steps)
        if waiting and (n > ROWS_A_PIECE or waiting[0][1].values.dtype != points.values.dtype):
            yield _frame(waiting)
            waiting, n = [], len(points.steps)
        waiting.append((each, points))
    if waiting:
        yield _frame(waiting)


def _blocks(picked: Iterable[Picked], params: ExportParams) -> Iterator[Block]:
    for each in picked:
        series = each.run.scalar(each.tag)
        are_all_shown = params.superseded or series.superseded is None
        for columns in series.arrays() if are_all_shown else [series.without_superseded()]:
            for begin in range(0, len(columns.steps), ROWS_A_PIECE):
                yield each, _within(columns.at(slice(begin, begin + ROWS_A_PIECE)), params.range)


def _within(columns: Columns, steps: tuple[float, float] | None) -> Columns:
    if steps is None:
        return columns
    return columns.at((columns.steps >= steps[0]) & (columns.steps <= steps[1]))


def _frame(blocks: list[Block]) -> Frame:
    columns = [part for _, part in blocks] or [EMPTY]
    lengths = [len(part.steps) for part in columns]
    runs = Dictionary.of([each.run.name for each, _ in blocks])
    tags = Dictionary.of([each.tag for each, _ in blocks])
    return Frame(
        {
            "run": Dictionary(np.repeat(runs.codes, lengths if blocks else 0), runs.values),
            "tag": Dictionary(np.repeat(tags.codes, lengths if blocks else 0), tags.values),
            "step": np.concatenate([part.steps for part in columns]),
            "wall_time": np.concatenate([part.wall_times for part in columns]),
            "value": np.concatenate([part.values for part in columns]),
        }
    )
