"""Static charts as SVG, for notebooks: no script and no server, so that they stay in a saved notebook."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 150, 26, 28
# Of parallel axes: below their names and highest values.
_AXIS_TOP = 60
# Legible on white and on black; the page has the same order.
COLORS = (
    "#2460fa",
    "#c85a00",
    "#00827d",
    "#fb4489",
    "#988f06",
    "#8344c0",
    "#1599c6",
    "#c22a2a",
    "#418656",
    "#7a6d4d",
)
MAX_LINES = 20
_MAX_POINTS = 400
_MAX_TICKS = 5
_INK = "#888"


class Line(NamedTuple):
    """A named line of a chart."""

    name: str
    x: NDArray[Any]
    y: NDArray[Any]


class Plot:
    """A chart that a notebook shows as a picture, with a table as text where pictures are not shown."""

    def __init__(self, svg: str, text: str) -> None:
        self.svg = svg
        self.text = text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": self.text}

    def __repr__(self) -> str:
        return self.text

    def save(self, path: str) -> None:
        """Write the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def line_chart(title: str, lines: Sequence[Line]) -> str:
    """Lines over steps, each with its name at the right."""
    shown = lines[:MAX_LINES]
    finite = [line.y[np.isfinite(line.y)].astype(np.float64) for line in shown]
    x_range = _range([line.x.astype(np.float64) for line in shown])
    y_range = _range(finite)
    parts = [_grid(x_range, y_range)]
    for place, line in enumerate(shown):
        color = COLORS[place % len(COLORS)]
        parts.append(
            f'<path d="{_path(_thinned(line), x_range, y_range)}" fill="none" stroke="{color}" '
            'stroke-width="1.5"/>'
        )
        y = _TOP + 10 + place * min(14.0, (HEIGHT - _TOP - _BOTTOM) / max(1, len(shown)))
        parts.append(
            f'<text x="{WIDTH - _RIGHT + 10}" y="{y:.0f}" fill="{color}">{escape(_end(line.name))}</text>'
        )
    left_out = f" ({len(shown)} of {len(lines)} shown)" if len(lines) > len(shown) else ""
    return _document(title + left_out, "".join(parts))


def parallel_chart(title: str, names: Sequence[str], columns: Sequence[NDArray[np.float64]]) -> str:
    """A line for each row through an axis for each column; colored by the last column, its lowest darkest."""
    xs = [_LEFT + i * (WIDTH - _LEFT - 60) / max(1, len(names) - 1) for i in range(len(names))]
    parts, scaled = [], []
    for x, name, values in zip(xs, names, columns, strict=True):
        low, high = _range([values[np.isfinite(values)]])
        scaled.append((HEIGHT - _BOTTOM) - (values - low) / (high - low) * (HEIGHT - _BOTTOM - _AXIS_TOP))
        parts.append(f'<path d="M{x:.0f} {_AXIS_TOP}V{HEIGHT - _BOTTOM}" stroke="{_INK}"/>')
        for y, text in (
            (_AXIS_TOP - 20, _cut(name, 12)),
            (_AXIS_TOP - 6, f"{high:.4g}"),
            (HEIGHT - _BOTTOM + 14, f"{low:.4g}"),
        ):
            parts.append(
                f'<text x="{x:.0f}" y="{y}" text-anchor="middle" fill="{_INK}">{escape(text)}</text>'
            )
    order = np.argsort(columns[-1]) if len(columns) else np.empty(0, np.int64)
    for rank, row in enumerate(order.tolist()):
        path = _through(xs, [float(y[row]) for y in scaled])
        opacity = 1 - 0.75 * rank / max(1, len(order) - 1)
        parts.append(
            f'<path d="{path}" fill="none" stroke="{COLORS[0]}" stroke-opacity="{opacity:.2f}" '
            'stroke-linecap="round"/>'
        )
    return _document(title, "".join(parts))


def _through(xs: Sequence[float], ys: Sequence[float]) -> str:
    """A path through the axes that a row has values on, passing by the others; a single value is a dot."""
    places = [f"{x:.1f} {y:.1f}" for x, y in zip(xs, ys, strict=True) if math.isfinite(y)]
    return f"M{'L'.join(places)}{'h0' if len(places) == 1 else ''}" if places else ""


def _document(title: str, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="11" role="img" aria-label="{escape(title, quote=True)}">'
        f'<text x="{_LEFT}" y="14" font-size="13" fill="{_INK}">{escape(title)}</text>{inside}</svg>'
    )


def _range(arrays: Sequence[NDArray[np.float64]]) -> tuple[float, float]:
    values = np.concatenate([np.empty(0), *arrays])
    if not len(values):
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _grid(x_range: tuple[float, float], y_range: tuple[float, float]) -> str:
    parts = []
    for value in round_ticks(*y_range):
        share = (value - y_range[0]) / (y_range[1] - y_range[0])
        y = HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}" stroke="{_INK}" stroke-opacity=".25"/>')
        parts.append(
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="{_INK}">{value:.4g}</text>'
        )
    for step in round_ticks(*x_range):
        x = _LEFT + (step - x_range[0]) / (x_range[1] - x_range[0]) * (WIDTH - _LEFT - _RIGHT)
        parts.append(
            f'<text x="{x:.0f}" y="{HEIGHT - 10}" text-anchor="middle" fill="{_INK}">{step:,.10g}</text>'
        )
    return "".join(parts)


def round_ticks(low: float, high: float) -> list[float]:
    """At most `_MAX_TICKS` numbers of a range, 1, 2 or 5 times a power of ten apart."""
    power = math.floor(math.log10((high - low) / _MAX_TICKS))
    for apart in (times * 10.0**exponent for exponent in (power, power + 1) for times in (1, 2, 5)):
        first, last = math.ceil(low / apart - 1e-9), math.floor(high / apart + 1e-9)
        if last - first < _MAX_TICKS:
            return [place * apart for place in range(first, last + 1)]
    return [low, high]


def _thinned(line: Line) -> Line:
    """At most so many points: the lowest and the highest of each stretch, in order."""
    if len(line.x) <= _MAX_POINTS:
        return line
    places: set[int] = {0, len(line.x) - 1}
    for part in np.array_split(np.arange(len(line.x)), _MAX_POINTS // 2):
        values = np.where(np.isfinite(line.y[part]), line.y[part], 0.0)
        places |= {int(part[values.argmin()]), int(part[values.argmax()])}
    rows = np.array(sorted(places))
    return Line(line.name, line.x[rows], line.y[rows])


def _path(line: Line, x_range: tuple[float, float], y_range: tuple[float, float]) -> str:
    x_scale = (WIDTH - _LEFT - _RIGHT) / (x_range[1] - x_range[0])
    y_scale = (HEIGHT - _TOP - _BOTTOM) / (y_range[1] - y_range[0])
    parts, is_begun = [], False
    for x, y in zip(line.x.tolist(), line.y.tolist(), strict=True):
        if not math.isfinite(y):
            is_begun = False
            continue
        place = (
            f"{_LEFT + (x - x_range[0]) * x_scale:.1f} {HEIGHT - _BOTTOM - (y - y_range[0]) * y_scale:.1f}"
        )
        parts.append(f"{'L' if is_begun else 'M'}{place}")
        is_begun = True
    return "".join(parts)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width // 2]}…{text[-width // 2 + 1 :]}"


def _end(text: str, width: int = 22) -> str:
    """The end of a name: runs of one folder differ there."""
    return text if len(text) <= width else f"…{text[1 - width :]}"
