"""Describes a tensor value: type, shape, and its elements where it has as many as it claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto

# The largest tensor that is filled up in memory by repeating the last value given.
MAX_REPEATED = 2**22
PIECE_ELEMENTS = 2**18


@dataclass(frozen=True, slots=True)
class Described:
    """`array` is None where there is none to show, and `fault` is the reason."""

    dtype: str
    shape: tuple[int, ...]
    array: Array | None
    fault: str | None = None


def describe(data: Any) -> Described:
    """What is in a serialized Summary.Value; never raises on a value that can be parsed."""
    value = value_of(data)
    if not value.HasField("tensor"):
        field = value.WhichOneof("value")
        return Described("none", (), None, f"the value contains {field or 'nothing'}, no tensor")
    proto = value.tensor
    dtype, shape = _dtype(proto), tuple(dim.size for dim in proto.tensor_shape.dim)
    claimed = prod(shape)
    if claimed > MAX_REPEATED and claimed > proto.ByteSize() * 8:
        fault = f"the shape claims {claimed:,} elements, but the value has {proto.ByteSize():,} bytes"
        return Described(dtype, shape, None, fault)
    try:
        array = from_tensor_proto(proto)
    except ValueError as error:
        return Described(dtype, shape, None, str(error))
    return Described("string" if array.dtype == object else dtype, shape, array)


def _dtype(proto: Any) -> str:
    """The type's name in TensorFlow and torch: float32, bfloat16, …"""
    if proto.dtype not in messages.DataType.values():
        return f"type {proto.dtype}"
    name = str(messages.DataType.Name(proto.dtype)).removeprefix("DT_").lower()
    return {"float": "float32", "double": "float64", "half": "float16"}.get(name, name)


def statistics(array: Array) -> dict[str, Any] | None:
    """Least, greatest, mean and spread of the finite values, and the others counted; None without numbers."""
    if array.dtype.kind not in "biuf":
        return None
    n_nan = sum(int(np.isnan(piece).sum()) for piece in _pieces(array)) if array.dtype.kind == "f" else 0
    n_finite = sum(piece.size for piece in _finite_pieces(array))
    facts: dict[str, Any] = {"n": array.size, "nan": n_nan, "inf": array.size - n_finite - n_nan}
    if not n_finite:
        return facts
    with np.errstate(over="ignore", invalid="ignore"):
        mean = sum(float(piece.sum(dtype=np.float64)) for piece in _finite_pieces(array)) / n_finite
        squares = sum(float(np.square(piece - mean).sum()) for piece in _finite_pieces(array, np.float64))
    facts |= {
        "min": min(piece.min().item() for piece in _finite_pieces(array) if piece.size),
        "max": max(piece.max().item() for piece in _finite_pieces(array) if piece.size),
        "zero": sum(int((piece == 0).sum()) for piece in _finite_pieces(array)),
    }
    spread = {"mean": mean, "std": (squares / n_finite) ** 0.5}
    return facts | {name: fact for name, fact in spread.items() if np.isfinite(fact)}


def _finite_pieces(array: Array, dtype: type[np.generic] | None = None) -> Iterator[Array]:
    """The finite numbers piece by piece; truth values count as 0 and 1."""
    for piece in _pieces(array):
        plain = piece.astype(np.uint8) if piece.dtype.kind == "b" else piece
        finite = plain[np.isfinite(plain)] if plain.dtype.kind == "f" else plain
        yield finite if dtype is None else finite.astype(dtype)


def _pieces(array: Array) -> Iterator[Array]:
    """The elements in stretches of bounded size, so that what is computed from them takes little memory."""
    flat = array.reshape(-1)
    for begin in range(0, flat.size, PIECE_ELEMENTS):
        yield flat[begin : begin + PIECE_ELEMENTS]
