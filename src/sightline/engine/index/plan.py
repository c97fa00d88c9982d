"""Which files have to be indexed, and in which batches: each becomes one pack of about 64 MB."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sightline.engine.index.known_rows import Placed
from sightline.engine.index.manifest import Manifest, PageEntry
from sightline.engine.index.source_file import SourceFile
from sightline.engine.run_view import LIVE_SECS

PACK_BYTES = 64 << 20
# The share of the bytes of an event file that its segment has: 12.3 of 40 to 54 bytes a scalar.
_SEGMENT_SHARE = 0.27
BATCH_BYTES = int(PACK_BYTES / _SEGMENT_SHARE)
_BATCH_FILES = 4096
# What a file adds to a batch besides its bytes.
_FILE_BYTES = 4 << 10
# So many pages with small packs are joined.
MAX_SMALL_PAGES = 16
_SMALL_SHARE = 8


def changed_files(files: Iterable[SourceFile], known: Mapping[str, Placed], now: float) -> list[SourceFile]:
    """The files that an index lacks, or has in another state, or with an end that is torn for good now."""
    return [file for file in files if not _is_known(file, known.get(file.path), now)]


def _is_known(file: SourceFile, placed: Placed | None, now: float) -> bool:
    if placed is None:
        return False
    row = placed.row
    if row.is_open and now - file.modified > LIVE_SECS:
        return False
    return file.is_as(row.size, row.modified, row.version)


def batches(files: Iterable[SourceFile], *, max_bytes: int = BATCH_BYTES) -> list[tuple[SourceFile, ...]]:
    """Files in order of their paths, cut by their sizes alone: the same files give the same batches."""
    found: list[tuple[SourceFile, ...]] = []
    batch: list[SourceFile] = []
    n_bytes = 0
    for file in sorted(files, key=lambda file: file.path):
        cost = _FILE_BYTES + (0 if file.side is not None else file.size)
        if batch and (n_bytes + cost > max_bytes or len(batch) >= _BATCH_FILES):
            found.append(tuple(batch))
            batch, n_bytes = [], 0
        batch.append(file)
        n_bytes += cost
    return [*found, tuple(batch)] if batch else found


def worn_pages(manifest: Manifest, packs: Mapping[str, int]) -> list[PageEntry]:
    """Pages to be made anew: their packs are lost or cut, most of their rows are dead, or many are small.

    packs: the sizes of the packs that are there, by name.
    """
    lost = [page for page in manifest.pages if page.pack and packs.get(page.pack) != page.n_pack_bytes]
    half_dead = [page for page in manifest.pages if 2 * len(page.dead) > page.n_files]
    small = [page for page in manifest.pages if page.n_pack_bytes * _SMALL_SHARE < PACK_BYTES]
    return list(dict.fromkeys([*lost, *half_dead, *(small if len(small) > MAX_SMALL_PAGES else [])]))
