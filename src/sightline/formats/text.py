"""A text summary of any producer → an array of strings."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.arrays import Array
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto


def text_of(data: Any) -> Array:
    """Return the strings of a Summary.Value, serialized or not as an object array of str, of the rank logged.

    Bytes that are not UTF-8 become U+FFFD. Raises ValueError where there is no text.
    """
    value = value_of(data)
    if not value.HasField("tensor"):
        raise ValueError("the value contains no text")
    parts = from_tensor_proto(value.tensor)
    if parts.dtype != object:
        raise ValueError(f"expected strings, got {parts.dtype}")
    strings = np.empty(parts.shape, dtype=object)
    for index, part in np.ndenumerate(parts):
        strings[index] = part.decode("utf-8", "replace")
    return strings
