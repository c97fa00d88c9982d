"""The loader: threads that read event files into the store, what is looked at first, then the newest first.

Lock order: `Loader._lock`, never held while a file is read or the store is written to.
"""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Collection

from sightline import _native, platform
from sightline.engine.event_file import EventFile
from sightline.engine.run_view import LIVE_SECS
from sightline.engine.store import Store

# A large file is read in slices, so that others get their turn and its beginning can be looked at.
# Slices grow with what was read already, up to the second size.
SLICE_BYTES, MAX_SLICE_BYTES = 32 << 20, 512 << 20
# New small files are read many at a time.
_SMALL_BYTES = 1 << 20
_BATCH_FILES = 64
_BATCH_BYTES = 8 << 20


class Loader:
    """See the module's text."""

    def __init__(
        self, store: Store, *, n_threads: int = 0, on_problem: Callable[[str, OSError], None] | None = None
    ) -> None:
        self._store = store
        self._on_problem = on_problem
        self._n_threads = n_threads or platform.cpu_count()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._work = threading.Condition(self._lock)
        self._idle = threading.Condition(self._lock)
        self._heap: list[tuple[int, float, int, EventFile]] = []
        self._order = itertools.count()
        self._looked_at: frozenset[int] = frozenset()
        self._n_pending = 0
        self._closed = False

    def want(self, *files: EventFile) -> None:
        """Have files read on, soon; asking again before that happens changes nothing."""
        with self._lock:
            for file in files:
                if file.busy:
                    file.again = True
                elif not file.queued and not self._closed:
                    self._n_pending += 1
                    self._push(file)
            self._work.notify(len(files))
        self._start_threads(len(files))

    def look_at(self, run_ids: Collection[int]) -> None:
        """Read the files of these runs before all others."""
        with self._lock:
            self._looked_at = frozenset(run_ids)
            waiting = [entry[3] for entry in self._heap if entry[3].queued]
            self._heap.clear()
            for file in dict.fromkeys(waiting):
                self._push(file)

    def wait(self, timeout_secs: float | None = None) -> bool:
        """Wait until everything asked for was read; False when the time is up first."""
        with self._lock:
            return self._idle.wait_for(lambda: self._n_pending == 0 or self._closed, timeout_secs)

    def close(self) -> None:
        """Stop after the slices being read now."""
        with self._lock:
            self._closed = True
            self._work.notify_all()
            self._idle.notify_all()
        for thread in self._threads:
            thread.join()

    def _push(self, file: EventFile) -> None:
        file.queued = True
        rank = 0 if file.run.id in self._looked_at else 1
        heapq.heappush(self._heap, (rank, -file.seen.modified, next(self._order), file))

    def _start_threads(self, n_wanted: int) -> None:
        """Start threads as there is work for them; called by any thread, so it may start one too many."""
        for _ in range(min(n_wanted, self._n_threads - len(self._threads))):
            thread = threading.Thread(target=self._run, name="sightline-load", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _run(self) -> None:
        while batch := self._next():
            try:
                self._read_batch(batch)
            except Exception as error:
                self._give_up(batch, error)

    def _read_batch(self, batch: list[EventFile]) -> None:
        if len(batch) > 1:
            self._read_small(batch)
        else:
            self._done((batch[0], self._read(batch[0])))

    def _give_up(self, batch: list[EventFile], error: Exception) -> None:
        """Memory ran out, or worse: these files are told, and the others are read on."""
        for file in batch:
            if file.busy:
                self._fail(file, OSError(f"reading failed: {type(error).__name__} {error}".rstrip()))
                self._done((file, False))

    def _next(self) -> list[EventFile]:
        """The next file to read, with others after it while all are new and small; none at the end."""
        with self._lock:
            while not self._heap and not self._closed:
                self._work.wait()
            batch: list[EventFile] = []
            n_bytes = 0
            share = max(1, min(_BATCH_FILES, len(self._heap) // self._n_threads))
            while self._heap and not self._closed and len(batch) < share:
                if batch and not (_is_small(batch[0]) and _is_small(self._heap[0][3])):
                    break
                file = heapq.heappop(self._heap)[3]
                file.queued, file.busy, file.again = False, True, False
                batch.append(file)
                n_bytes += file.seen.size
                if n_bytes > _BATCH_BYTES:
                    break
            return batch

    def _done(self, *files: tuple[EventFile, bool]) -> None:
        """Files were read; each with whether there is more."""
        with self._lock:
            for file, more in files:
                file.busy = False
                if more or file.again:
                    self._push(file)
                else:
                    self._n_pending -= 1
            if self._n_pending == 0:
                self._idle.notify_all()

    def _read_small(self, files: list[EventFile]) -> None:
        """Read new small files in one go: most of the time is then spent outside of Python."""
        segments = [_native.Segment() for _ in files]
        final_before = time.time() - LIVE_SECS
        found = self._store.reader.load(
            [file.path for file in files], segments, final_before_secs=final_before, max_bytes=SLICE_BYTES
        )
        read = []
        for file, segment, loaded in zip(files, segments, found, strict=True):
            if isinstance(loaded, OSError):
                self._fail(file, loaded)
                self._done((file, False))
            else:
                file.take(segment, loaded)
                read.append((file, loaded.more))
        self._store.publish(*((file, not more) for file, more in read))
        self._done(*read)

    def _fail(self, file: EventFile, error: OSError) -> None:
        if isinstance(error, FileNotFoundError):
            file.forget()
            self._store.drop(file)
            return
        self._store.settle(file)
        if self._on_problem is not None:
            self._on_problem(file.path, error)

    def _read(self, file: EventFile) -> bool:
        before = file.tip
        try:
            # A second thread helps with a file that is alone; many files share the processors anyway.
            n_threads = 1 if self._n_pending > 1 else 0
            more = file.read(
                self._store.reader, max_bytes=_slice_bytes(file), final=_is_old(file), n_threads=n_threads
            )
        except OSError as error:
            self._fail(file, error)
            return False
        after = file.tip
        if (
            before is None
            or after is None
            or before.segment is not after.segment
            or before.offset != after.offset
        ):
            self._store.publish((file, not more))
        return more


def _is_small(file: EventFile) -> bool:
    return file.tip is None and file.seen.size <= _SMALL_BYTES


def _slice_bytes(file: EventFile) -> int:
    n_read = 0 if file.tip is None else file.tip.offset
    return min(max(SLICE_BYTES, n_read), MAX_SLICE_BYTES)


def _is_old(file: EventFile) -> bool:
    """Whether a torn end will hardly be completed any more, and so is damage."""
    return time.time() - file.seen.modified > LIVE_SECS
