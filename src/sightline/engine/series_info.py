"""What is known of one series without reading its points: counts, first and last, metadata."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from sightline.engine.nonfinite import ALL_FINITE, Nonfinite
from sightline.engine.restarts import Span
from sightline.engine.segment import Point, Steps, TagMeta

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.engine.tip import SessionStart, Tip


class Row(NamedTuple):
    """A series' share in one file: the file's place in the run, the tag's id there and the field."""

    file: int
    tag_id: int
    what: str


class SeriesInfo:
    """One series of a run: kind, tag and metadata of its first value; the rest is computed on demand.

    A run may have a million of them: an object has no dictionary of its own.
    """

    __slots__ = ("_run", "in_columns", "kind", "meta", "rows")

    def __init__(
        self, run: RunView, kind: str, meta: TagMeta, rows: Sequence[Row], *, in_columns: bool
    ) -> None:
        self.kind = kind
        self.in_columns = in_columns
        self.meta = meta
        self.rows = rows
        self._run = run

    @property
    def tag(self) -> str:
        """The tag as logged."""
        return self.meta.tag

    @property
    def display_name(self) -> str:
        """The display name in the first value's metadata, else the tag."""
        return self.meta.display_name or self.meta.tag

    @property
    def description(self) -> str:
        """The description in the first value's metadata (Markdown)."""
        return self.meta.description

    @property
    def n(self) -> int:
        """How many points or items there are, superseded ones included."""
        return sum([self.count(row) for row in self.rows])

    @property
    def first_step(self) -> int | None:
        """The step of the first point of the first file."""
        return self.span(self.rows[0]).first_step if self.rows else None

    @property
    def last_step(self) -> int | None:
        """The step of the last point of the last file."""
        if not self.rows:
            return None
        row = self.rows[-1]
        if self.in_columns:
            return self._tip(row).last_point(row.tag_id).step
        return self.span(row).last_step

    @property
    def first_wall_time(self) -> float | None:
        """When the first point was logged."""
        return min((self._ends(row)[0].wall_time for row in self.rows), default=None)

    @property
    def last_wall_time(self) -> float | None:
        """When the last point was logged."""
        return max((self._ends(row)[1].wall_time for row in self.rows), default=None)

    @property
    def last_value(self) -> float | None:
        """The last number of a series in columns; None for series of items."""
        if not self.in_columns or not self.rows:
            return None
        return self._ends(self.rows[-1])[1].value

    @property
    def nonfinite(self) -> Nonfinite:
        """Counts of NaN and infinities of a series in columns."""
        if not self.in_columns:
            return ALL_FINITE
        found = [self._tip(row).nonfinite(row.tag_id) for row in self.rows]
        return reduce(Nonfinite.plus, found)

    def span(self, row: Row) -> Span:
        """First and last step of the share in one file."""
        first, last = self._ends(row)
        return Span(row.file, first.step, last.step)

    def steps(self, row: Row) -> Steps:
        """The steps of the share in one file."""
        if self.in_columns:
            return self._tip(row).columns(row.tag_id).steps
        steps: Steps = self._tip(row).item_rows(row.tag_id, row.what)["step"]
        return steps

    def _tip(self, row: Row) -> Tip:
        return self._run.tips[row.file]

    def count(self, row: Row) -> int:
        """How many points or items the share in one file has."""
        tip = self._tip(row)
        if self.in_columns:
            return tip.count(row.tag_id)
        return tip.item_count(row.tag_id, row.what)

    def count_before(self, row: Row, start: SessionStart) -> int:
        """How many of them came before a session start in that file."""
        tip = self._tip(row)
        if self.in_columns:
            return tip.points_before(start, row.tag_id)
        return tip.rows_before(start, tip.reference_rows[row.tag_id, row.what])

    def _ends(self, row: Row) -> tuple[Point, Point]:
        """The first and the last point of the share; those of items have NaN as their value."""
        if self.in_columns:
            return self._tip(row).ends(row.tag_id)
        return self._tip(row).item_ends(row.tag_id, row.what)
