"""Tensors by step: the list, one value whole, and one value as two of its axes, ready to be drawn."""

from __future__ import annotations

from math import prod
from typing import Annotated, Any, TypeAlias

import numpy as np
from msgspec import Meta

from sightline.engine.segment import TagMeta
from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.items import ItemParams, find, items_query, read, steps_query
from sightline.kinds.tensor.decode import decode
from sightline.kinds.tensor.describe import describe, statistics
from sightline.kinds.tensor.slices import cut, reduced
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from sightline.wire.query import Query

MAX_SIDE = 512
MAX_TEXT = 2000


Index: TypeAlias = Annotated[int, Meta(ge=0)]
Side: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_SIDE)]


class TensorParams(ItemParams, frozen=True):
    """A value, and which place on each axis but the last two; the first ones where null."""

    at: tuple[int, ...] | None = None


class SliceParams(ItemParams, frozen=True):
    """A value, which `axes` lie down and across (the last two where null), a place on every other axis in
    order, and how many cells each way at most.

    Shapes may change from step to step: axes that are not there are the last two, and a place beyond the end
    is the last one.
    """

    axes: tuple[Index, Index] | None = None
    at: tuple[Index, ...] | None = None
    max_rows: Side = 64
    max_columns: Side = 64

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.axes is not None and self.axes[0] == self.axes[1]:
            raise ParamsError("axes must be two different ones")


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
        "statistics": statistics(array),
        "at": list(at),
        "values": [[_plain(value) for value in row] for row in part.tolist()],
    }


def plane(view: StoreView, params: SliceParams) -> Frame:
    """A row per cell of two axes; type, shape, statistics and what is wrong are in the metadata.

    Numbers come as `value`, `low`, `high` and `lost`; anything else as `text`. A value that is no tensor, or
    whose shape is a claim only, is described without cells.
    """
    found = find(view, "tensor", params)
    described = read(view, found, describe)
    facts = {
        **found.where(),
        "n_bytes": int(found.index.value_length[found.row]),
        "dtype": described.dtype,
        "shape": list(described.shape),
        "fault": described.fault,
        "plugin": _plugin(found.index.meta),
    }
    array = described.array
    if array is None or not array.size:
        empty = {name: np.empty(0) for name in ("value", "low", "high", "lost")}
        return Frame(empty, {**facts, "axes": [0, 1], "at": [], "n_rows": 0, "n_columns": 0, "exact": True})
    return _cells(array, params, facts | {"statistics": statistics(array)})


def _plugin(meta: TagMeta) -> dict[str, str] | None:
    """The plugin that the values were logged for, with what it wrote beside them; None for plain tensors."""
    if meta.plugin_name in ("", "tensor"):
        return None
    content = meta.plugin_content.decode("utf-8", "replace")
    shown = _text(content) if content.isprintable() else f"{len(meta.plugin_content):,} bytes"
    return {"name": meta.plugin_name, "content": shown}


def _cells(array: Array, params: SliceParams, facts: dict[str, Any]) -> Frame:
    array = array.reshape((1,) * max(2 - array.ndim, 0) + array.shape)
    axes = params.axes if params.axes and max(params.axes) < array.ndim else (array.ndim - 2, array.ndim - 1)
    others = [size for axis, size in enumerate(array.shape) if axis not in axes]
    wished = (*(params.at or ()), *(0 for _ in others))
    at = tuple(min(place, size - 1) for place, size in zip(wished, others, strict=False))
    cells = cut(array, axes, at)
    facts |= {"axes": list(axes), "at": list(at), "size": list(cells.shape)}
    if array.dtype.kind not in "biuf":
        cells = cells[: params.max_rows, : params.max_columns]
        texts = np.array([_text(value) for value in cells.reshape(-1).tolist()], dtype=object)
        whole = {"n_rows": cells.shape[0], "n_columns": cells.shape[1]}
        return Frame({"text": texts}, facts | whole | {"exact": list(cells.shape) == facts["size"]})
    made = reduced(cells, params.max_rows, params.max_columns)
    facts |= {
        "n_rows": made.n_rows,
        "n_columns": made.n_columns,
        "exact": len(made.value) == prod(cells.shape),
    }
    return Frame(dict(zip(made._fields[2:], made[2:], strict=True)), facts)


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


def _text(value: Any) -> str:
    """A value that is not a plain number, as text; long strings are cut."""
    plain = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return plain if len(plain) <= MAX_TEXT else plain[:MAX_TEXT] + "…"


def _plain(value: Any) -> Any:
    """The value as JSON: complex numbers as pairs, bytes as text; numbers that are not finite as text."""
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
    "slice": Query(SliceParams, plane),
    "steps": steps_query("tensor"),
}
