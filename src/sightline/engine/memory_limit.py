"""A limit of memory: when columns have to leave it, and how a size is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sightline import _native, platform

_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?\s*", re.IGNORECASE)
_UNITS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
# Columns leave memory from the first share of the limit on, until the second is left.
_HIGH, _LOW = 0.7, 0.5
# Less than this share of the limit in columns is not worth the files.
_LEAST = 0.02
# As much may be used of mapped files before their pages are dropped.
_MAPPED = 0.05


def parse_size(text: str) -> int:
    """Bytes of "2GB", "512 MiB" or a plain number; ValueError says what is expected."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a size; write 500MB or 2GB")
    number, unit, binary = found.groups()
    n_bytes = int(float(number) * (1024 if binary else 1000) ** _UNITS[unit.lower()])
    if n_bytes < 1000:
        raise ValueError(f"{text.strip()!r} is {n_bytes} bytes; write {number}MB or {number}GB")
    return n_bytes


@dataclass(frozen=True)
class MemoryLimit:
    """How much memory the process may hold; `resident` says how much it does."""

    n_bytes: int
    resident: Callable[[], int | None] = platform.resident_bytes

    def bound_mapped_pages(self) -> None:
        """Have mapped columns leave memory again soon after they were used, in the whole process."""
        _native.bound_mapped_pages(int(self.n_bytes * _MAPPED))

    @property
    def max_slice_bytes(self) -> int:
        """How much of an event file may be read before memory is checked again."""
        return max(1 << 20, self.n_bytes // 16)

    @property
    def least_bytes(self) -> int:
        """Fewer bytes of columns are not moved."""
        return int(self.n_bytes * _LEAST)

    def is_near(self) -> bool:
        """Whether columns have to leave memory now."""
        resident = self.resident()
        return resident is not None and resident > self.n_bytes * _HIGH

    def excess_bytes(self) -> int:
        """How many bytes of columns should leave."""
        return max(0, int((self.resident() or 0) - self.n_bytes * _LOW))
