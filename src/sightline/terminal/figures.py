"""Numbers and durations as short as a terminal needs them."""

from __future__ import annotations

import math

_UNITS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def short_number(value: float | None) -> str:
    """A value in at most seven characters."""
    if value is None:
        return "–"
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Inf" if value > 0 else "-Inf"
    if value == 0:
        return "0"
    size = abs(value)
    if size < 1e-3 or size >= 1e5:
        return f"{value:.1e}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
    digits = 4 if size < 1 else 3 if size < 10 else 2 if size < 100 else 1 if size < 1000 else 0
    return f"{value:.{digits}f}"


def short_step(step: int | None) -> str:
    """A step as 850, 61,234 or 1.5M: all digits up to five."""
    if step is None:
        return "–"
    if abs(step) < 100_000:
        return f"{step:,}"
    size, letter = next((size, letter) for size, letter in _UNITS if abs(step) >= size)
    return f"{step / size:.1f}{letter}".replace(".0", "")


def cut(text: str, width: int) -> str:
    """Text in so many cells; the middle gives way, because names differ at both ends."""
    if len(text) <= width:
        return text
    tail = (width - 1) // 2
    return f"{text[: width - 1 - tail]}…{text[len(text) - tail :]}" if width > 1 else text[:width]
