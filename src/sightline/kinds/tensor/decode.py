"""A tensor summary of any producer → an array."""

from __future__ import annotations

from sightline.formats import messages
from sightline.formats.arrays import Array
from sightline.formats.tensor_proto import from_tensor_proto


def decode(data: bytes) -> Array:
    """Return the array of a serialized Summary.Value; strings come as objects of bytes.

    Raises ValueError where there is no tensor or where its parts do not fit.
    """
    value = messages.Summary.Value.FromString(data)
    if not value.HasField("tensor"):
        raise ValueError("the value holds no tensor")
    return from_tensor_proto(value.tensor)
