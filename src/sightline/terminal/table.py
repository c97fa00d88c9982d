"""The table of runs in cells; columns that do not fit are left out, the least needed first."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.briefs.notices import duration
from sightline.terminal.cells import Cells
from sightline.terminal.choices import SORTS, Choices
from sightline.terminal.figures import cut, short_number, short_step
from sightline.terminal.rows import N_SPARK, Row, sparkline

_DIM = "bright_black"
_MARKS = {
    "live": ("●", "green"),
    "failed": ("✕", "red"),
    "stalled": ("○", "yellow"),
    "nan": ("◆", "red"),
    "damaged": ("┄", "yellow"),
}
_BAR = 10
_NAME_WIDTH = (12, 40)

# Colors of runs, as on the page in the dark; rich takes the nearest that the terminal has.
PALETTE = (
    "#5c8dff",
    "#ec7000",
    "#088572",
    "#ff98b6",
    "#e6d62b",
    "#8b50d6",
    "#5ec8fa",
    "#ce3530",
    "#98fbac",
    "#b09a6e",
    "#9a8aad",
    "#e4e8f4",
)


class Column(NamedTuple):
    """A column right of the name; the larger its rank, the earlier it gives way."""

    title: str
    width: int
    rank: int
    draw: Callable[[Cells, int, int, Row], None]
    sort: str = ""


def color(row: Row) -> str:
    """The style of a run."""
    return PALETTE[row.color % len(PALETTE)]


def draw_table(
    cells: Cells, y: int, height: int, found: Sequence[Row], tags: Sequence[str], choices: Choices
) -> None:
    """Draw the head and as many rows as fit, those around the cursor."""
    width = cells.width
    longest = max((len(row.name) for row in found), default=0)
    columns = _fitting(_columns(tags), width - 4 - max(_NAME_WIDTH[0], min(longest, width // 4)))
    name_width = min(_NAME_WIDTH[1], width - 4 - sum(column.width + 2 for column in columns))
    ends = []
    x = 3 + name_width
    for column in columns:
        x += column.width + 2
        ends.append(x)
    _head(cells, y, columns, ends, choices)
    n_rows = height - 2
    first = max(0, min(choices.cursor - n_rows // 2, len(found) - n_rows))
    for place, row in enumerate(found[first : first + n_rows]):
        line = y + 2 + place
        is_shown = choices.is_shown(row.name)
        cells.put(line, 0, "▌" if is_shown else " ", color(row))
        cells.put(line, 2, cut(row.name, name_width), "" if is_shown else _DIM)
        for column, end in zip(columns, ends, strict=True):
            column.draw(cells, line, end, row)
        if first + place == choices.cursor:
            cells.tint(line, "on grey19")


def _head(cells: Cells, y: int, columns: Sequence[Column], ends: Sequence[int], choices: Choices) -> None:
    sort = SORTS[choices.sort]
    cells.put(y, 2, "run ↓" if sort == "name" else "run", "bold" if sort == "name" else _DIM)
    if choices.step is not None:
        cells.put(y, 8, f"at step {short_step(choices.step)}", "yellow")
    for column, end in zip(columns, ends, strict=True):
        is_sorted = column.sort == sort
        title = cut(column.title, column.width - 2 * is_sorted) + " ↓" * is_sorted
        cells.put_right(y, end, title, "bold" if is_sorted else _DIM)
    cells.fill(y + 1, "─", "grey39")


def _columns(tags: Sequence[str]) -> list[Column]:
    found = [Column("", 1, 0, _state)]
    if tags:
        found.append(Column("recent", N_SPARK, 5, _spark(tags[0])))
    for place, tag in enumerate(tags):
        found.append(
            Column(tag, 12, 1 if place == 0 else 6 + place, _value(place), "metric" if place == 0 else "")
        )
    return [
        *found,
        Column(
            "step", 7, 2, lambda cells, y, end, row: cells.put_right(y, end, short_step(row.step)), "step"
        ),
        Column("planned", _BAR, 9, _bar),
        Column("steps/s", 7, 4, _pace),
        Column("ETA", 7, 8, _left),
        Column("newest", 8, 3, _newest, "newest"),
    ]


def _fitting(columns: list[Column], width: int) -> list[Column]:
    while len(columns) > 1 and sum(column.width + 2 for column in columns) > width:
        columns.remove(max(columns, key=lambda column: column.rank))
    return columns


def _state(cells: Cells, y: int, end: int, row: Row) -> None:
    if row.mark:
        cells.put_right(y, end, *_MARKS[row.mark])


def _spark(tag: str) -> Callable[[Cells, int, int, Row], None]:
    return lambda cells, y, end, row: cells.put(y, end - N_SPARK, sparkline(row.run, tag), color(row))


def _value(place: int) -> Callable[[Cells, int, int, Row], None]:
    def draw(cells: Cells, y: int, end: int, row: Row) -> None:
        value = row.values[place]
        is_nan = value is not None and not math.isfinite(value)
        cells.put_right(y, end, short_number(value), "red" if is_nan else "")

    return draw


def _bar(cells: Cells, y: int, end: int, row: Row) -> None:
    if row.planned and row.step is not None:
        done = round(_BAR * min(1.0, row.step / row.planned))
        cells.put(y, end - _BAR, "━" * done)
        cells.put(y, end - _BAR + done, "━" * (_BAR - done), "grey39")


def _pace(cells: Cells, y: int, end: int, row: Row) -> None:
    cells.put_right(y, end, "–" if row.pace is None else short_number(row.pace), "" if row.pace else _DIM)


def _left(cells: Cells, y: int, end: int, row: Row) -> None:
    is_done = row.planned is not None and row.step is not None and row.step >= row.planned
    text = "done" if is_done else "–" if row.left_secs is None else duration(row.left_secs)
    cells.put_right(y, end, text, "" if row.left_secs else _DIM)


def _newest(cells: Cells, y: int, end: int, row: Row) -> None:
    text = "–" if row.age_secs is None else duration(row.age_secs)
    cells.put_right(y, end, text, "yellow" if row.mark == "stalled" else "" if row.mark == "live" else _DIM)
