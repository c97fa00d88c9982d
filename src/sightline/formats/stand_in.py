"""Stand-ins: values that show TensorBoard the content of a Sightline value beside them."""

from __future__ import annotations

# Field 1000 of a plugin's content, which TensorBoard's plugins skip as unknown.
_STAND_IN_FIELD = b"\xc2\x3e"


def stand_in(kind: str, content: bytes = b"") -> bytes:
    """Plugin content with the mark that this value repeats one of the given kind."""
    name = kind.encode()
    return content + _STAND_IN_FIELD + bytes([len(name)]) + name


def is_stand_in(content: bytes) -> bool:
    """Whether plugin content carries the mark of `stand_in`."""
    at = content.rfind(_STAND_IN_FIELD)
    return at >= 0 and len(content) > at + 2 and content[at + 2] == len(content) - at - 3
