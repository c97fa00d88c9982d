"""Tensors by step: the list, and one value's shape, statistics and a slice of two axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.items import ItemParams, find, items_query, read
from sightline.kinds.tensor.decode import decode
from sightline.wire.params import ParamsError
from sightline.wire.query import Query

MAX_SIDE = 512


@dataclass(frozen=True)
class TensorParams(ItemParams):
    """A value, and which place on each axis but the last two; the first ones where null."""

    at: tuple[int, ...] | None = None


def item(view: StoreView, params: TensorParams) -> dict[str, Any]:
    """Where the value is, type, shape, statistics, and rows of the last two axes: at most 512 a side."""
    found = find(view, "tensor", params)
    array = read(view, found, decode)
    at = _checked_place(array.shape[:-2], params.at)
    part = np.atleast_2d(array[at])[:MAX_SIDE, :MAX_SIDE]
    return {
        **found.where(),
        "dtype": "string" if array.dtype == object else array.dtype.name,
        "shape": list(array.shape),
        "statistics": _statistics(array),
        "at": list(at),
        "values": [[_plain(value) for value in row] for row in part.tolist()],
    }


def _checked_place(axes: tuple[int, ...], at: tuple[int, ...] | None) -> tuple[int, ...]:
    if at is None:
        at = (0,) * len(axes)
    if len(at) != len(axes):
        raise ParamsError(f"at must have {len(axes)} places, not {len(at)}")
    if any(not 0 <= place < max(size, 1) for place, size in zip(at, axes, strict=True)):
        raise ParamsError(f"at must be within {list(axes)}")
    if 0 in axes:
        raise LookupError("the tensor has no element")
    return at


def _statistics(array: Array) -> dict[str, Any] | None:
    """Least, greatest and mean finite value and how many are not finite; None where there are no numbers."""
    if array.dtype.kind not in "biuf":
        return None
    finite = array if array.dtype.kind != "f" else array[np.isfinite(array)]
    facts: dict[str, Any] = {"n": array.size, "nan": 0, "inf": 0}
    if array.dtype.kind == "f":
        facts |= {"nan": int(np.isnan(array).sum()), "inf": int(np.isinf(array).sum())}
    if finite.size:
        mean = float(finite.mean(dtype=np.float64))
        facts |= {"min": finite.min().item(), "max": finite.max().item(), "mean": mean}
    return facts


def _plain(value: Any) -> Any:
    """What JSON can say: complex numbers as pairs, bytes as text; numbers that are not finite as text."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, complex):
        return [_plain(value.real), _plain(value.imag)]
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)
    return value


QUERIES: dict[str, Query[Any]] = {
    "item": Query(TensorParams, item, "json"),
    "items": items_query("tensor"),
}
