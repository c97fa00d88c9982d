"""What can be wrong with an index, and with the files it is made of."""

from __future__ import annotations


class BrokenIndexError(OSError):
    """An index cannot be used; the message says why."""


def sentence_of(error: OSError) -> str:
    """What to tell the user: errors of the system name a path and a reason, ours are sentences already."""
    if error.strerror is None:
        return str(error)
    reason = error.strerror[:1].lower() + error.strerror[1:]
    return f"cannot use {error.filename}: {reason}." if error.filename else f"{error.strerror}."
