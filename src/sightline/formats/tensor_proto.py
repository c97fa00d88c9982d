"""numpy arrays ↔ TensorProto: every type that event files carry, and torch's encoding of half precision.

Written as torch writes them where TensorBoard can read that; where it cannot (half precision and unsigned
types) as raw content, which it can.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array

# DataType by name of the numpy type, and the field that holds its values.
_FIELDS: dict[str, tuple[str, str]] = {
    "bool": ("DT_BOOL", "bool_val"),
    "int8": ("DT_INT8", "int_val"),
    "int16": ("DT_INT16", "int_val"),
    "int32": ("DT_INT32", "int_val"),
    "int64": ("DT_INT64", "int64_val"),
    "uint8": ("DT_UINT8", "int_val"),
    "uint16": ("DT_UINT16", "int_val"),
    "uint32": ("DT_UINT32", "uint32_val"),
    "uint64": ("DT_UINT64", "uint64_val"),
    "float16": ("DT_HALF", "half_val"),
    "float32": ("DT_FLOAT", "float_val"),
    "float64": ("DT_DOUBLE", "double_val"),
    "complex64": ("DT_COMPLEX64", "scomplex_val"),
    "complex128": ("DT_COMPLEX128", "dcomplex_val"),
}
# Quantized types read as the integers they hold.
_QUANTIZED = {
    "DT_QINT8": "int8",
    "DT_QUINT8": "uint8",
    "DT_QINT16": "int16",
    "DT_QUINT16": "uint16",
    "DT_QINT32": "int32",
}
_NUMPY_NAMES = {data_type: name for name, (data_type, _) in _FIELDS.items()} | _QUANTIZED
_FIXED_WIDTH = {"float_val": 5, "double_val": 6, "scomplex_val": 9, "dcomplex_val": 12}  # field numbers
_MAX_BYTES = 2**31 - 1
_MAX_ELEMENTS = 2**27  # a few bytes may claim any shape; nobody logs more than this by repeating a value


def to_tensor_proto(array: Array) -> Any:
    """Return the TensorProto of an array of numbers, or of an object array of str or bytes."""
    if array.dtype.kind in "OSU":
        proto = messages.TensorProto(dtype="DT_STRING", string_val=[_to_bytes(v) for v in array.flat])
    else:
        proto = _numeric(array)
    proto.tensor_shape.SetInParent()  # so that rank 0 is stated, not left out
    for size in array.shape:
        proto.tensor_shape.dim.add(size=size)
    return proto


def _numeric(array: Array) -> Any:
    array = _plain(array)
    if array.nbytes > _MAX_BYTES:
        raise ValueError(f"a tensor of {array.nbytes} bytes is beyond the 2 GB that one event can hold")
    data_type, field = _FIELDS[array.dtype.name]
    if field in _FIXED_WIDTH:
        proto = messages.TensorProto.FromString(_packed(_FIXED_WIDTH[field], array.tobytes()))
        proto.dtype = messages.DataType.Value(data_type)
        return proto
    if array.dtype.kind == "u" or field == "half_val":
        return messages.TensorProto(dtype=data_type, tensor_content=array.tobytes())
    return messages.TensorProto(**{"dtype": data_type, field: array.reshape(-1).tolist()})


def _plain(array: Array) -> Array:
    """Contiguous, little-endian and of a type that TensorProto has."""
    if array.dtype.kind in "fc" and array.dtype.name not in _FIELDS:
        array = array.astype(np.float64 if array.dtype.kind == "f" else np.complex128)  # long double
    if array.dtype.name not in _FIELDS:
        raise TypeError(f"no tensor type for numpy's {array.dtype}")
    return np.asarray(array, dtype=array.dtype.newbyteorder("<"), order="C")


def _packed(field_number: int, data: bytes) -> bytes:
    """A packed repeated field as it is on the wire: quicker than a Python number per element."""
    if not data:
        return b""
    length, rest = bytearray(), len(data)
    while rest > 127:
        length.append(rest & 127 | 128)
        rest >>= 7
    length.append(rest)
    return bytes([field_number << 3 | 2]) + bytes(length) + data


def _to_bytes(value: str | bytes) -> bytes:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def from_tensor_proto(proto: Any) -> Array:
    """Return the array of a TensorProto of any producer; strings come as an object array of bytes.

    bfloat16 comes as float32. Missing values repeat the last one given, as TensorFlow defines. Raises
    ValueError where type, shape and content do not fit.
    """
    name = (
        messages.DataType.Name(proto.dtype) if proto.dtype in messages.DataType.values() else str(proto.dtype)
    )
    shape = _shape(proto)
    if name == "DT_STRING":
        return _filled(_objects(list(proto.string_val)), shape, b"")
    if name == "DT_BFLOAT16":
        return _bfloat16(proto, shape)
    if name not in _NUMPY_NAMES:
        raise ValueError(f"a tensor of type {name} has no array form")
    dtype = np.dtype(_NUMPY_NAMES[name]).newbyteorder("<")
    if proto.tensor_content:
        return _from_content(proto.tensor_content, dtype, shape)
    return _filled(_values(proto, dtype), shape, 0)


def _shape(proto: Any) -> tuple[int, ...]:
    shape = tuple(dim.size for dim in proto.tensor_shape.dim)
    if any(size < 0 for size in shape) or len(shape) > 32:
        raise ValueError(f"impossible tensor shape {shape}")
    return shape


def _objects(values: list[bytes]) -> Array:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _from_content(content: bytes, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    if len(content) != prod(shape) * dtype.itemsize:
        raise ValueError(
            f"tensor content of {len(content)} bytes does not fill shape {shape} of {dtype.name}"
        )
    return np.frombuffer(content, dtype=dtype).reshape(shape)


def _values(proto: Any, dtype: np.dtype[Any]) -> Array:
    if dtype.kind == "c":
        field, part = ("scomplex_val", "<f4") if dtype.itemsize == 8 else ("dcomplex_val", "<f8")
        return np.array(getattr(proto, field), dtype=part).view(dtype)
    if dtype.name == "float16":
        return _half(proto).astype(dtype)
    field = _FIELDS[dtype.name][1]
    values = list(getattr(proto, field))
    if not values and dtype.name == "uint8":
        values = list(proto.uint32_val)  # torch puts bytes here
    return np.array(values, dtype=np.int64 if dtype.itemsize < 4 else dtype).astype(dtype)


def _half(proto: Any) -> Array:
    """The half_val field: 16 bits each, or the 32 bits of that value as float32 (torch's way)."""
    bits = np.array(proto.half_val, dtype=np.int64).astype(np.uint32)
    if (bits > 0xFFFF).any():
        return bits.view(np.float32)
    if proto.dtype == messages.DataType.Value("DT_BFLOAT16"):
        return (bits << 16).view(np.float32)
    return bits.astype(np.uint16).view(np.float16)


def _bfloat16(proto: Any, shape: tuple[int, ...]) -> Array:
    if not proto.tensor_content:
        return _filled(_half(proto).astype(np.float32), shape, 0)
    bits = _from_content(proto.tensor_content, np.dtype("<u2"), shape)
    return (bits.astype(np.uint32) << 16).view(np.float32)


def _filled(values: Array, shape: tuple[int, ...], empty: Any) -> Array:
    wanted = prod(shape)
    if len(values) > wanted:
        raise ValueError(f"{len(values)} values do not fit into tensor shape {shape}")
    if len(values) < wanted:
        if wanted > _MAX_ELEMENTS:
            raise ValueError(f"tensor shape {shape} is claimed, but {len(values)} values are there")
        last = values[-1] if len(values) else empty
        values = np.concatenate([values, np.full(wanted - len(values), last, dtype=values.dtype)])
    return values.reshape(shape)
