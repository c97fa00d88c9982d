"""Large traces that were read before: columns, overview and tables, saved in the user's cache folder.

The folder may be deleted at any time. What is in it is checked before it is used, and what cannot be used is
made again. A disk that is full or read-only means only that the next reading takes as long as the first.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Hashable
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sightline import _native
from sightline.engine.reader import Stat
from sightline.formats.cache_folder import CacheFolder, mark_used
from sightline.formats.trace import open_saved_trace
from sightline.formats.whole_file import draft_of
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.saved_frame import frame_from_json, frame_to_json
from sightline.kinds.profile.tables import SAVED_TABLES

# Fewer slices are read and summed up in a quarter of a second, which is not worth a file.
_MIN_SLICES = 100_000
_PART = "traces"
_ENDING = ".trace"


class SavedTraces:
    """Saved traces in the cache folder, one for each file."""

    def __init__(self, folder: CacheFolder | None = None, *, min_slices: int = _MIN_SLICES) -> None:
        self._folder = folder or CacheFolder()
        self._min_slices = min_slices

    def open(self, path: str, state: Stat) -> Profile | None:
        """The profile of a file in this state; None where it was not saved."""
        target = self._target(path)
        found = open_saved_trace(str(target), _key(path, state))
        if found is None:
            return None
        trace, notes = found
        mark_used(target)
        return Profile(trace, made_of(notes))

    def save_later(self, path: str, state: Stat, profile: Profile) -> threading.Thread | None:
        """Save a profile in a thread of its own; None where it is too small to be worth it."""
        if len(profile.trace.slices) < self._min_slices:
            return None
        # A daemon: a program that ends meanwhile leaves a draft, which goes with the oldest files.
        thread = threading.Thread(
            target=self.save, args=(path, state, profile), name="save trace", daemon=True
        )
        thread.start()
        return thread

    def save(self, path: str, state: Stat, profile: Profile) -> bool:
        """Save a profile with its overview and tables; false where there is no room for it."""
        tables = {key: frame_to_json(table(profile)) for key, table in SAVED_TABLES.items()}
        notes = json.dumps(
            {"overview": profile.once("overview", lambda: overview(profile)), "tables": tables}
        )
        n_bytes = profile.trace.n_bytes + len(notes)
        try:
            if not self._folder.prepare(_PART, n_bytes):
                return False
            with draft_of(self._target(path)) as draft:
                profile.trace.save(str(draft), _key(path, state), notes)
            self._folder.make_room()
        except OSError:
            return False
        return True

    def _target(self, path: str) -> Path:
        """One file for each path: what is saved of a newer state replaces the older."""
        name = hashlib.blake2b(os.fsencode(path), digest_size=16).hexdigest()
        return self._folder.part(_PART) / (name + _ENDING)


def made_of(notes: str) -> dict[Hashable, Any]:
    """What was worked out of a profile when it was saved."""
    try:
        saved = json.loads(notes)
        tables = {key: frame_from_json(table) for key, table in saved["tables"].items()}
        return {"overview": saved["overview"], **tables}
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}


def _key(path: str, state: Stat) -> str:
    """What a saved trace was made of: the file in its state, and the code that read it."""
    described = (os.fsencode(path).hex(), state.size, state.modified, state.identity, _code_version())
    return json.dumps(described)


@lru_cache(maxsize=1)
def _code_version() -> str:
    """A digest of the code that makes a profile: a changed one never sees what another saved."""
    package = Path(__file__).parent
    sources = [*package.rglob("*.py"), *package.parents[1].joinpath("formats").glob("trace*.py")]
    digest = hashlib.blake2b(digest_size=16)
    try:
        for source in (*sorted(sources), Path(_native.__file__)):
            digest.update(source.read_bytes())
    except OSError:  # the package is no folder: its version must do
        digest.update(version("sightline").encode())
    return digest.hexdigest()
