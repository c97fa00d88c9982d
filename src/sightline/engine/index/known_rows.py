"""Which state of each file an index holds, by the pages of its manifest, and what new pages replace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.manifest import Manifest, PageEntry, in_order
from sightline.engine.index.page_check import check_page
from sightline.engine.index.place import Place
from sightline.engine.index.run_ids import directories_of, known_ids, to_ranges, with_new_ids
from sightline.formats.index_page import Page, PageError, decode_page

_N_REQUESTS = 16


class Row(NamedTuple):
    """One file in a page; `is_open` where its end was torn and may have been completed."""

    path: str
    directory: str
    size: int
    modified: float
    version: str
    is_open: bool


class PageRows(NamedTuple):
    """The rows of a page: event files and files beside them."""

    events: list[Row]
    side_files: list[Row]


RowPlace = tuple[str, int]  # the page's name, the number of the row
EVENTS, SIDE_FILES = 0, 1


class Placed(NamedTuple):
    """A row and where it is."""

    row: Row
    place: RowPlace


class KnownRows:
    """Rows of pages, read once each: a page never changes."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._pages: dict[str, PageRows] = {}

    def live(self, pages: Iterable[PageEntry], kind: int) -> dict[str, Placed]:
        """The rows of a kind that count, by the paths of their files."""
        pages = list(pages)
        self._read(pages)
        return {
            row.path: Placed(row, (page.name, number))
            for page in pages
            for number, row in self._alive(page, kind)
        }

    def merged(
        self, base: Manifest, fresh: Iterable[PageEntry], gone: Mapping[int, set[RowPlace]]
    ) -> Manifest:
        """A manifest with new pages, without rows that are `gone`, by kind.

        Of two rows for one file, which two indexers wrote, the later state counts, else the new one.
        """
        # A page that was made again has the same name, and all its rows count anew.
        anew = {page.name: page for page in fresh}
        self._read_written(anew)
        pages = [*(page for page in base.pages if page.name not in anew), *anew.values()]
        self._read([*base.pages, *pages])
        best = [self._best(pages, kind, gone.get(kind, set())) for kind in (EVENTS, SIDE_FILES)]
        marked = [
            replace(page, dead=self._dead(page, EVENTS, best), dead_side=self._dead(page, SIDE_FILES, best))
            for page in pages
        ]
        return self._numbered(base, [page for page in marked if self._is_alive(page)])

    def _numbered(self, base: Manifest, pages: list[PageEntry]) -> Manifest:
        """A manifest in which every run has an id: the one it had, else the next."""
        known = known_ids((self._directories(page), page.run_ids) for page in base.pages)
        pages = list(in_order(pages))
        ids = with_new_ids(known, chain.from_iterable(map(self._directories, pages)), base.next_run_id)
        numbered = [
            replace(page, run_ids=to_ranges(ids[directory] for directory in self._directories(page)))
            for page in pages
        ]
        return base.with_pages(numbered, base.next_run_id + len(ids) - len(known))

    def _directories(self, page: PageEntry) -> list[str]:
        events, side_files = self._pages[page.name]
        return directories_of((row.directory for row in events), (row.directory for row in side_files))

    def _is_alive(self, page: PageEntry) -> bool:
        events, side_files = self._pages[page.name]
        return len(page.dead) < len(events) or len(page.dead_side) < len(side_files)

    def _read(self, pages: Iterable[PageEntry]) -> None:
        missing = [page.name for page in pages if not any(self._pages.get(page.name, ()))]
        if missing:
            with DaemonPool(_N_REQUESTS, "sightline-pages") as pool:
                self._pages.update(zip(missing, pool.map(self._rows, missing), strict=True))

    def _read_written(self, names: Iterable[str]) -> None:
        """Read pages that workers wrote just now: without one, its files would leave the index."""
        for name in names:
            if not any(self._pages.get(name, ())):
                try:
                    self._pages[name] = rows_of(read_page(self._place, name))
                except FileNotFoundError as error:
                    raise BrokenIndexError(
                        f"a worker wrote {name}, and it is not in {self._place.address}: "
                        "a folder has to be at the same path on all machines."
                    ) from error

    def _alive(self, page: PageEntry, kind: int) -> Iterator[tuple[int, Row]]:
        dead = frozenset(page.dead_side if kind == SIDE_FILES else page.dead)
        for number, row in enumerate(self._pages[page.name][kind]):
            if number not in dead:
                yield number, row

    def _best(self, pages: Iterable[PageEntry], kind: int, gone: set[RowPlace]) -> set[RowPlace]:
        best: dict[str, Placed] = {}
        for page in pages:
            for number, row in self._alive(page, kind):
                known = best.get(row.path)
                if (page.name, number) in gone:
                    continue
                if known is None or (row.modified, row.size) >= (known.row.modified, known.row.size):
                    best[row.path] = Placed(row, (page.name, number))
        return {placed.place for placed in best.values()}

    def _dead(self, page: PageEntry, kind: int, best: list[set[RowPlace]]) -> tuple[int, ...]:
        n = len(self._pages[page.name][kind])
        return tuple(number for number in range(n) if (page.name, number) not in best[kind])

    def _rows(self, name: str) -> PageRows:
        """The rows of a page; none of one that is missing or damaged, whose files are indexed again."""
        try:
            return rows_of(read_page(self._place, name))
        except (FileNotFoundError, BrokenIndexError):
            return PageRows([], [])


def read_page(place: Place, name: str) -> Page:
    """A page of an index; OSError where it is missing or damaged."""
    try:
        page = decode_page(place.get(name))
    except PageError as error:
        raise BrokenIndexError(f"{place.address}/{name} cannot be used: {error}.") from error
    check_page(page)
    return page


def rows_of(page: Page) -> PageRows:
    """The rows of a page."""
    texts, columns = page
    states = zip(
        texts["paths"],
        texts["directories"],
        columns["size"].tolist(),
        columns["modified"].tolist(),
        texts["versions"],
        columns["is_open"].astype(bool).tolist(),
        strict=True,
    )
    side_files = [Row._make([*facts[:4], "", False]) for facts in texts["side_files"]]
    return PageRows([Row(*state) for state in states], side_files)
