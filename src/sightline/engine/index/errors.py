"""What can be wrong with an index."""

from __future__ import annotations


class BrokenIndexError(OSError):
    """An index cannot be used; the message says why."""
