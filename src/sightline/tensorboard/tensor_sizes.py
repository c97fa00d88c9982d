"""The shape of a logged tensor from the first bytes of its value, without its content."""

from __future__ import annotations

from sightline.formats.wire_prefix import fields, first

# Field numbers of Summary.Value, TensorProto, TensorShapeProto and its dimensions.
_TENSOR, _SHAPE, _DIMENSION, _SIZE = 8, 2, 2, 1


def tensor_sizes(prefix: bytes) -> list[int] | None:
    """The size of each axis; None where these bytes do not have the whole shape."""
    tensor = first(prefix, _TENSOR)
    shape = first(prefix, _SHAPE, tensor.begin, tensor.end) if tensor else None
    if shape is None or shape.end > len(prefix):
        return None
    found = [field for field in fields(prefix, shape.begin, shape.end) if field.number == _DIMENSION]
    sizes = [first(prefix, _SIZE, field.begin, field.end) for field in found]
    return [size.value if size else 0 for size in sizes]
