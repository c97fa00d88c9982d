"""Walks the directories below a root, listing by listing: the first runs load while the walk goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from sightline.engine.claims import Claims
from sightline.engine.folding import ancestors
from sightline.engine.reader import Entry, Reader, Stat, is_event_file

OnProblem = Callable[[str, OSError], None]

# Our own notes beside the logs; never a run.
OWN_DIRECTORY = ".sightline"
# So many directories are listed at once, after a few listings: the first results come soon.
_MAX_AT_ONCE = 64


@dataclass(slots=True)
class Listing:
    """What is of interest in one directory: event files, files a kind may claim, directories."""

    directory: str
    event_files: dict[str, Stat | None] = field(default_factory=dict)
    side_files: list[str] = field(default_factory=list)
    directories: list[str] = field(default_factory=list)


def list_directory(reader: Reader, directory: str, top: str, claims: Claims) -> Listing:
    """List one directory; raises OSError."""
    (found,) = reader.list([directory])
    if isinstance(found, OSError):
        raise found
    return _listing(reader, directory, found, top, claims)


def walk(
    reader: Reader, start: str, claims: Claims, *, top: str = "", on_problem: OnProblem | None = None
) -> Iterator[Listing]:
    """Listings of `start` and everything below it; `top` is the root it belongs to.

    A directory that is gone meanwhile is passed over; one that cannot be read is told to `on_problem`.
    """
    waiting = deque([start])
    n_at_once = 1
    while waiting:
        directories = [waiting.popleft() for _ in range(min(n_at_once, len(waiting)))]
        n_at_once = min(2 * n_at_once, _MAX_AT_ONCE)
        for directory, found in zip(directories, reader.list(directories), strict=True):
            if not isinstance(found, OSError):
                listing = _listing(reader, directory, found, top or start, claims)
                waiting.extend(sorted(listing.directories))
                yield listing
            elif on_problem is not None and not isinstance(found, FileNotFoundError | NotADirectoryError):
                on_problem(directory, found)


def _listing(reader: Reader, directory: str, entries: Iterable[Entry], top: str, claims: Claims) -> Listing:
    """Links to a directory above are left out: following them would never end."""
    listing = Listing(directory)
    for name, is_directory, is_link, stat in entries:
        if is_directory:
            path = f"{directory}/{name}"
            if name != OWN_DIRECTORY and not (is_link and _is_loop(reader, path, top)):
                listing.directories.append(path)
        elif is_event_file(name):
            listing.event_files[name] = stat
        elif claims.may_claim(name):
            listing.side_files.append(name)
    return listing


def _is_loop(reader: Reader, link: str, top: str) -> bool:
    try:
        target = reader.stat(link).identity
        return any(reader.stat(above).identity == target for above in ancestors(link, top))
    except OSError:
        return True
