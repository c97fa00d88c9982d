"""Two axes of a tensor, cut out and brought down to a size that can be drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.formats.arrays import Array

PIECE_ELEMENTS = 2**18


class Cells(NamedTuple):
    """Flat, row after row. Where a cell stands for several elements, `value` is the mean of the finite ones,
    `low` and `high` are their ends, and `lost` counts those that are not finite.
    """

    n_rows: int
    n_columns: int
    value: Array
    low: Array
    high: Array
    lost: Array


def cut(array: Array, axes: tuple[int, int], at: tuple[int, ...]) -> Array:
    """The plane of two axes (rows, columns) at a place on every other axis, as a view."""
    rows, columns = axes
    places = iter(at)
    key = tuple(slice(None) if axis in axes else next(places) for axis in range(array.ndim))
    plane = array[key]
    return plane if rows < columns else plane.T


def reduced(plane: Array, max_rows: int, max_columns: int) -> Cells:
    """Blocks of about equal size, so that no element is left out; of size one where all of them fit."""
    rows, columns = _edges(plane.shape[0], max_rows), _edges(plane.shape[1], max_columns)
    value, low, high, lost = _reduced(plane, rows, columns).reshape(4, -1)
    return Cells(len(rows), len(columns), value, low, high, lost.astype(np.uint32))


def _reduced(plane: Array, rows: Array, columns: Array) -> Array:
    """Value, low, high and lost of all cells. A large plane is halved between cells, to bound the memory."""
    if plane.size <= PIECE_ELEMENTS or len(rows) == len(columns) == 1:
        return _folded(plane.astype(np.float64), [rows, columns])
    if len(rows) > len(columns):
        middle = len(rows) // 2
        at = rows[middle]
        halves = (plane[:at], rows[:middle], columns), (plane[at:], rows[middle:] - at, columns)
        return np.concatenate([_reduced(*half) for half in halves], axis=1)
    middle = len(columns) // 2
    at = columns[middle]
    halves = (plane[:, :at], rows, columns[:middle]), (plane[:, at:], rows, columns[middle:] - at)
    return np.concatenate([_reduced(*half) for half in halves], axis=2)


def _folded(numbers: Array, edges: list[Array]) -> Array:
    finite = np.isfinite(numbers)
    count = _fold(np.add, finite.astype(np.float64), edges)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        mean = _fold(np.add, np.where(finite, numbers, 0.0), edges) / count
    low = _fold(np.minimum, np.where(finite, numbers, np.inf), edges)
    high = _fold(np.maximum, np.where(finite, numbers, -np.inf), edges)
    lost = _fold(np.add, (~finite).astype(np.float64), edges)
    return np.stack([*(np.where(count > 0, each, np.nan) for each in (mean, low, high)), lost])


def _edges(size: int, most: int) -> Array:
    """Where the blocks of an axis begin."""
    n_blocks = min(size, most)
    return (np.arange(n_blocks) * size) // max(n_blocks, 1)


def _fold(how: np.ufunc, numbers: Array, edges: list[Array]) -> Array:
    if 0 in numbers.shape:
        return np.zeros((len(edges[0]), len(edges[1])))
    folded: Array = how.reduceat(how.reduceat(numbers, edges[0], axis=0), edges[1], axis=1)
    return folded
