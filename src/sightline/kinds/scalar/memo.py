"""What was found out about the series of a run, kept as long as the run stays as it is."""

from __future__ import annotations

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sightline import _native
from sightline.engine.run_view import RunView

# Shorter series are looked at whole in less time than an outline is worth.
LONG = 1 << 16

# A RunView never changes: a run that grows is a new one, and what was known of the old one goes with it.
_known: WeakKeyDictionary[RunView, dict[Any, Any]] = WeakKeyDictionary()
_lock = Lock()


def known_of(run: RunView) -> dict[Any, Any]:
    """Return the notes on one state of a run; keys begin with the name of what is noted."""
    with _lock:
        return _known.setdefault(run, {})


def outline_of(run: RunView, tag: str, superseded: bool) -> _native.Outline:
    """Return the outline by which a second view of a long series reads a thousandth of it."""
    outline: _native.Outline = known_of(run).setdefault(("outline", tag, superseded), _native.Outline())
    return outline
