"""Results of long computations: arrays and facts in one file, and a bounded folder of those that were done.

The folder may be deleted at any time, and many processes may use it: files are written whole, and what cannot
be read counts as not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import platform
from sightline.formats.whole_file import draft_of

_MAX_BYTES = 1 << 30
_MAX_SHARE_OF_FREE = 0.1
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
    """A folder of results within a size: those not used for longest go first."""

    def __init__(self, folder: Path | None = None, *, max_bytes: int = _MAX_BYTES) -> None:
        self.folder = Path(platform.cache_directory(), "projections") if folder is None else folder
        self._max_bytes = max_bytes

    def open(self, key: str) -> Result | None:
        """What was saved under a key."""
        path = self._path(key)
        result = read_result(path)
        if result is not None:
            with suppress(OSError):  # read-only: it goes as early as if it were not used
                os.utime(path)
        return result

    def save(self, key: str, result: Result) -> bool:
        """Save a result; false where there is no room or the folder is read-only."""
        n_bytes = sum(array.nbytes for array in result.arrays.values())
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            free = shutil.disk_usage(self.folder).free
            if n_bytes > min(self._max_bytes, free * _MAX_SHARE_OF_FREE):
                return False
            write_result(self._path(key), result)
            self._make_room()
        except OSError:
            return False
        return True

    def _path(self, key: str) -> Path:
        return self.folder / (key + _ENDING)

    def _make_room(self) -> None:
        files = []
        with os.scandir(self.folder) as entries:
            for entry in entries:
                try:
                    files.append((entry.stat().st_mtime, entry.stat().st_size, entry.path))
                except FileNotFoundError:  # another process made room
                    continue
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= self._max_bytes:
                return
            Path(path).unlink(missing_ok=True)
            total -= size


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
