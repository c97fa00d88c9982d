"""Numbers as briefs have them: six digits are enough to read, NaN and infinities are text."""

from __future__ import annotations

import math

from sightline.briefs.shapes import Number, Plain

_DIGITS = 6


def number(value: float | int | None) -> Number:
    """A number for JSON."""
    if value is None or isinstance(value, int):
        return value
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float(f"{value:.{_DIGITS}g}")


def plain(value: object) -> Plain:
    """A hyperparameter for JSON."""
    if isinstance(value, bool) or value is None:
        return value
    return number(value) if isinstance(value, (int, float)) else str(value)
