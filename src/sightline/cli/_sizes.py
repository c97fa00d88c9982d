"""Sizes in bytes as people write them: 30MB, 1.5 GB, 500k."""

from __future__ import annotations

import re

import click

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmg]i?)?b?\s*", re.IGNORECASE)


class _Size(click.ParamType[int]):
    name = "SIZE"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        found = _SIZE.fullmatch(str(value))
        if found is None:
            self.fail(f"{value!r} is no size such as 30MB", param, ctx)
        return int(float(found[1]) * _UNITS[(found[2] or "").lower()])


SIZE = _Size()
