"""Scalars in TensorFlow 2's form, put together from bytes: most programs log little else."""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from typing import Any

from sightline.summary.state import scoped, state
from sightline.summary.write import metadata_of, step_to_write
from sightline.writer.arguments import as_tag

# Field 8 of a Summary.Value: a tensor of type float32 and no dimension, up to its four bytes of content.
_TENSOR = b"\x42\x0a\x08\x01\x12\x00\x22\x04"


def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> bool:
    """Write one number as float32; return whether it was written."""
    tag = scoped(as_tag(name, "name"))
    at = step_to_write(step)
    if at is None or state.writer is None:
        return False
    number = data if type(data) is float else _number(tag, data)
    state.writer.add_value(_head(tag, description or "") + _float32(number), at)
    return True


def _number(tag: str, data: Any) -> float:
    from sightline.summary.forms import scalar_array

    return float(scalar_array(tag, data))


@lru_cache(maxsize=4096)
def _head(tag: str, description: str) -> bytes:
    """All of the value but the number."""
    from sightline.formats import messages

    value = messages.Summary.Value(tag=tag, metadata=metadata_of("scalars", b"", description))
    return bytes(value.SerializeToString()) + _TENSOR


def _float32(number: float) -> bytes:
    try:
        return struct.pack("<f", number)
    except OverflowError:
        return struct.pack("<f", math.copysign(math.inf, number))
