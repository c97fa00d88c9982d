"""Some rows of a frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame


def take_rows(frame: Frame, keep: NDArray[np.bool_]) -> Frame:
    """The rows that are marked, with the same notes."""
    return Frame({name: _taken(column, keep) for name, column in frame.columns.items()}, frame.metadata)


def _taken(column: Column, keep: NDArray[np.bool_]) -> Column:
    if isinstance(column, Dictionary):
        return Dictionary(column.codes[keep], column.values)
    if isinstance(column, Lists):
        lengths = np.diff(column.offsets)
        offsets = np.concatenate([[0], np.cumsum(lengths[keep])])
        return Lists(offsets, column.values[np.repeat(keep, lengths)])
    return column[keep]
