"""Keeps failures of profiling out of the training: the first is warned about, then nothing more is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sightline.writer.notices import warn_user

_T = TypeVar("_T")


class Guard:
    """Calls what may fail, until it fails."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.has_failed = False

    def call(self, function: Callable[..., _T], *args: Any) -> _T | None:
        """Return what `function` returns, or None where it fails now or failed before."""
        if self.has_failed:
            return None
        try:
            return function(*args)
        except Exception as error:
            self.has_failed = True
            warn_user(f"{self._what} stopped, the training goes on: {type(error).__name__}: {error}")
            return None
