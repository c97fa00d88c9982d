"""Results of long computations: arrays and facts in one file, and those that were done in the cache folder.

The folder may be deleted at any time, and many processes may use it: files are written whole, and what cannot
be read counts as not there.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.formats.cache_folder import CacheFolder, mark_used
from sightline.formats.whole_file import draft_of

PROJECTIONS = "projections"
_ENDING = ".projection.npz"
_ABOUT = "about"


@dataclass(frozen=True)
class Result:
    """Named arrays, and facts as JSON: among them the state of the computation."""

    about: dict[str, Any]
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)


def write_result(path: Path, result: Result) -> None:
    """Write a result whole; OSError where there is no room."""
    about = np.frombuffer(json.dumps(result.about).encode(), np.uint8)
    with draft_of(path) as draft, draft.open("wb") as file:
        arrays: dict[str, Any] = {_ABOUT: about, **result.arrays}
        np.savez(file, **arrays)


def read_result(path: Path) -> Result | None:
    """A result; None where there is none that can be read."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        about = json.loads(arrays.pop(_ABOUT).tobytes())
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return Result(about, arrays) if isinstance(about, dict) else None


class SavedResults:
    """Results in the cache folder."""

    def __init__(self, folder: CacheFolder | None = None) -> None:
        self._folder = folder

    @property
    def folder(self) -> CacheFolder:
        """The cache folder: that of the user unless another was given."""
        return self._folder or CacheFolder()

    def open(self, key: str) -> Result | None:
        """What was saved under a key."""
        path = self._path(key)
        result = read_result(path)
        if result is not None:
            mark_used(path)
        return result

    def save(self, key: str, result: Result) -> bool:
        """Save a result; false where there is no room or the folder is read-only."""
        n_bytes = sum(array.nbytes for array in result.arrays.values())
        try:
            if not self.folder.prepare(PROJECTIONS, n_bytes):
                return False
            write_result(self._path(key), result)
            self.folder.make_room()
        except OSError:
            return False
        return True

    def forget(self, key: str) -> None:
        """Delete what was saved under a key."""
        with suppress(OSError):
            self._path(key).unlink()

    def _path(self, key: str) -> Path:
        return self.folder.part(PROJECTIONS) / (key + _ENDING)


def result_key(digest: str, task: dict[str, Any]) -> str:
    """What identifies a result: the vectors' content, method and parameters, and the code that computes."""
    described = json.dumps([digest, task, _code_version()], sort_keys=True)
    return hashlib.blake2b(described.encode(), digest_size=20).hexdigest()


@lru_cache(maxsize=1)
def _code_version() -> str:
    digest = hashlib.blake2b(digest_size=16)
    for package in ("sightline", "openTSNE", "hnswlib"):
        try:
            digest.update(f"{package} {version(package)} ".encode())
        except PackageNotFoundError:
            continue
    for source in sorted(Path(__file__).parent.glob("compute/*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()
