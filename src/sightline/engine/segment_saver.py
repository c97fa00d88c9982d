"""Saves segments in the background: large event files that are quiet or have grown much, small ones in packs.

A small log that is being written costs nothing: it is saved when it has been quiet for a minute, and only
where there are many of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sightline import _native, platform
from sightline.engine.event_file import EventFile
from sightline.engine.run_view import LIVE_SECS
from sightline.engine.saved_segments import LARGE_BYTES, SavedSegments
from sightline.formats.segment_file import SegmentKey

# A file that goes on growing is saved when it is this large, and again whenever it has doubled.
GROWN_BYTES = 32 << 20
# Fewer small files are read as quickly as a pack of them is found.
FEWEST_PACKED = 64
# A pack has at most so many bytes of event files.
_PACK_BYTES = 256 << 20
_INTERVAL_SECS = 5.0


class SegmentSaver:
    """A thread of low priority; `note` tells it of files that were read."""

    def __init__(
        self,
        saved: SavedSegments,
        *,
        is_busy: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.saved = saved
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
        """These files were read to their end."""
        with self._lock:
            self._noted.update(dict.fromkeys(files))

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

    def _run(self) -> None:
        platform.lower_thread_priority()
        while not self._closed.wait(_INTERVAL_SECS):
            if not self._is_busy():
                self.save_now()

    def _is_worth_it(self, file: EventFile) -> bool:
        tip = file.tip
        if tip is None or file.gone or file.log is not None or tip.offset <= file.saved_offset:
            return False
        if self._clock() - file.seen.modified >= LIVE_SECS:
            return True
        return tip.offset >= max(GROWN_BYTES, 2 * file.saved_offset)

    def _save_large(self, file: EventFile) -> bool:
        row = _row(file)
        if row is None or not self.saved.save(*row):
            return False
        file.saved_offset = row[1].offset
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
        rows = {file: row for file in files if (row := _row(file)) is not None}
        if not rows or not self.saved.save_pack(root, list(rows.values())):
            return 0
        for file, (_, segment) in rows.items():
            file.saved_offset = segment.offset
        return len(rows)

    def _drop_finished(self, noted: list[EventFile]) -> None:
        """Forget files that need nothing until they are read again."""
        with self._lock:
            for file in noted:
                is_saved = file.tip is not None and file.tip.offset <= file.saved_offset
                if file.gone or file.log is not None or is_saved:
                    self._noted.pop(file, None)


def _row(file: EventFile) -> tuple[SegmentKey, _native.Segment] | None:
    tip = file.tip
    if tip is None or not isinstance(tip.segment, _native.Segment):
        return None
    return SegmentKey(file.path, tip.identity, file.seen.size), tip.segment
