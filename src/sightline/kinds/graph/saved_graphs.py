"""Large graphs that were read before: columns and message, saved in the user's cache folder.

The folder may be deleted at any time. What is in it is checked before it is used, and what cannot be used is
made again. A disk that is full or read-only means only that the next reading takes as long as the first.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sightline import _native
from sightline.formats.cache_folder import CacheFolder, mark_used
from sightline.formats.graph import Graph, open_saved_graph
from sightline.formats.whole_file import draft_of

# What is read in less processor time than this is not worth a file.
MIN_SECS = 0.25
_PART = "graphs"
_ENDING = ".graph"

Place = tuple[Any, ...]
# Finding it out may mean reading all of a file: it is asked for only where something was saved, or is to be.
State = Callable[[], tuple[Any, ...]]


class SavedGraphs:
    """Saved graphs in the cache folder, one for each place (of an event, or a file).

    A place is what stays when the file is written anew, a state what changes then; both are plain values.
    """

    def __init__(self, folder: CacheFolder | None = None, *, min_secs: float = MIN_SECS) -> None:
        self._folder = folder or CacheFolder()
        self._min_secs = min_secs

    def open(self, place: Place, state: State) -> Graph | None:
        """The graph of a place in this state; None where it was not saved."""
        target = self._target(place)
        if not target.exists():
            return None
        found = open_saved_graph(str(target), _key(place, state))
        if found is not None:
            mark_used(target)
        return found

    def save_later(self, place: Place, state: State, graph: Graph, secs: float) -> threading.Thread | None:
        """Save a graph in a thread of its own; None where reading it again takes no longer."""
        if secs < self._min_secs:
            return None
        # A daemon: a program that ends meanwhile leaves a draft, which goes with the oldest files.
        thread = threading.Thread(
            target=self.save, args=(place, state, graph), name="save graph", daemon=True
        )
        thread.start()
        return thread

    def save(self, place: Place, state: State, graph: Graph) -> bool:
        """Save a graph; false where there is no room for it."""
        try:
            if not self._folder.prepare(_PART, graph.n_bytes_saved):
                return False
            with draft_of(self._target(place)) as draft:
                graph.save(str(draft), _key(place, state))
            self._folder.make_room()
        except OSError:
            return False
        return True

    def _target(self, place: Place) -> Path:
        """One file for each place: what is saved of a newer state replaces the older."""
        name = hashlib.blake2b(_text(place).encode(), digest_size=16).hexdigest()
        return self._folder.part(_PART) / (name + _ENDING)


def _key(place: Place, state: State) -> str:
    """What a saved graph was made of, and the code that read it."""
    return _text((place, state(), _code_version()))


def _text(described: tuple[Any, ...]) -> str:
    # Names of files that are no text have surrogates, which JSON writes as they are numbered.
    return json.dumps(described, default=str)


@lru_cache(maxsize=1)
def _code_version() -> str:
    """A digest of the code that reads graphs: a changed one never sees what another saved."""
    package = Path(__file__).parents[2]
    digest = hashlib.blake2b(digest_size=16)
    try:
        for source in (*sorted(package.glob("formats/**/*.py")), Path(_native.__file__)):
            digest.update(source.read_bytes())
    except OSError:  # the package is no folder: its version must do
        digest.update(version("sightline").encode())
    return digest.hexdigest()
