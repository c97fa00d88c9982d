"""A page in memory: the facts of each event file, and where its points are."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline.engine.index.page_maker import PIECE_COLUMNS, SUMMARY
from sightline.engine.index.page_totals import page_totals
from sightline.engine.index.ranges import Range
from sightline.engine.index.run_ids import directories_of
from sightline.engine.index.small_values import COLUMNS
from sightline.engine.segment import NO_TAG, Point, TagMeta
from sightline.formats.index_page import Page


class Piece(NamedTuple):
    """Points of a series that are together in each column of a pack."""

    steps: Range
    wall_times: Range
    values: Range
    is_float64: bool


class SideRow(NamedTuple):
    """A file beside the events; `content` where it is in the page."""

    path: str
    directory: str
    size: int
    modified: float
    kind: str
    glob: str
    log_title: str
    content: bytes | None


class PageView:
    """One page. Rows are event files; tags are numbered through all of them."""

    def __init__(self, page: Page) -> None:
        self._texts, self.columns = page
        self.pack: str = self._texts["pack"]
        self.paths: list[str] = self._texts["paths"]
        self.directories: list[str] = self._texts["directories"]
        self.versions: list[str] = self._texts["versions"]
        self._metas = [
            TagMeta(tag, plugin, base64.b64decode(content), display, description, data_class)
            for tag, plugin, content, display, description, data_class in self._texts["metas"]
        ]
        self._last = self.columns["last_step"], self.columns["last_wall_time"], self.columns["last"]
        is_finite = sum(self.columns[name] for name in ("nan", "pos_inf", "neg_inf")) == 0
        self.nonfinite_tags = frozenset(np.flatnonzero(~is_finite).tolist())
        self.totals = page_totals(self.columns, self._metas, self._texts["starts"])

    def __len__(self) -> int:
        return len(self.paths)

    def side_rows(self) -> Iterator[SideRow]:
        """The files beside the events."""
        for row in self._texts["side_files"]:
            content = row[-1]
            yield SideRow._make([*row[:-1], None if content is None else base64.b64decode(content)])

    def all_directories(self) -> list[str]:
        """The directories of runs, in the order of their ids in a manifest."""
        return directories_of(self.directories, (row[1] for row in self._texts["side_files"]))

    def number(self, column: str, row: int) -> Any:
        """A number of a file."""
        return self.columns[column].item(row)

    def tags(self, row: int) -> slice:
        """The numbers of a file's tags."""
        return _slice(self.columns["tag_ends"], row)

    def meta(self, tag: int) -> TagMeta:
        """A tag and its metadata."""
        number: int = self.columns["meta"].item(tag)
        return self._metas[number]

    def last_point(self, tag: int) -> Point:
        """The last point of a tag."""
        steps, wall_times, values = self._last
        return Point(steps.item(tag), wall_times.item(tag), values.item(tag))

    def summary(self, tag: int) -> dict[str, float]:
        """What is known of the points of a tag."""
        return {name: self.columns[name].item(tag) for name in SUMMARY}

    def pieces(self, tag: int) -> list[Piece]:
        """Where the points of a tag are."""
        found = _slice(self.columns["piece_ends"], tag)
        rows = zip(*(self.columns[name][found].tolist() for name in PIECE_COLUMNS), strict=True)
        return [self._piece(*row) for row in rows]

    def _piece(self, steps_at: int, times_at: int, values_at: int, n: int, is_float64: int) -> Piece:
        n_value_bytes = (8 if is_float64 else 4) * n
        return Piece(
            Range(self.pack, steps_at, steps_at + 8 * n),
            Range(self.pack, times_at, times_at + 8 * n),
            Range(self.pack, values_at, values_at + n_value_bytes),
            bool(is_float64),
        )

    def items(self, row: int) -> dict[tuple[int, int], int]:
        """The (tag id, field) of values that are no scalars, and their number among all such."""
        found = _slice(self.columns["item_ends"], row)
        keys = zip(
            self.columns["item_tag"][found].tolist(), self.columns["item_what"][found].tolist(), strict=True
        )
        return {key: found.start + i for i, key in enumerate(keys)}

    def has_items_before(self, row: int, offset: int) -> bool:
        """Whether a value under a tag that is no scalar comes before an offset of a file."""
        found = _slice(self.columns["item_ends"], row)
        is_tagged = self.columns["item_tag"][found] != NO_TAG
        return bool((is_tagged & (self.columns["item_first_offset"][found] < offset)).any())

    def starts(self, row: int) -> list[Any]:
        """The session starts of a file."""
        found: list[Any] = self._texts["starts"].get(str(row), [])
        return found

    def values(self, row: int) -> list[tuple[int, bytes]]:
        """The values of a file that are in the page, by their offsets."""
        at = list(COLUMNS).index("value_offset")
        return [(value[at], base64.b64decode(value[-1])) for value in self._values(row)]

    def value_rows(self, row: int, tag_id: int, what: int) -> dict[str, NDArray[Any]] | None:
        """The references of a tag and field whose values are in the page; None where they are not."""
        found = [value[:-1] for value in self._values(row) if (value[0], value[1]) == (tag_id, what)]
        if not found:
            return None
        columns = zip(*found, strict=True)
        return {
            name: np.array(column, kind)
            for (name, kind), column in zip(COLUMNS.items(), columns, strict=True)
        }

    def _values(self, row: int) -> list[list[Any]]:
        found: list[list[Any]] = self._texts["values"].get(str(row), [])
        return found

    def damage(self, row: int) -> list[tuple[int, int, str]]:
        """The stretches of a file that could not be read."""
        return [
            (offset, n_bytes, reason) for offset, n_bytes, reason in self._texts["damage"].get(str(row), [])
        ]


def _slice(ends: NDArray[np.uint64], row: int) -> slice:
    return slice(int(ends[row - 1]) if row else 0, int(ends[row]))
