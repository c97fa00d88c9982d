"""A frame as an HTML table, as notebooks show it: the first rows, everything escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sightline.wire.frame import Frame

_MAX_ROWS = 10
_MAX_CHARACTERS = 80


def frame_html(frame: Frame) -> str:
    """Return the table, and below it the size of the frame."""
    columns = [column.tolist() for column in frame.head(_MAX_ROWS).to_numpy().values()]
    head = "".join(f"<th>{escape(name)}</th>" for name in frame)
    rows = ["".join(f"<td>{_cell(value)}</td>" for value in row) for row in zip(*columns, strict=True)]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    size = f"{len(frame):,} rows × {len(columns)} columns"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{size}</p>"


def _cell(value: Any) -> str:
    """One value; None is a missing one."""
    if value is None:
        return ""
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    if isinstance(value, np.ndarray):
        text = f"{len(value)} values"
    return escape(text if len(text) <= _MAX_CHARACTERS else text[: _MAX_CHARACTERS - 1] + "…")
