"""A tensor value by what it says of itself: type, shape, and its elements where they are really there."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto

# What a few bytes may claim and we still lay out in memory by repeating the last value given.
MAX_REPEATED = 2**22


@dataclass(frozen=True, slots=True)
class Described:
    """`array` is None where there is none to show, and `fault` says why."""

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
    """The type's name as TensorFlow and torch say it: float32, bfloat16, …"""
    if proto.dtype not in messages.DataType.values():
        return f"type {proto.dtype}"
    name = str(messages.DataType.Name(proto.dtype)).removeprefix("DT_").lower()
    return {"float": "float32", "double": "float64", "half": "float16"}.get(name, name)


def statistics(array: Array) -> dict[str, Any] | None:
    """Least, greatest, mean and spread of the finite values, and the others counted; None without numbers."""
    if array.dtype.kind not in "biuf":
        return None
    facts: dict[str, Any] = {"n": array.size, "nan": 0, "inf": 0}
    finite = array.astype(np.uint8) if array.dtype.kind == "b" else array
    if array.dtype.kind == "f":
        facts |= {"nan": int(np.isnan(array).sum()), "inf": int(np.isinf(array).sum())}
        finite = array[np.isfinite(array)]
    if not finite.size:
        return facts
    with np.errstate(over="ignore", invalid="ignore"):
        mean, std = float(finite.mean(dtype=np.float64)), float(finite.std(dtype=np.float64))
    facts |= {"min": finite.min().item(), "max": finite.max().item(), "zero": int((finite == 0).sum())}
    return facts | {name: fact for name, fact in (("mean", mean), ("std", std)) if np.isfinite(fact)}
