"""Walks the directories below a root, listing by listing: the first runs load while the walk goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sightline.engine.claims import Claims
from sightline.engine.folding import ancestors
from sightline.engine.reader import Reader

OnProblem = Callable[[str, OSError], None]

# Our own notes beside the logs; never a run.
OWN_DIRECTORY = ".sightline"


def is_event_file(name: str) -> bool:
    """Whether a file of this name holds events, by the rule that TensorBoard has."""
    return "tfevents" in name


@dataclass(slots=True)
class Listing:
    """What is of interest in one directory: event files, files a kind may claim, directories."""

    directory: str
    event_files: list[str] = field(default_factory=list)
    side_files: list[str] = field(default_factory=list)
    directories: list[str] = field(default_factory=list)


def list_directory(reader: Reader, directory: str, top: str, claims: Claims) -> Listing:
    """List one directory. Links to a directory above are left out: following them would never end."""
    listing = Listing(directory)
    for name, is_directory, is_link in reader.list(directory):
        if is_directory:
            path = f"{directory}/{name}"
            if name != OWN_DIRECTORY and not (is_link and _is_loop(reader, path, top)):
                listing.directories.append(path)
        elif is_event_file(name):
            listing.event_files.append(name)
        elif claims.may_claim(name):
            listing.side_files.append(name)
    return listing


def walk(
    reader: Reader, start: str, claims: Claims, *, top: str = "", on_problem: OnProblem | None = None
) -> Iterator[Listing]:
    """Listings of `start` and everything below it; `top` is the root it belongs to.

    A directory that is gone meanwhile is passed over; one that cannot be read is told to `on_problem`.
    """
    waiting = deque([start])
    while waiting:
        directory = waiting.popleft()
        try:
            listing = list_directory(reader, directory, top or start, claims)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            if on_problem is not None:
                on_problem(directory, error)
            continue
        waiting.extend(sorted(listing.directories))
        yield listing


def _is_loop(reader: Reader, link: str, top: str) -> bool:
    try:
        target = reader.stat(link).identity
        return any(reader.stat(above).identity == target for above in ancestors(link, top))
    except OSError:
        return True
