"""What "default" means in each thread: writer, step, whether to record, and the name scopes around a call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sightline.summary.file_writer import SummaryWriter


class _State(threading.local):
    """A thread begins without a writer or step; nothing passes from one thread to another."""

    writer: SummaryWriter | None = None
    step: Any = None
    recording: bool | Callable[[], Any] | None = None
    scopes: tuple[str, ...] = ()


state = _State()


def set_step(step: Any) -> None:
    """Set this thread's default step: an integer, or an array of one, read at every call."""
    state.step = step


def get_step() -> Any:
    """Return this thread's default step, or None."""
    return state.step


def should_record_summaries() -> bool:
    """Whether a summary call of this thread would write: to a writer, and with no `record_if` against."""
    if state.writer is None:
        return False
    condition = state.recording
    return True if condition is None else bool(condition() if callable(condition) else condition)


@contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Record in this block only if `condition` is true: a boolean, or a function called each time."""
    before = state.recording
    state.recording = condition if callable(condition) else bool(condition)
    try:
        yield
    finally:
        state.recording = before


@contextmanager
def name_scope(name: str) -> Iterator[str]:
    """Put ``name/`` before the tags of this block, as `tf.name_scope` does; scopes nest."""
    before = state.scopes
    state.scopes = (*before, str(name).strip("/")) if name else ()
    try:
        yield "/".join(state.scopes) + "/" if state.scopes else ""
    finally:
        state.scopes = before


def scoped(name: str) -> str:
    """Return the tag of a name within the scopes around the call."""
    return "/".join((*state.scopes, name))


@contextmanager
def summary_scope(name: str, default_name: str = "summary", values: Any = None) -> Iterator[tuple[str, str]]:
    """Yield the tag and the scope for a summary of that name; what it logs inside gets the scope too."""
    tag = scoped(name or default_name)
    with name_scope(name or default_name) as scope:
        yield tag, scope
