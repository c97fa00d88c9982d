"""Manifests: which pages make up an index, one numbered object for each state of it.

The next state is created under the next number, which only one of several indexers can do: the others read
what it wrote and try again. A manifest, once there, never changes, so no lock is needed anywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.place import Place
from sightline.engine.index.run_ids import IdRanges

FOLDER = "manifests"
_FORMAT = "sightline index"
VERSION = 1
_NAME = re.compile(r"(\d{8})\.json")
_MAX_TRIES = 100


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page in a manifest. Rows in `dead` do not count: their files are gone or indexed anew."""

    name: str
    pack: str
    first: str  # the first path in it, by which pages are in order
    n_files: int
    n_side_files: int
    n_series: int
    n_points: int
    n_pack_bytes: int
    n_page_bytes: int
    dead: tuple[int, ...] = ()
    dead_side: tuple[int, ...] = ()
    run_ids: IdRanges = ()  # of the page's runs, see `run_ids.directories_of`


@dataclass(frozen=True, slots=True)
class Manifest:
    """One state of an index."""

    number: int
    source: str
    pages: tuple[PageEntry, ...] = field(default_factory=tuple)
    next_run_id: int = 1

    def with_pages(self, pages: Iterable[PageEntry], next_run_id: int) -> Manifest:
        """The same with other pages, in their order."""
        return replace(self, pages=in_order(pages), next_run_id=next_run_id)

    def encode(self) -> bytes:
        """The bytes of the object."""
        pages = [{name: getattr(page, name) for name in PageEntry.__slots__} for page in self.pages]
        head = {"format": _FORMAT, "version": VERSION, "number": self.number, "source": self.source}
        return json.dumps({**head, "next_run_id": self.next_run_id, "pages": pages}, indent=0).encode()


def in_order(pages: Iterable[PageEntry]) -> tuple[PageEntry, ...]:
    """Pages by their first paths."""
    return tuple(sorted(pages, key=lambda page: (page.first, page.name)))


def name_of(number: int) -> str:
    """The object of the manifest of a number."""
    return f"{FOLDER}/{number:08d}.json"


def decode(data: bytes, where: str) -> Manifest:
    """Read a manifest; an error with a sentence where it is none, or one of a later version."""
    try:
        found: dict[str, Any] = json.loads(data)
        if found["format"] != _FORMAT:
            raise ValueError("another format")
        if found["version"] != VERSION:
            raise BrokenIndexError(
                f"{where} is an index of version {found['version']}, and this Sightline reads version "
                f"{VERSION}: install the Sightline that made it."
            )
        pages = tuple(_page_entry(page) for page in found["pages"])
        return Manifest(int(found["number"]), str(found["source"]), pages, int(found["next_run_id"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BrokenIndexError(f"{where} holds a manifest that cannot be read: {error}.") from error


def _page_entry(found: dict[str, Any]) -> PageEntry:
    dead, dead_side = (tuple(found[name]) for name in ("dead", "dead_side"))
    run_ids = tuple((first, n) for first, n in found["run_ids"])
    return PageEntry(**{**found, "dead": dead, "dead_side": dead_side, "run_ids": run_ids})


def read_manifest(place: Place, number: int) -> Manifest | None:
    """The manifest of a number; None where there is none yet."""
    try:
        return decode(place.get(name_of(number)), place.address)
    except FileNotFoundError:
        return None


def latest(place: Place, *, known: int = 0) -> Manifest | None:
    """The last manifest. What a listing lacks is found by asking for the next number."""
    numbers = [int(found[1]) for name in place.names(FOLDER) if (found := _NAME.fullmatch(name))]
    number = max([known, *numbers])
    manifest = read_manifest(place, number) if number else None
    return newer(place, manifest)


def newer(place: Place, manifest: Manifest | None) -> Manifest | None:
    """The last manifest from a known one on, by asking for number after number."""
    while (found := read_manifest(place, manifest.number + 1 if manifest else 1)) is not None:
        manifest = found
    return manifest


def commit(place: Place, base: Manifest, change: Callable[[Manifest], Manifest]) -> Manifest:
    """Create the next manifest by a change of the last; where another indexer was first, change its one."""
    for _ in range(_MAX_TRIES):
        wanted = change(base)
        if wanted.pages == base.pages and base.number:
            return base
        wanted = replace(wanted, number=base.number + 1)
        if place.create(name_of(wanted.number), wanted.encode()):
            return wanted
        found = read_manifest(place, wanted.number)
        if found == wanted:  # written by a try whose answer was lost
            return wanted
        base = newer(place, found) or base
    raise BrokenIndexError(f"{place.address} changes all the time: too many indexers write to it.")
