"""A table as JSON, beside a saved trace: so that it is not worked out anew when the trace is opened again."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame


def frame_to_json(frame: Frame) -> dict[str, Any]:
    """A frame of numbers and repeated strings as values of JSON."""
    return {
        "columns": {name: _to_json(column) for name, column in frame.columns.items()},
        "metadata": frame.metadata,
    }


def frame_from_json(saved: dict[str, Any]) -> Frame:
    """The frame again; ValueError, TypeError or KeyError where it is none."""
    return Frame(
        {name: _from_json(column) for name, column in saved["columns"].items()}, dict(saved["metadata"])
    )


def _to_json(column: Column) -> dict[str, Any]:
    if isinstance(column, Lists):
        raise TypeError("lists are in no table that is saved")
    if isinstance(column, Dictionary):
        return {"codes": column.codes.tolist(), "texts": list(column.values)}
    return {"dtype": column.dtype.str, "values": column.tolist()}


def _from_json(column: dict[str, Any]) -> Column:
    if "texts" in column:
        return Dictionary(np.array(column["codes"], np.int32), [str(text) for text in column["texts"]])
    dtype = np.dtype(column["dtype"])
    if dtype.kind not in "iuf":
        raise ValueError(f"a saved column holds no {dtype}")
    return np.array(column["values"], dtype)
