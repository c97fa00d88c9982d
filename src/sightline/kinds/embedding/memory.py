"""Limits by memory: what is to be read must fit into what the machine has left."""

from __future__ import annotations

from sightline import platform

# Beside the vectors there is what is computed from them: at most about as much again.
_SHARE = 0.5


def check_memory(n_bytes: int) -> None:
    """LookupError where so many bytes of vectors or metadata do not fit into memory."""
    available = platform.available_memory_bytes()
    if available is not None and n_bytes > available * _SHARE:
        raise LookupError(
            f"this needs about {n_bytes / 1e9:,.1f} GB of memory; {available / 1e9:,.1f} GB are available, "
            "and half of that may be used"
        )


def room_for_opened() -> int:
    """How many bytes of opened embeddings are kept: a quarter of what is available, at least 256 MB."""
    available = platform.available_memory_bytes()
    return max(256 << 20, (available or (4 << 30)) // 4)
