"""Saves segments in the background: large event files that are quiet or have grown much, small ones in packs.

A small log that is being written costs nothing: it is saved when it has been quiet for a minute, and only
where there are many of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from sightline import _native, platform
from sightline.engine.event_file import EventFile
from sightline.engine.memory_limit import MemoryLimit
from sightline.engine.reader import Reader
from sightline.engine.run_view import LIVE_SECS
from sightline.engine.saved_segments import LARGE_BYTES, SavedSegments
from sightline.formats.segment_file import SegmentKey

# A file that goes on growing is saved when it is this large, and again whenever it has doubled.
GROWN_BYTES = 32 << 20
# Fewer small files are read as quickly as a pack of them is found.
FEWEST_PACKED = 64
# A pack has at most so many bytes of event files.
_PACK_BYTES = 1 << 30
_INTERVAL_SECS = 5.0


class SegmentSaver:
    """A thread of low priority; `note` tells it of files that were read."""

    def __init__(
        self,
        saved: SavedSegments,
        reader: Reader,
        *,
        memory_limit: MemoryLimit | None = None,
        is_busy: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.saved = saved
        self._reader = reader
        self.memory_limit = memory_limit
        if memory_limit is not None:
            memory_limit.bound_mapped_pages()
        self._relieving = threading.Lock()
        self._is_busy = is_busy
        self._clock = clock
        self._lock = threading.Lock()
        self._noted: dict[EventFile, None] = {}
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to save what is worth it, now and then."""
        self._thread = threading.Thread(target=self._run, name="sightline-save", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop after the file being written now."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def note(self, *files: EventFile) -> None:
        """More of these files was read."""
        with self._lock:
            self._noted.update(dict.fromkeys(files))

    def note_saved(self, files: list[EventFile]) -> None:
        """These files are shown as they were saved: where memory is short, they can give some back."""
        if self.memory_limit is not None:
            self.note(*files)

    def save_now(self) -> int:
        """Save all that is worth it; how many event files were."""
        with self._lock:
            noted = list(self._noted)
        large = [file for file in noted if file.seen.size >= LARGE_BYTES and self._is_worth_it(file)]
        n_saved = sum(self._save_large(file) for file in large if not self._closed.is_set())
        small = [file for file in noted if file.seen.size < LARGE_BYTES and self._is_worth_it(file)]
        by_root: dict[str, list[EventFile]] = {}
        for file in small:
            by_root.setdefault(file.run.root.path, []).append(file)
        n_saved += sum(
            self._save_small(root, files) for root, files in by_root.items() if len(files) >= FEWEST_PACKED
        )
        self._drop_finished(noted)
        return n_saved

    def relieve(self) -> list[EventFile]:
        """Where memory is short, save the largest columns; the files that are to go on with the saved ones.

        Called by loading threads, which wait for each other here, so that no more is read meanwhile.
        """
        limit = self.memory_limit
        if limit is None or not limit.is_near():
            return []
        with self._relieving:
            _native.release_free_memory()
            self.saved.forget_pages()
            with self._lock:
                files = list(self._noted)
            for file in files:
                file.forget_pages()
            return self._move_largest(files, limit) if limit.is_near() else []

    def _move_largest(self, files: list[EventFile], limit: MemoryLimit) -> list[EventFile]:
        excess = limit.excess_bytes()
        sizes = {file: file.n_movable_bytes for file in files if not file.is_to_be_replaced}
        if sum(sizes.values()) < limit.least_bytes:  # what takes the memory is something else
            return []
        moved: list[EventFile] = []
        small: dict[str, list[EventFile]] = {}
        n_small = 0
        for file, n_bytes in sorted(sizes.items(), key=lambda item: -item[1]):
            if excess <= 0 or n_bytes == 0:
                break
            if file.gone or file.log is not None:
                continue
            excess -= n_bytes
            if n_bytes >= LARGE_BYTES // 4:
                moved += [file] if self._save_large(file) else []
            else:
                small.setdefault(file.run.root.path, []).append(file)
                n_small += n_bytes
        if n_small >= limit.least_bytes:
            packed = [files for root, files in small.items() if self._save_small(root, files)]
            moved += [file for files in packed for file in files]
        return [file for file in moved if self._replace(file)]

    def _replace(self, file: EventFile) -> bool:
        tip = file.tip
        found = None if tip is None else self.saved.find(file.run.root.path, file.seen, own=True)
        if found is None:
            return False
        file.replace_with(found)
        file.forget_pages()
        return True

    def _run(self) -> None:
        platform.lower_thread_priority()
        while not self._closed.wait(_INTERVAL_SECS):
            if not self._is_busy():
                self.save_now()

    def _is_worth_it(self, file: EventFile) -> bool:
        tip = file.tip
        if (
            tip is None
            or not file.loaded
            or file.gone
            or file.log is not None
            or tip.totals.offset <= file.saved_offset
        ):
            return False
        if self._clock() - file.seen.modified >= LIVE_SECS:
            return True
        return tip.totals.offset >= max(GROWN_BYTES, 2 * file.saved_offset)

    def _save_large(self, file: EventFile) -> bool:
        row = self._row(file)
        if row is None:
            return False
        offset = row[1].offset  # it may grow while it is saved
        if not self.saved.save(*row):
            return False
        file.saved_offset = offset
        return True

    def _save_small(self, root: str, files: list[EventFile]) -> int:
        """Save the files of one root, as many in a pack as its size allows."""
        n_saved = 0
        pack: list[EventFile] = []
        n_bytes = 0
        for file in [*files, None]:
            if file is None or n_bytes + file.seen.size > _PACK_BYTES:
                n_saved += self._save_pack(root, pack)
                pack, n_bytes = [], 0
                if self._closed.is_set():
                    break
            if file is not None:
                pack.append(file)
                n_bytes += file.seen.size
        return n_saved

    def _save_pack(self, root: str, files: list[EventFile]) -> int:
        rows = {file: row for file in files if (row := self._row(file)) is not None}
        offsets = {file: segment.offset for file, (_, segment) in rows.items()}
        if not rows or not self.saved.save_pack(root, list(rows.values())):
            return 0
        for file, offset in offsets.items():
            file.saved_offset = offset
        return len(rows)

    def _drop_finished(self, noted: list[EventFile]) -> None:
        """Forget files that need nothing until they are read again; with a limit of memory all are of use."""
        if self.memory_limit is not None:
            return
        with self._lock:
            for file in noted:
                tip = file.tip
                is_saved = file.loaded and tip is not None and tip.totals.offset <= file.saved_offset
                if file.gone or file.log is not None or is_saved:
                    self._noted.pop(file, None)

    def _row(self, file: EventFile) -> tuple[SegmentKey, _native.Segment] | None:
        tip = file.tip
        if tip is None or not isinstance(tip.segment, _native.Segment):
            return None
        # A version is that of the whole content: it holds only where all of it was read.
        version = self._version(file) if tip.totals.offset >= tip.size else ""
        return SegmentKey(file.path, tip.identity, file.seen.size, version), tip.segment

    def _version(self, file: EventFile) -> str:
        """The version of a file as it was read; one that had just been written had none then."""
        if not file.seen.version:
            with suppress(OSError):
                now = self._reader.stat(file.path)
                if now._replace(version="") == file.seen:
                    return now.version
        return file.seen.version
