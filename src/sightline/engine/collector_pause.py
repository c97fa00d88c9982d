"""Pauses Python's garbage collector while very many objects are made that stay.

Each of its passes walks all of them again: with it the first list of a million tags takes twice as long.
After a pause they belong to the oldest generation, as if the passes had been made.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# Fewer objects cost the collector next to nothing.
MANY_OBJECTS = 20_000

_lock = threading.Lock()  # guards the two below
_n_pauses = 0
_is_ours = False  # whether a pause turned the collector off, so that the last one turns it on again


@contextmanager
def collector_paused(n_objects: int = MANY_OBJECTS) -> Iterator[None]:
    """Keep the collector off for this block, in all threads, if about so many objects are worth it."""
    if n_objects < MANY_OBJECTS:
        yield
        return
    _begin()
    try:
        yield
    finally:
        _end()


def _begin() -> None:
    global _n_pauses, _is_ours
    with _lock:
        if _n_pauses == 0:
            _is_ours = gc.isenabled()
            gc.disable()
        _n_pauses += 1


def _end() -> None:
    global _n_pauses
    with _lock:
        _n_pauses -= 1
        if _n_pauses == 0 and _is_ours:
            _skip_young_passes()
            gc.enable()


def _skip_young_passes() -> None:
    """Count all objects as old: otherwise the next two passes would walk all that were made meanwhile."""
    if gc.get_freeze_count() == 0:  # somebody's frozen ones stay frozen
        gc.freeze()
        gc.unfreeze()
