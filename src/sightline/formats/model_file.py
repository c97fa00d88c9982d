"""Model files to GraphDef messages: each format by its own structure, without its framework."""

from __future__ import annotations

import os
from collections.abc import Callable

from sightline import _native
from sightline.formats.onnx_model import read_onnx

# By the ending of the file's name: the format's name for people, and its reader.
_FORMATS: dict[str, tuple[str, Callable[[_native.ByteSource], bytes]]] = {
    ".onnx": ("ONNX", read_onnx),
}
ENDINGS = tuple(_FORMATS)


def model_format(name: str) -> str | None:
    """The name of a model file's format, by the file's name; None where it is none."""
    found = _FORMATS.get(os.path.splitext(name)[1].lower())
    return None if found is None else found[0]


def read_model_file(name: str, source: _native.ByteSource) -> bytes:
    """The graph of a model file as a serialized GraphDef. ValueError says what is wrong with the file."""
    found = _FORMATS.get(os.path.splitext(name)[1].lower())
    if found is None:
        raise ValueError(f"this is no model file that Sightline reads ({', '.join(ENDINGS)})")
    return found[1](source)
