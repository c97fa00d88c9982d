"""Scalar series of a run: one tag's points from all its event files, in order, superseded ones marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sightline.engine.restarts import Cut, superseded_mask
from sightline.engine.segment import ChunkSnapshot, Columns, Steps, TagMeta, Values, WallTimes
from sightline.engine.tip import Tip

EMPTY = Columns(np.empty(0, np.int64), np.empty(0, np.float64), np.empty(0, np.float32))


class Block(Protocol):
    """A stretch of a series that comes from one file, or from files written at the same time."""

    @property
    def n(self) -> int:
        """How many points."""
        ...

    @property
    def chunks(self) -> ChunkSnapshot:
        """A snapshot for the native kernels."""
        ...

    def arrays(self) -> Sequence[Columns]:
        """The points in chunks, without a copy where that can be."""
        ...

    def columns(self) -> Columns:
        """The points in contiguous columns."""
        ...

    def superseded(self) -> NDArray[np.bool_] | None:
        """Which points are superseded; None where none is."""
        ...


class Part:
    """One tag's points in one file."""

    def __init__(self, tip: Tip, tag_id: int, cuts: tuple[Cut, ...] = ()) -> None:
        self.tip = tip
        self.tag_id = tag_id
        self.n = tip.count(tag_id)
        self.cuts = cuts

    @property
    def chunks(self) -> ChunkSnapshot:
        """The native snapshot, without what the segment has grown by since."""
        return self.tip.segment.chunks(self.tag_id).first(self.n)

    def arrays(self) -> Sequence[Columns]:
        """The points in place."""
        return self.tip.arrays(self.tag_id)

    def columns(self) -> Columns:
        """The points, copied."""
        return self.tip.columns(self.tag_id)

    def superseded(self) -> NDArray[np.bool_] | None:
        """Which points a restart has superseded."""
        return superseded_mask(self.columns().steps, self.cuts) if self.cuts else None


class Merged:
    """One tag's points in files written at the same time: by step where all rise, else by wall time."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.n = sum(part.n for part in parts)

    @property
    def chunks(self) -> ChunkSnapshot:
        """The merged points as one chunk."""
        return ArrayChunks(self.arrays())

    def arrays(self) -> Sequence[Columns]:
        """The merged points as one chunk."""
        return [self.columns()]

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        columns = [part.columns() for part in self.parts]
        steps, wall_times, _ = _joined(columns)
        rising = all(bool((np.diff(each.steps) >= 0).all()) for each in columns)
        return np.lexsort((wall_times, steps)) if rising else np.argsort(wall_times, kind="stable")

    def columns(self) -> Columns:
        """The merged points."""
        return _joined([part.columns() for part in self.parts]).at(self._order)

    def superseded(self) -> NDArray[np.bool_] | None:
        """Which points a later restart of all these writers has superseded."""
        masks = [part.superseded() for part in self.parts]
        if all(mask is None for mask in masks):
            return None
        return _joined_masks(masks, [part.n for part in self.parts])[self._order]


class ArrayChunks:
    """Columns in the form of a chunk snapshot."""

    def __init__(self, arrays: Sequence[Columns]) -> None:
        self._arrays = arrays

    def __len__(self) -> int:
        return sum(len(columns.steps) for columns in self._arrays)

    def arrays(self) -> Sequence[Columns]:
        """The columns."""
        return self._arrays


class ScalarSeries:
    """All points ever logged under one tag of one run, as of one generation.

    The contiguous columns (`steps`, `wall_times`, `values`) are built on first use and live as
    long as this object; `arrays()` and `chunks` give the points in place. All include superseded
    points, marked by `superseded`; `without_superseded()` leaves them out.
    """

    def __init__(self, meta: TagMeta, blocks: Sequence[Block]) -> None:
        self.meta = meta
        self.blocks = [block for block in blocks if block.n]
        self.n = sum(block.n for block in self.blocks)

    @property
    def tag(self) -> str:
        """The tag as logged."""
        return self.meta.tag

    @property
    def chunks(self) -> list[ChunkSnapshot]:
        """Snapshots for the native kernels, in order."""
        return [block.chunks for block in self.blocks]

    def arrays(self) -> list[Columns]:
        """The points in chunks, in order, without a copy where that can be."""
        return [columns for block in self.blocks for columns in block.arrays()]

    @cached_property
    def columns(self) -> Columns:
        """The points in contiguous columns."""
        return _joined([block.columns() for block in self.blocks])

    @property
    def steps(self) -> Steps:
        """Steps as logged."""
        return self.columns.steps

    @property
    def wall_times(self) -> WallTimes:
        """Seconds since the epoch."""
        return self.columns.wall_times

    @property
    def values(self) -> Values:
        """Values, float32 or float64 as logged (float64 where files differ)."""
        return self.columns.values

    @cached_property
    def superseded(self) -> NDArray[np.bool_] | None:
        """Which points a restart has superseded; None where none is."""
        masks = [block.superseded() for block in self.blocks]
        if all(mask is None for mask in masks):
            return None
        return _joined_masks(masks, [block.n for block in self.blocks])

    def without_superseded(self) -> Columns:
        """The columns without superseded points."""
        mask = self.superseded
        return self.columns if mask is None else self.columns.at(~mask)


def _joined(columns: Sequence[Columns]) -> Columns:
    if not columns:
        return EMPTY
    return columns[0] if len(columns) == 1 else Columns(*map(np.concatenate, zip(*columns, strict=True)))


def _joined_masks(masks: Sequence[NDArray[np.bool_] | None], lengths: Sequence[int]) -> NDArray[np.bool_]:
    filled = [np.zeros(n, np.bool_) if mask is None else mask for mask, n in zip(masks, lengths, strict=True)]
    return np.concatenate(filled)
