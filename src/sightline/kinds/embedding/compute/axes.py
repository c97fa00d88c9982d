"""Custom axes: each point's place along the difference of two means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sightline.kinds.embedding.compute.prepared import Prepared, Rows, Vectors


def along_axes(prepared: Prepared, axes: Sequence[tuple[Rows, Rows]]) -> Vectors:
    """Coordinates along each axis, from the mean of some points (0) to the mean of others (1)."""
    begins = [prepared.take(begin).mean(axis=0, dtype=np.float64) for begin, _ in axes]
    ends = [prepared.take(end).mean(axis=0, dtype=np.float64) for _, end in axes]
    differences = np.array(ends) - np.array(begins)
    squares = np.einsum("ij,ij->i", differences, differences)
    if not squares.all():
        raise LookupError("an axis has no length: both of its searches find points with the same mean")
    directions = (differences / squares[:, None]).astype(np.float32)
    origins = np.einsum("ij,ij->i", np.array(begins), directions).astype(np.float32)
    made = np.empty((len(prepared), len(axes)), np.float32)
    for begin, block in prepared.blocks():
        made[begin : begin + len(block)] = block @ directions.T - origins
    return made
