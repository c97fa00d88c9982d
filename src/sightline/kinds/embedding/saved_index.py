"""Indexes of nearest neighbors in the cache folder: a file each, and beside it a result with its checksum."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from sightline import _native
from sightline.formats.cache_folder import mark_used
from sightline.formats.whole_file import draft_of
from sightline.kinds.embedding.compute.approximate import NeighborIndex, open_index
from sightline.kinds.embedding.compute.prepared import Metric
from sightline.kinds.embedding.memory import check_memory
from sightline.kinds.embedding.results import PROJECTIONS, Result, SavedResults

_ENDING = ".index"
_BLOCK_BYTES = 1 << 22


class SavedIndexes:
    """The indexes among saved results."""

    def __init__(self, results: SavedResults) -> None:
        self._results = results

    def save(self, key: str, index: NeighborIndex) -> dict[str, Any]:
        """Save an index; its facts. OSError where there is no room."""
        folder, path, n_bytes = self._results.folder, self._path(key), index.nbytes
        if not folder.prepare(PROJECTIONS, n_bytes):
            raise OSError(f"the cache folder has no room for an index of {n_bytes / 1e6:,.0f} MB")
        with draft_of(path) as draft:
            index.save(str(draft))
            checksum = _checksum(draft)
        facts = {"n_bytes": n_bytes, "crc32c": checksum}
        self._results.save(key, Result({"state": "done", **facts}))
        folder.make_room()
        return facts

    def open(self, key: str, n_points: int, n_dimensions: int, metric: Metric) -> NeighborIndex | None:
        """The index that was saved under a key; one that is damaged is deleted.

        LookupError where memory has no room for it.
        """
        result = self._results.open(key)
        if result is None:
            return None
        path = self._path(key)
        check_memory(int(result.about.get("n_bytes", 0)))
        try:
            # The library trusts what is in the file: a wrong link would read memory that is not its own.
            is_whole = _checksum(path) == result.about.get("crc32c")
            index = open_index(str(path), n_points, n_dimensions, metric) if is_whole else None
        except OSError:
            index = None
        if index is None:
            self._forget(key)
            return None
        mark_used(path)
        return index

    def _forget(self, key: str) -> None:
        self._results.forget(key)
        with suppress(OSError):
            self._path(key).unlink()

    def _path(self, key: str) -> Path:
        return self._results.folder.part(PROJECTIONS) / (key + _ENDING)


def _checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            checksum = _native.crc32c(block, checksum)
    return checksum
