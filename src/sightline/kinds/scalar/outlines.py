"""Outlines of long series, kept as long as the run stays as it is: a second view reads a thousandth."""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

from sightline import _native
from sightline.engine.run_view import RunView

# Shorter series are looked at whole in less time than a lookup is worth.
LONG = 1 << 16

_lock = Lock()
_outlines: WeakKeyDictionary[RunView, dict[tuple[str, bool], _native.Outline]] = WeakKeyDictionary()


def outline_of(run: RunView, tag: str, superseded: bool) -> _native.Outline:
    """Return the outline of a series of this state of a run; a run that grows is a new RunView."""
    with _lock:
        return _outlines.setdefault(run, {}).setdefault((tag, superseded), _native.Outline())
