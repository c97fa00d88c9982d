"""Types of tensors' elements in model files: their names, and how many bits an element takes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

# Of ONNX's TensorProto.DataType, by number.
ONNX_TYPES = {
    1: "float32",
    2: "uint8",
    3: "int8",
    4: "uint16",
    5: "int16",
    6: "int32",
    7: "int64",
    8: "string",
    9: "bool",
    10: "float16",
    11: "float64",
    12: "uint32",
    13: "uint64",
    14: "complex64",
    15: "complex128",
    16: "bfloat16",
    17: "float8_e4m3fn",
    18: "float8_e4m3fnuz",
    19: "float8_e5m2",
    20: "float8_e5m2fnuz",
    21: "uint4",
    22: "int4",
    23: "float4_e2m1",
    24: "float8_e8m0",
    25: "uint2",
    26: "int2",
}
_BITS = {
    "bool": 8,
    "bfloat16": 16,
    "complex64": 64,
    "complex128": 128,
    "float4_e2m1": 4,
    "uint2": 2,
    "int2": 2,
    "uint4": 4,
    "int4": 4,
}


def bits_of(type_name: str) -> int:
    """How many bits an element takes; 0 where that is not known."""
    if type_name in _BITS:
        return _BITS[type_name]
    if type_name.startswith("float8"):
        return 8
    digits = type_name.removeprefix("u").removeprefix("int").removeprefix("float")
    return int(digits) if digits in ("8", "16", "32", "64") else 0


def n_elements(shape: Sequence[int]) -> int:
    """How many elements a tensor has; 0 where a size is not fixed."""
    return 0 if any(size < 0 for size in shape) else prod(shape)


def n_bytes(shape: Sequence[int], type_name: str) -> int:
    """How many bytes a tensor takes; 0 where that is not known."""
    return (n_elements(shape) * bits_of(type_name) + 7) // 8
