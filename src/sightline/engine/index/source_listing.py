"""What a source holds now: all its event files and the files beside them, by the rules of a followed root."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sightline.engine.catalog import Catalog
from sightline.engine.claims import Claims
from sightline.engine.event_file import EventFile
from sightline.engine.index.source_file import SourceFile
from sightline.engine.reader import Reader
from sightline.engine.remote.address import is_remote, parse
from sightline.engine.remote.places import open_store
from sightline.engine.roots import Root
from sightline.engine.store import Store


class SourceListing(NamedTuple):
    """The files of a source by their relative paths, and what could not be listed."""

    events: dict[str, SourceFile]
    side_files: dict[str, SourceFile]
    problems: list[tuple[str, str]]


class _Collector:
    """Stands in for a loader: what is found is not read."""

    def saved_paths(self, root: str) -> list[str]:
        """Nothing is known before."""
        return []

    def take_saved(self, root: str, files: list[EventFile]) -> list[EventFile]:
        """Nothing is taken from the cache."""
        return files

    def want(self, *files: EventFile) -> None:
        """Leave the files alone."""


def check_source(source: str, reader: Reader) -> None:
    """Raise OSError with a sentence where there is no such source."""
    try:
        reader.stat(source)
    except FileNotFoundError as error:
        raise FileNotFoundError(f"there is no {source}: give a folder or address of event files.") from error


def list_source(source: str, reader: Reader, claims: Claims) -> SourceListing:
    """List everything once; OSError where the source itself cannot be listed."""
    problems: list[tuple[str, str]] = []

    def on_problem(path: str, error: OSError) -> None:
        if path == source:
            raise error
        problems.append((path, error.strerror or str(error)))

    check_source(source, reader)
    store = Store(reader, claims)
    catalog = Catalog(Root(source), store, _Collector(), on_problem)
    catalog.scan()

    def below(path: str) -> str:
        return path[len(source) :].strip("/")

    events = {
        below(file.path): SourceFile(
            below(file.path),
            below(file.run.directory),
            file.seen.size,
            file.seen.modified,
            file.seen.version if is_remote(source) else "",
            log=file.log,
        )
        for file in catalog.files()
    }
    side_files = {
        below(side.path): SourceFile(
            below(side.path), below(run.directory), side.size, side.modified, side=side._replace(path="")
        )
        for run in store.view().runs
        for side in run.side_files
    }
    return SourceListing(events, side_files, problems)


def existence_check(source: str) -> Callable[[str], bool]:
    """Asks whether a file is still there without a listing, which may lag. OSError where that is unknown."""
    if not is_remote(source):
        from os.path import lexists

        return lexists
    store = open_store(parse(source))

    def exists(path: str) -> bool:
        try:
            store.head(parse(path).key)
        except FileNotFoundError:
            return False
        return True

    return exists
