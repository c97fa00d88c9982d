"""Strings → the text summary that torch's writer makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array, as_array
from sightline.formats.tensor_proto import to_tensor_proto

_SUFFIX = "/text_summary"


def text_tag(tag: str) -> str:
    """The tag under which text is found in the log."""
    return tag + _SUFFIX


def encode(tag: str, text: Any) -> bytes:
    """Return the serialized Summary.Value of a string, or of an array or (nested) list of strings."""
    value = messages.Summary.Value(tag=text_tag(tag), tensor=to_tensor_proto(_strings(tag, text)))
    value.metadata.plugin_data.plugin_name = "text"
    return bytes(value.SerializeToString())


def _strings(tag: str, text: Any) -> Array:
    """The strings in UTF-8; a lone surrogate, which UTF-8 cannot encode, becomes a question mark."""
    given = as_array([text] if isinstance(text, str) else text, what=f"text {tag!r}", text=True)
    strings = np.empty(given.shape, dtype=object)
    for index, part in np.ndenumerate(given):
        if not isinstance(part, str):
            raise TypeError(
                f"text {tag!r}: expected a string or an array of strings, got {type(part).__name__}"
            )
        strings[index] = part.encode("utf-8", "replace")
    return strings
