"""A tensor summary of any producer → an array."""

from __future__ import annotations

from typing import Any

from sightline.formats.arrays import Array
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto


def decode(data: Any) -> Array:
    """Return the array of a Summary.Value, serialized or not; strings come as objects of bytes.

    Raises ValueError where there is no tensor or where its parts do not fit.
    """
    value = value_of(data)
    if not value.HasField("tensor"):
        raise ValueError("the value contains no tensor")
    return from_tensor_proto(value.tensor)
