"""Runs that ended with an exception, and which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sightline.engine.facts import kind_facts

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView

# The name under which a kind lists the exception that ended a run.
_FACT = "exception"
_UNKNOWN = "an exception"
_MAX_CHARS = 300


def failures(view: StoreView) -> Callable[[RunView], str | None]:
    """Return a look-up of the exception that ended a run; None of one that did not end so."""
    look_ups = list(kind_facts(view).values())

    def look_up(run: RunView) -> str | None:
        if not run.has_failed:
            return None
        found = next((facts[_FACT] for each in look_ups if _FACT in (facts := each(run))), _UNKNOWN)
        return str(found)[:_MAX_CHARS]

    return look_up
