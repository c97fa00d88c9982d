"""The series of a run that are of one kind, by tag: objects of those that somebody asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sightline.engine.segment import TagMeta
from sightline.engine.series_info import Row, SeriesInfo

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView


class SeriesRows(NamedTuple):
    """The metadata of a series' first value, and its share in each file."""

    meta: TagMeta
    rows: list[Row]


class SeriesOfKind(Mapping[str, SeriesInfo]):
    """Which there are may be shared by all runs with the same tags; none of them holds an object for each."""

    __slots__ = ("_found", "_in_columns", "_kind", "_rows", "_run")

    def __init__(self, run: RunView, kind: str, rows: Mapping[str, SeriesRows], *, in_columns: bool) -> None:
        self._run = run
        self._kind = kind
        self._rows = rows
        self._in_columns = in_columns
        self._found: dict[str, SeriesInfo] = {}

    def __getitem__(self, tag: str) -> SeriesInfo:
        found = self._found.get(tag)
        if found is None:
            meta, rows = self._rows[tag]
            info = SeriesInfo(self._run, self._kind, meta, rows, in_columns=self._in_columns)
            found = self._found.setdefault(tag, info)
        return found

    def __contains__(self, tag: object) -> bool:
        return tag in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
