"""Walks the directories below a root, some at a time: the first runs load while the walk goes on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sightline.engine.claims import Claims
from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.reader import Entry, Identity, Reader, Stat, is_event_file

OnProblem = Callable[[str, OSError], None]

# Sightline's own files beside the logs; never a run.
OWN_DIRECTORY = ".sightline"
# This many directories are listed at once, after a few listings: the first results come soon.
_MAX_AT_ONCE = 256


class Listing(NamedTuple):
    """What is of interest in one directory: event files, files a kind may claim, folders, links to such."""

    directory: str
    event_files: Mapping[str, Stat | None]
    side_files: Sequence[str] = ()
    directories: Sequence[str] = ()
    links: Sequence[str] = ()


class FolderPaths:
    """The path under which each real folder is walked, so that links cannot multiply it.

    A folder below the root is walked by its own path, never by a link to it. Several threads may walk.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._walked: dict[str, bool] = {}
        self._path_of: dict[Identity, str] = {}

    def add(self, paths: Iterable[str], *, through_link: bool) -> None:
        """Record folders that are walked. It costs nothing until there is a link."""
        with self._lock:
            self._walked.update(dict.fromkeys(paths, through_link))

    def may_walk(self, path: str) -> bool:
        """Whether what is at a path is not walked under another one already."""
        with self._lock:
            self._look_up_walked()
            try:
                identity = self._reader.stat(path).identity
            except OSError:
                return False
            if not self._is_at(self._path_of.get(identity, path), identity):
                self._path_of[identity] = path
            return self._path_of.setdefault(identity, path) == path

    def _look_up_walked(self) -> None:
        for path, through_link in self._walked.items():
            try:
                identity = self._reader.stat(path).identity
            except OSError:
                continue
            if through_link:
                self._path_of.setdefault(identity, path)
            else:
                self._path_of[identity] = path
        self._walked.clear()

    def _is_at(self, path: str, identity: Identity) -> bool:
        try:
            return self._reader.stat(path).identity == identity
        except OSError:
            return False


def list_directory(reader: Reader, directory: str, claims: Claims) -> Listing:
    """List one directory; raises OSError."""
    (found,) = reader.list([directory])
    if isinstance(found, OSError):
        raise found
    return _listing(directory, found, claims)


def walk(
    reader: Reader,
    start: str,
    claims: Claims,
    *,
    paths: FolderPaths | None = None,
    on_problem: OnProblem | None = None,
) -> Iterator[list[Listing]]:
    """Listings of `start` and everything below it, some at a time, each real folder once.

    A directory that is gone meanwhile is skipped; one that cannot be read goes to `on_problem`.
    """
    paths = paths or FolderPaths(reader)
    links: deque[str] = deque()
    yield from _walk_below(reader, start, claims, paths, on_problem, links, through_link=False)
    while links:  # links come last: what is below the root is known by then
        link = links.popleft()
        if paths.may_walk(link):
            yield from _walk_below(reader, link, claims, paths, on_problem, links, through_link=True)


def _walk_below(
    reader: Reader,
    start: str,
    claims: Claims,
    paths: FolderPaths,
    on_problem: OnProblem | None,
    links: deque[str],
    *,
    through_link: bool,
) -> Iterator[list[Listing]]:
    """Walk without following links, which are collected. The next folders are listed meanwhile."""
    waiting = deque([start])
    with DaemonPool(1, "sightline-walk") as pool:
        n_at_once = 1
        directories, listed = _take_first(waiting, n_at_once), None
        while directories:
            found = reader.list(directories) if listed is None else listed.result()
            n_at_once = min(2 * n_at_once, _MAX_AT_ONCE)
            ahead = _take_first(waiting, n_at_once)
            listed = pool.submit(reader.list, ahead) if ahead else None
            listings = []
            for directory, entries in zip(directories, found, strict=True):
                if isinstance(entries, OSError):
                    _report(on_problem, directory, entries)
                    continue
                listing = _listing(directory, entries, claims)
                listings.append(listing)
                if listing.directories:
                    waiting.extend(sorted(listing.directories))
                if listing.links:
                    links.extend(sorted(listing.links))
            paths.add([listing.directory for listing in listings], through_link=through_link)
            yield listings
            directories = ahead or _take_first(waiting, n_at_once)


def _report(on_problem: OnProblem | None, directory: str, error: OSError) -> None:
    if on_problem is not None and not isinstance(error, FileNotFoundError | NotADirectoryError):
        on_problem(directory, error)


def _take_first(waiting: deque[str], n: int) -> list[str]:
    return [waiting.popleft() for _ in range(min(n, len(waiting)))]


def _listing(directory: str, entries: Sequence[Entry], claims: Claims) -> Listing:
    if len(entries) == 1:
        ((name, is_directory, _, stat),) = entries
        if not is_directory and is_event_file(name):  # as most runs are
            return Listing(directory, {name: stat})
    event_files: dict[str, Stat | None] = {}
    side_files: list[str] = []
    directories: list[str] = []
    links: list[str] = []
    for name, is_directory, is_link, stat in entries:
        if is_directory:
            if name != OWN_DIRECTORY:
                (links if is_link else directories).append(f"{directory}/{name}")
        elif is_event_file(name):
            event_files[name] = stat
        elif claims.may_claim(name):
            side_files.append(name)
    return Listing(directory, event_files, side_files, directories, links)
