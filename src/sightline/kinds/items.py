"""Values of a tag by place or by step: what the queries of image, video, audio, text and tensor share.

The list comes from the index; a value is read from its file on request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np

from sightline.engine.items import ItemIndex
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params, ParamsError
from sightline.wire.query import Query

T = TypeVar("T")

_COLUMNS = {
    "index": "int64",
    "step": "int64",
    "wall_time": "float64",
    "n_bytes": "int64",
    "superseded": "bool",
}
# At most this many values are read for one list, so that nobody notices the delay.
MAX_READS = 2000


class ItemsParams(Params, frozen=True):
    """Which values to list; null means all runs or all tags."""

    tags: tuple[str, ...] | None = None
    runs: tuple[int, ...] | None = None
    superseded: bool = False


class StepsParams(Params, frozen=True):
    """Over which runs and tags to gather steps; null means all."""

    tags: tuple[str, ...] | None = None
    runs: tuple[int, ...] | None = None


class ItemParams(Params, frozen=True):
    """One value: by its index in the list, or by a step (the nearest one unless `exact`), or the latest.

    `part` chooses among several in one value: pictures of a step, clips of a batch.
    """

    run: int
    tag: str
    index: int | None = None
    step: int | None = None
    exact: bool = False
    part: int = 0

    def __post_init__(self) -> None:
        if self.index is not None and self.step is not None:
            raise ParamsError("give either index or step, not both")


@dataclass(frozen=True)
class Found:
    """The row of one value in the index of its tag."""

    index: ItemIndex
    row: int

    def where(self) -> dict[str, Any]:
        """Index, step and wall time, for answers in JSON."""
        step, wall_time = int(self.index.step[self.row]), float(self.index.wall_time[self.row])
        return {"index": self.row, "step": step, "wall_time": wall_time}


def series_of(
    view: StoreView, kind: str, runs: Sequence[int] | None, tags: Sequence[str] | None
) -> Iterator[tuple[RunView, str]]:
    """The requested runs and tags that exist, tag by tag where tags are given."""
    chosen = view.runs if runs is None else [view.by_id[i] for i in runs if i in view.by_id]
    if tags is None:
        yield from ((run, tag) for run in chosen for tag in run.series(kind))
    else:
        yield from ((run, tag) for tag in tags for run in chosen if tag in run.series(kind))


class MoreColumns(Protocol):
    """Columns that a kind adds to the list of its values, by reading at most `max_reads` of them."""

    def __call__(
        self, view: StoreView, run: RunView, index: ItemIndex, rows: Array, *, max_reads: int
    ) -> dict[str, Array]:
        """The columns by name, a number for each of the rows."""
        ...


def items_query(
    kind: str, more: MoreColumns | None = None, more_columns: Sequence[str] = ()
) -> Query[ItemsParams]:
    """The query that lists a kind's values: run, tag, index, step, wall time, size, superseded, and more."""
    return Query(ItemsParams, lambda view, params: _list(view, kind, params, more, more_columns))


def _list(
    view: StoreView, kind: str, params: ItemsParams, more: MoreColumns | None, more_columns: Sequence[str]
) -> Frame:
    runs: list[int] = []
    tags: list[str] = []
    dtypes = _COLUMNS | dict.fromkeys(more_columns, "int64")
    parts: dict[str, list[Array]] = {name: [np.empty(0)] for name in dtypes}
    series = list(series_of(view, kind, params.runs, params.tags))
    for run, tag in series:
        index = run.items(tag, kind)
        rows = np.arange(len(index)) if params.superseded else index.without_superseded()
        runs += [run.id] * len(rows)
        tags += [tag] * len(rows)
        found = _rows(index, rows)
        if more:
            found |= more(view, run, index, rows, max_reads=max(1, MAX_READS // len(series)))
        for name, column in found.items():
            parts[name].append(column)
    columns: dict[str, Column] = {"run": np.array(runs, np.uint32), "tag": Dictionary.of(tags)}
    columns |= {name: np.concatenate(parts[name]).astype(dtype) for name, dtype in dtypes.items()}
    return Frame(columns, {"generation": view.generation})


def _rows(index: ItemIndex, rows: Array) -> dict[str, Array]:
    superseded = np.zeros(len(index), np.bool_) if index.superseded is None else index.superseded
    return {
        "index": rows,
        "step": index.step[rows],
        "wall_time": index.wall_time[rows],
        "n_bytes": index.value_length[rows],
        "superseded": superseded[rows],
    }


def steps_query(kind: str) -> Query[StepsParams]:
    """The query for the ticks of a step control: every step logged, once, and how many values it has."""
    return Query(StepsParams, lambda view, params: _steps(view, kind, params))


def _steps(view: StoreView, kind: str, params: StepsParams) -> Frame:
    logged = [_steps_of(run, tag, kind) for run, tag in series_of(view, kind, params.runs, params.tags)]
    steps, counts = np.unique(np.concatenate([np.empty(0, np.int64), *logged]), return_counts=True)
    return Frame({"step": steps, "n": counts.astype(np.int64)}, {"generation": view.generation})


def _steps_of(run: RunView, tag: str, kind: str) -> Array:
    if run.restarts:
        index = run.items(tag, kind)
        return index.step[index.without_superseded()]
    info = run.series(kind)[tag]
    return np.concatenate([info.steps(row) for row in info.rows])


def find(view: StoreView, kind: str, params: ItemParams) -> Found:
    """The requested row; LookupError names what is missing."""
    run = view.by_id.get(params.run)
    if run is None or params.tag not in run.series(kind):
        raise LookupError(f"run {params.run} has no {kind} {params.tag!r}")
    index = run.items(params.tag, kind)
    return Found(index, _row(index, params))


def _row(index: ItemIndex, params: ItemParams) -> int:
    if params.index is not None:
        if not 0 <= params.index < len(index):
            raise LookupError(f"{params.tag!r} has {len(index)} values, none at index {params.index}")
        return params.index
    rows = index.without_superseded()
    if params.step is None:
        return int(rows[-1]) if len(rows) else len(index) - 1
    distance = np.abs(index.step[rows].astype(np.float64) - params.step)
    if not len(rows) or (params.exact and distance.min() > 0):
        raise LookupError(f"{params.tag!r} has no value at step {params.step}")
    return int(rows[len(rows) - 1 - int(np.argmin(distance[::-1]))])


def read(view: StoreView, found: Found, decode: Callable[[bytes], T]) -> T:
    """The decoded value of a row; LookupError where the file is gone or damaged or the value is no such."""
    try:
        return decode(view.read(found.index.location(found.row)))
    except (OSError, ValueError) as error:
        raise LookupError(
            f"the value at step {found.index.step[found.row]} cannot be read: {error}"
        ) from error


def part_of(parts: Sequence[T], place: int) -> T:
    """One of several parts; LookupError where there are fewer."""
    if not 0 <= place < len(parts):
        raise LookupError(f"there are {len(parts)} parts, none at {place}")
    return parts[place]
