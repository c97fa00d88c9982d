"""What the store needs of a segment: the columns of one event file, as far as it was read.

The native Segment is the live one, whether it began with an empty file or with what was saved of it.
A segment only grows: what was there once stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sightline.engine.reader import ByteSource

Steps = NDArray[np.int64]
WallTimes = NDArray[np.float64]
Values = NDArray[Any]  # float32 or float64, as logged

NO_TAG = 2**32 - 1


class Columns(NamedTuple):
    """Equally long columns of scalar points."""

    steps: Steps
    wall_times: WallTimes
    values: Values

    def at(self, rows: Any) -> Columns:
        """Some of the points: by row numbers, a mask or a slice."""
        return Columns(self.steps[rows], self.wall_times[rows], self.values[rows])


class Point(NamedTuple):
    """One scalar point."""

    step: int
    wall_time: float
    value: float


class TagMeta(NamedTuple):
    """The metadata of a tag, from its first value."""

    tag: str
    plugin_name: str
    plugin_content: bytes
    display_name: str
    description: str
    data_class: int

    @property
    def has_metadata(self) -> bool:
        """Whether any value of the tag had metadata."""
        return bool(self.plugin_name or self.data_class or self.display_name or self.description)


class ListFacts(NamedTuple):
    """What a list of runs shows of a segment that is saved or in an index, before anybody looks at it."""

    last_step: int | None  # the highest of all tags
    first_nan: tuple[str, int] | None
    tag_key: bytes  # equal for segments with equal tags, of which the same have points
    has_scalars_only: bool
    has_session_starts: bool


class Totals(NamedTuple):
    """What is known of a whole event file, as far as it was read.

    The wall times are those of the first and of the last event, whose header does not count, and the
    smallest, in whatever order they came. Damages are stretches that could not be read: all of them, however
    few `Segment.damage` lists. List facts are None where they have to be computed.
    """

    offset: int
    n_points: int
    n_tags: int
    first_wall_time: float | None
    last_wall_time: float | None
    earliest_wall_time: float | None
    n_damages: int
    n_damaged_bytes: int
    list_facts: ListFacts | None


class Damage(NamedTuple):
    """A stretch of an event file that could not be read, and why."""

    path: str
    offset: int
    n_bytes: int
    reason: str


class ChunkSnapshot(Protocol):
    """The scalar points of one tag at one moment, without a copy."""

    def __len__(self) -> int: ...

    def arrays(self) -> Sequence[tuple[Steps, WallTimes, Values]]:
        """Views on the chunks, in order."""
        ...


class TagSnapshot(ChunkSnapshot, Protocol):
    """The same, as a segment gives it."""

    def first(self, n: int) -> TagSnapshot:
        """The same with its first `n` points only."""
        ...

    def point(self, index: int) -> tuple[int, float, float]:
        """One of the points."""
        ...

    def nonfinite(self, begin: int, end: int) -> tuple[int, int, int | None]:
        """How many NaNs and infinities are between two places, and the step of the first NaN."""
        ...


class Segment(Protocol):
    """The columns of one event file as far as it was read; it only grows."""

    @property
    def offset(self) -> int:
        """Where in the file reading goes on."""
        ...

    def totals(self, type: type[Totals], list_facts_type: type[ListFacts]) -> Totals:
        """What is known of the whole file; made by native code, which has to be told the types."""
        ...

    @property
    def nbytes(self) -> int:
        """Memory held."""
        ...

    def tag(self, tag_id: int) -> tuple[str, str, bytes, str, str, int]:
        """The tag's name and the metadata of its first value."""
        ...

    def n_scalars(self, tag_id: int) -> int:
        """How many scalar points the tag has."""
        ...

    def counts(self) -> NDArray[np.uint64]:
        """How many scalar points each tag has, by tag id."""
        ...

    @staticmethod
    def sum_counts(segments: Sequence[Any]) -> NDArray[np.uint64]:
        """The same of several segments of one sort that have the same tags, added up."""
        ...

    def scalars(self, tag_id: int) -> tuple[Steps, WallTimes, Values]:
        """The tag's points, copied to contiguous columns."""
        ...

    def chunks(self, tag_id: int) -> TagSnapshot:
        """The tag's points in place."""
        ...

    @property
    def n_references(self) -> int:
        """How many values are no scalars."""
        ...

    def references(self) -> dict[str, NDArray[Any]]:
        """Columns of everything that is not a scalar: where it is in the file."""
        ...

    @property
    def has_session_starts(self) -> bool:
        """Whether a session log begins in the file."""
        ...

    def session_starts(self) -> Sequence[tuple[Any, ...]]:
        """Session-log starts: step, wall time, offset, points and references before."""
        ...

    def points_before(self, session_start: int) -> NDArray[np.uint64]:
        """How many points each tag had at the n-th session start."""
        ...

    def damage(self) -> Sequence[tuple[int, int, str]]:
        """The first thousand of them: offset, bytes, reason."""
        ...


class LiveSegment(Segment, Protocol):
    """A segment that is still being read."""

    @property
    def tail(self) -> bytes:
        """The last bytes read before `offset`, by which the file is known when reading goes on."""
        ...

    @property
    def head(self) -> bytes:
        """The first bytes of the file."""
        ...

    def read(self, source: ByteSource, *, final: bool = False, max_bytes: int = 0, threads: int = 0) -> bool:
        """Read on from `offset`; True when it stopped at `max_bytes` and there may be more."""
        ...
