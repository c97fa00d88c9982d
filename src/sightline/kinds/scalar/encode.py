"""One number → Summary.Value with a title or description; plain numbers go straight to native code."""

from __future__ import annotations

from typing import Any

from sightline.formats import messages


def encode_described(
    tag: str,
    value: float,
    *,
    display_name: str,
    description: str,
    new_style: bool = False,
    double_precision: bool = False,
) -> bytes:
    """Return the serialized value; without `new_style` it is the old 32-bit field."""
    made: Any = messages.Summary.Value(tag=tag)
    made.metadata.display_name = display_name
    made.metadata.summary_description = description
    if not new_style:
        made.simple_value = value
    else:
        made.metadata.plugin_data.plugin_name = "scalars"
        made.tensor.dtype = messages.DataType.Value("DT_DOUBLE" if double_precision else "DT_FLOAT")
        (made.tensor.double_val if double_precision else made.tensor.float_val).append(value)
    return bytes(made.SerializeToString())
