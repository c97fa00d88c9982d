"""What was found out about the series of a run, kept as long as the run stays as it is."""

from __future__ import annotations

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sightline.engine.run_view import RunView

# A RunView never changes: a run that grows is a new one, and what was known of the old one goes with it.
_known: WeakKeyDictionary[RunView, dict[Any, Any]] = WeakKeyDictionary()
_lock = Lock()


def known_of(run: RunView) -> dict[Any, Any]:
    """Return the notes on one state of a run; keys begin with the name of what is noted."""
    with _lock:
        return _known.setdefault(run, {})
