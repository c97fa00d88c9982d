"""Durations as people type them: 30d, 12h, 45m, 90s, 2w."""

from __future__ import annotations

import re
from typing import Any

import click

_SECS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
_PATTERN = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([smhdw])\s*")


class Duration(click.ParamType[float]):
    """A click type that gives seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds that a text such as `30d` means."""
        if isinstance(value, float):
            return value
        found = _PATTERN.fullmatch(str(value))
        if found is None:
            self.fail(f"{value!r} is not a duration; use for example 30d, 12h, 45m or 2w", param, ctx)
        return float(found[1]) * _SECS[found[2]]
