"""A frame of scalars or hyperparameters as a static chart with a table as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sightline.wire.svg_chart import MAX_LINES, Line, Plot, line_chart, parallel_chart

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sightline.wire.frame import Frame

_SCALARS = ("run", "tag", "step", "value")
_NOT_PLOTTED = frozenset({"run", "group", "status", "start_time", "end_time"})
_MAX_AXES = 8


def plot(frame: Frame) -> Plot:
    """The chart of a frame; ValueError where it is neither scalars in long form nor hyperparameters."""
    if not len(frame):
        raise ValueError("nothing to plot: the frame has no rows")
    if all(name in frame.columns for name in _SCALARS):
        return _plot_scalars(frame)
    if {"run", "status"} <= set(frame.columns):
        return _plot_hparams(frame)
    raise ValueError("only logs.scalars(…), not wide, and logs.hparams() can be plotted")


def _plot_scalars(frame: Frame) -> Plot:
    runs, tags = frame["run"], frame["tag"]
    keys = list(dict.fromkeys(zip(runs.tolist(), tags.tolist(), strict=True)))
    is_one_tag = len({tag for _, tag in keys}) == 1
    lines, rows = [], []
    for run, tag in keys:
        mine = (runs == run) & (tags == tag)
        steps, values = frame["step"][mine], frame["value"][mine]
        lines.append(Line(run if is_one_tag else f"{run} {tag}", steps, values))
        finite = values[np.isfinite(values)]
        low, high = (finite.min(), finite.max()) if len(finite) else (np.nan, np.nan)
        rows.append([run, tag, str(len(values)), f"{values[-1]:.6g}", f"{low:.6g}", f"{high:.6g}"])
    title = keys[0][1] if is_one_tag else f"{len({tag for _, tag in keys})} tags"
    text = _table(["run", "tag", "points", "last", "min", "max"], rows)
    return Plot(line_chart(title, lines), text)


def _plot_hparams(frame: Frame) -> Plot:
    names, columns = [], []
    for name in frame:
        values = _numbers(frame[name]) if name not in _NOT_PLOTTED else None
        if values is not None and np.isfinite(values).any():
            names.append(name)
            columns.append(values)
    names, columns = _varying(names, columns)
    rows = [
        [str(run), *(f"{column[place]:.6g}" for column in columns)]
        for place, run in enumerate(frame["run"].tolist())
    ]
    title = f"{len(frame)} sessions"
    return Plot(parallel_chart(title, names, columns), _table(["run", *names], rows))


def _varying(
    names: list[str], columns: list[NDArray[np.float64]]
) -> tuple[list[str], list[NDArray[np.float64]]]:
    """The columns that differ between sessions; the first and the last of them where there are many."""
    kept = [i for i, column in enumerate(columns) if len(np.unique(column[np.isfinite(column)])) > 1]
    kept = kept or list(range(len(columns)))
    if len(kept) > _MAX_AXES:
        kept = [*kept[: _MAX_AXES - 3], *kept[-3:]]
    return [names[i] for i in kept], [columns[i] for i in kept]


def _numbers(column: NDArray[np.generic]) -> NDArray[np.float64] | None:
    try:
        return np.ma.filled(np.ma.asarray(column).astype(np.float64), np.nan)
    except (TypeError, ValueError):
        return None


def _table(head: list[str], rows: list[list[str]]) -> str:
    shown = [head, *rows[:MAX_LINES]]
    widths = [max(len(row[place]) for row in shown) for place in range(len(head))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in shown
    ]
    more = [f"{len(rows) - MAX_LINES} more"] if len(rows) > MAX_LINES else []
    return "\n".join(lines + more)
