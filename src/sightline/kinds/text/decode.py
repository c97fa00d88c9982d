"""A text summary of any producer → an array of strings."""

from __future__ import annotations

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array
from sightline.formats.tensor_proto import from_tensor_proto


def decode(data: bytes) -> Array:
    """Return the strings of a serialized Summary.Value as an object array of str, of the rank logged.

    Bytes that are not UTF-8 become U+FFFD. Raises ValueError where there is no text.
    """
    value = messages.Summary.Value.FromString(data)
    if not value.HasField("tensor"):
        raise ValueError("the value holds no text")
    parts = from_tensor_proto(value.tensor)
    if parts.dtype != object:
        raise ValueError(f"expected strings, got {parts.dtype}")
    strings = np.empty(parts.shape, dtype=object)
    for index, part in np.ndenumerate(parts):
        strings[index] = part.decode("utf-8", "replace")
    return strings
