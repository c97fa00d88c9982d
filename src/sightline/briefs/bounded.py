"""Keeps a brief within so many bytes: fewer rows, and a hint that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from sightline.briefs.shapes import Brief, Series

MAX_BYTES = 4096
_B = TypeVar("_B", bound=Brief)


def to_json(brief: Brief) -> str:
    """A brief as one line of JSON."""
    return msgspec.json.encode(brief).decode()


def fit(brief: _B, max_bytes: int, write: Callable[[Brief], str] = to_json) -> _B:
    """The brief with as many of its rows as fit into so many bytes, as `write` writes them."""

    def fits(candidate: Brief) -> bool:
        return len(write(candidate).encode()) < max_bytes

    whole = _with_rows(brief, len(_rows(brief)))
    if fits(whole):
        return whole
    if isinstance(brief, Series):
        thinner = _thinned(brief, fits)
        if thinner is not None:
            return thinner  # type: ignore[return-value]
    low, high = 0, len(_rows(brief))
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(_with_rows(brief, middle)) else (low, middle)
    return _with_rows(brief, low)


def _thinned(brief: Series, fits: Callable[[Brief], bool]) -> Series | None:
    """Fewer points of every series; None where the series alone are too many."""
    n_points = max((row.shown for row in brief.rows), default=0)
    while n_points > 2:
        n_points //= 2
        rows = [_fewer_points(row, n_points) for row in brief.rows]
        candidate = _with_rows(msgspec.structs.replace(brief, rows=rows), len(rows))
        if fits(candidate):
            return candidate
    return None


def _fewer_points(row: Any, n_points: int) -> Any:
    if row.shown <= n_points:
        return row
    last = len(row.points) - 1
    places = sorted({round(i * last / (n_points - 1)) for i in range(n_points)})
    points = [row.points[place] for place in places]
    return msgspec.structs.replace(row, points=points, shown=len(points))


def _rows(brief: Brief) -> list[Any]:
    rows: list[Any] = getattr(brief, "rows")  # noqa: B009  every brief declares its own
    return rows


def _with_rows(brief: _B, n: int) -> _B:
    hints = [brief.hint] if brief.hint else []
    if n < brief.total:
        hints.append(
            f"{n} of {brief.total} shown; choose by --run, --tag or --filter, or raise --limit or --max-bytes"
        )
    return msgspec.structs.replace(brief, rows=_rows(brief)[:n], shown=n, hint="; ".join(hints))
