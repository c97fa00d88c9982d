"""Walks the directories below a root, listing by listing: the first runs load while the walk goes on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from sightline.engine.claims import Claims
from sightline.engine.reader import Entry, Identity, Reader, Stat, is_event_file

OnProblem = Callable[[str, OSError], None]

# Sightline's own files beside the logs; never a run.
OWN_DIRECTORY = ".sightline"
# This many directories are listed at once, after a few listings: the first results come soon.
_MAX_AT_ONCE = 256


@dataclass(slots=True)
class Listing:
    """What is of interest in one directory: event files, files a kind may claim, folders, links to such."""

    directory: str
    event_files: dict[str, Stat | None] = field(default_factory=dict)
    side_files: list[str] = field(default_factory=list)
    directories: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


class FolderPaths:
    """The path under which each real folder is walked, so that links cannot multiply it.

    A folder below the root is walked by its own path, never by a link to it. Several threads may walk.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._walked: dict[str, bool] = {}
        self._path_of: dict[Identity, str] = {}

    def add(self, path: str, *, through_link: bool) -> None:
        """Record a folder that is walked. It costs nothing until there is a link."""
        with self._lock:
            self._walked[path] = through_link

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
) -> Iterator[Listing]:
    """Listings of `start` and everything below it; each real folder once, whatever links lead to it.

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
) -> Iterator[Listing]:
    """Walk without following links, which are collected. The next folders are listed meanwhile."""
    waiting = deque([start])
    with ThreadPoolExecutor(1, thread_name_prefix="sightline-walk") as pool:
        n_at_once = 1
        directories, listed = _take_first(waiting, n_at_once), None
        while directories:
            found = reader.list(directories) if listed is None else listed.result()
            n_at_once = min(2 * n_at_once, _MAX_AT_ONCE)
            ahead = _take_first(waiting, n_at_once)
            listed = pool.submit(reader.list, ahead) if ahead else None
            for directory, entries in zip(directories, found, strict=True):
                if not isinstance(entries, OSError):
                    paths.add(directory, through_link=through_link)
                    listing = _listing(directory, entries, claims)
                    waiting.extend(sorted(listing.directories))
                    links.extend(sorted(listing.links))
                    yield listing
                elif on_problem is not None and not isinstance(
                    entries, FileNotFoundError | NotADirectoryError
                ):
                    on_problem(directory, entries)
            directories = ahead or _take_first(waiting, n_at_once)


def _take_first(waiting: deque[str], n: int) -> list[str]:
    return [waiting.popleft() for _ in range(min(n, len(waiting)))]


def _listing(directory: str, entries: Iterable[Entry], claims: Claims) -> Listing:
    listing = Listing(directory)
    for name, is_directory, is_link, stat in entries:
        if is_directory:
            if name != OWN_DIRECTORY:
                (listing.links if is_link else listing.directories).append(f"{directory}/{name}")
        elif is_event_file(name):
            listing.event_files[name] = stat
        elif claims.may_claim(name):
            listing.side_files.append(name)
    return listing
