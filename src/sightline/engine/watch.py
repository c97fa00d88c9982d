"""Changes below a directory as the operating system reports them, by watchfiles."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

# Changes are gathered for at most this long while more keep coming in.
_GATHER_SECS = 0.05
_TIMEOUT_SECS = 0.25


def watch_changes(path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
    """Sets of changed paths, empty ones now and then, until `stop` is set.

    The first set means that watching has begun, even if it is empty: what changes from then on is seen.
    """
    from watchfiles import watch

    changes = watch(
        path,
        watch_filter=None,
        debounce=int(_GATHER_SECS * 1000),
        step=max(1, int(step_secs * 1000)),
        stop_event=stop,
        rust_timeout=int(_TIMEOUT_SECS * 1000),
        yield_on_timeout=True,
        raise_interrupt=False,
        force_polling=False,
        ignore_permission_denied=True,
    )
    for found in changes:
        yield {changed for _, changed in found}
