"""Any array → a tensor summary."""

from __future__ import annotations

from typing import Any

from sightline.formats import messages
from sightline.formats.arrays import Array, as_array
from sightline.formats.tensor_proto import to_tensor_proto

PLUGIN = "tensor"
_MAX_BYTES = 2**31 - 1


def checked_tensor(tag: str, value: Any) -> Array:
    """Return the value as an array of numbers or strings that fits into one event."""
    what = f"tensor {tag!r}"
    array = as_array(value, what=what, text=True)
    if array.nbytes > _MAX_BYTES:
        raise ValueError(f"{what}: expected less than 2 GB, got {array.nbytes} bytes")
    return array


def encode(tag: str, array: Array) -> bytes:
    """Return the serialized Summary.Value."""
    value = messages.Summary.Value(tag=tag, tensor=to_tensor_proto(array))
    value.metadata.plugin_data.plugin_name = PLUGIN
    return bytes(value.SerializeToString())
