"""One chart in cells: a title, y labels with thin lines, curves in braille, x labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.kinds.scalar_facts import Picked, gather
from sightline.terminal.braille import BrailleCanvas
from sightline.terminal.figures import short_number, short_step

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.terminal.cells import Cells

_LABEL_WIDTH = 8
_DIM = "bright_black"
# The axis leaves out the first values of a steep curve: this share of all lies above it at most.
_OUTLIERS = 0.05


class Curve(NamedTuple):
    """A run in a chart."""

    run: RunView
    style: str


class Place(NamedTuple):
    """Where a chart is on the screen, in cells."""

    y: int
    x: int
    width: int
    height: int


def draw_chart(
    cells: Cells,
    place: Place,
    tag: str,
    curves: Sequence[Curve],
    *,
    smoothing: float,
    log_y: bool,
    step: int | None,
) -> None:
    """Draw the curves of one tag, the first below the others, and a line at a step."""
    _title(cells, place, tag, smoothing, log_y)
    plot = Place(place.y + 1, place.x + _LABEL_WIDTH, place.width - _LABEL_WIDTH, place.height - 2)
    picked = [each for each in curves if tag in each.run.series("scalar")]
    lines = _lines([Picked(each.run, tag) for each in picked], 2 * plot.width, smoothing)
    if log_y:
        lines = [(steps, _log10(values)) for steps, values in lines]
    low, high = _range([values for _, values in lines])
    last = max((int(steps[-1]) for steps, _ in lines if len(steps)), default=0)
    first = min((int(steps[0]) for steps, _ in lines if len(steps)), default=0)
    if low is None or high is None:
        cells.put(plot.y + plot.height // 2, plot.x + 2, f"no values of {tag} in the shown runs", _DIM)
        return
    _axes(cells, plot, (low, high), (first, last), log_y)
    if step is not None and first <= step <= last:
        _step_line(cells, plot, _column(plot, step, (first, last)))
    canvas = BrailleCanvas(plot.width, plot.height)
    for each, (steps, values) in zip(picked, lines, strict=True):
        canvas.line(_dots(canvas, steps, values, (first, last), (low, high)), each.style)
    canvas.draw(cells, plot.y, plot.x)
    for each in picked:
        _mark_nan(cells, plot, each, tag, (first, last))


def _title(cells: Cells, place: Place, tag: str, smoothing: float, log_y: bool) -> None:
    folder, slash, name = tag.rpartition("/")
    cells.put(place.y, place.x, folder + slash, _DIM)
    cells.put(place.y, place.x + len(folder + slash), name[: place.width - 20], "bold")
    notes = [f"smoothed {smoothing:g}"] * (smoothing > 0) + ["log y"] * log_y
    cells.put_right(place.y, place.x + place.width, " · ".join(notes), _DIM)


def _lines(
    picked: Sequence[Picked], n_dots: int, smoothing: float
) -> list[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    if not picked:
        return []
    shown = _native.view(
        gather(picked, superseded=False),
        n_buckets=max(1, n_dots // 2),
        smoothing="ema" if smoothing else "none",
        amount=smoothing,
        raw=not smoothing,
        n_threads=1,
    )
    values = shown["smoothed" if smoothing else "value"].astype(np.float64)
    edges = shown["offsets"].tolist()
    return [(shown["step"][a:b], values[a:b]) for a, b in pairwise(edges)]


def _log10(values: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(values > 0, np.log10(values), np.nan)


def _range(lines: Sequence[NDArray[np.float64]]) -> tuple[float | None, float | None]:
    """The y axis: all values but the few outliers, so that a steep start does not flatten the rest."""
    values = np.concatenate([np.empty(0), *lines])
    values = values[np.isfinite(values)]
    if not len(values):
        return None, None
    low, high = np.quantile(values, [0.0, 1.0 - _OUTLIERS]).tolist()
    highest = float(values.max())
    high = highest if highest - low < 3 * (high - low) else high
    return (low, high) if high > low else (low - 0.5 * (abs(low) or 1.0), high + 0.5 * (abs(high) or 1.0))


def _axes(
    cells: Cells, plot: Place, y_range: tuple[float, float], x_range: tuple[int, int], log_y: bool
) -> None:
    low, high = y_range
    n_labels = max(2, min(4, plot.height // 3))
    for i in range(n_labels):
        row = round(i * (plot.height - 1) / (n_labels - 1))
        value = high + (low - high) * row / (plot.height - 1)
        cells.put_right(plot.y + row, plot.x - 1, short_number(10**value if log_y else value), _DIM)
        cells.fill(plot.y + row, "─", "grey23", x=plot.x, width=plot.width)
    y = plot.y + plot.height
    for step in round_steps(*x_range, max(2, plot.width // 14)):
        label = short_step(step)
        share = (step - x_range[0]) / max(1, x_range[1] - x_range[0])
        x = round(share * (plot.width - 1)) - len(label) // 2
        cells.put(y, plot.x + max(0, min(x, plot.width - len(label))), label, _DIM)


def round_steps(first: int, last: int, n_most: int) -> Sequence[int]:
    """At most so many steps for an axis, 1, 2 or 5 times a power of ten apart."""
    apart = (times * 10**power for power in count() for times in (1, 2, 5))
    spaced = (range(-(-first // each) * each, last + 1, each) for each in apart)
    return next(steps for steps in spaced if len(steps) <= n_most)


def _dots(
    canvas: BrailleCanvas,
    steps: NDArray[np.int64],
    values: NDArray[np.float64],
    x_range: tuple[int, int],
    y_range: tuple[float, float],
) -> list[tuple[int, int] | None]:
    (first, last), (low, high) = x_range, y_range
    x_scale = (canvas.width_dots - 1) / max(1, last - first)
    y_scale = (canvas.height_dots - 1) / (high - low)
    xs = np.rint((steps - first) * x_scale).astype(np.int64).tolist()
    # One dot beyond the edge is enough to draw a line that leaves the chart.
    ys = np.clip((high - values) * y_scale, -1, canvas.height_dots).tolist()
    return [None if math.isnan(y) else (x, round(y)) for x, y in zip(xs, ys, strict=True)]


def _mark_nan(cells: Cells, plot: Place, curve: Curve, tag: str, x_range: tuple[int, int]) -> None:
    step = curve.run.series("scalar")[tag].nonfinite.first_nan_step
    if step is None:
        return
    x = _column(plot, step, x_range)
    cells.put(plot.y, x, "◆", curve.style)
    label = f" NaN {short_step(step)}"
    if x + len(label) < plot.x + plot.width:
        cells.put(plot.y, x + 1, label, _DIM)


def _step_line(cells: Cells, plot: Place, x: int) -> None:
    for y in range(plot.y, plot.y + plot.height):
        cells.put(y, x, "│", _DIM)


def _column(plot: Place, step: int, x_range: tuple[int, int]) -> int:
    first, last = x_range
    return plot.x + round((step - first) / max(1, last - first) * (plot.width - 1))
