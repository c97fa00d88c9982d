"""The loader: threads that read event files into the store, chosen runs first, then the newest first.

A file that ends in the middle of a record is read again when it has not been written to for a minute: its end
is damage then, whenever it was found.

Lock order: `Loader._lock`, never held while a file is read or the store is written to.
"""

from __future__ import annotations

import errno
import heapq
import itertools
import threading
import time
from collections.abc import Callable, Collection

from sightline import _native, platform
from sightline.engine.event_file import EventFile
from sightline.engine.reader import Loaded
from sightline.engine.run_view import LIVE_SECS
from sightline.engine.segment_saver import SegmentSaver
from sightline.engine.store import Store
from sightline.engine.tip import Tip

# A large file is read in slices, so that others get their turn and its beginning can be shown.
# Slices grow with what was read already, up to the second size.
SLICE_BYTES, MAX_SLICE_BYTES = 32 << 20, 512 << 20
# New small files are read many at a time.
_SMALL_BYTES = 1 << 20
_BATCH_FILES = 64
_BATCH_BYTES = 8 << 20


class Loader:
    """Reads files by several threads; `want` queues one, `wait` waits until all are read."""

    def __init__(
        self,
        store: Store,
        *,
        n_threads: int = 0,
        on_problem: Callable[[str, OSError], None] | None = None,
        saver: SegmentSaver | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._saver = saver
        self._clock = clock
        self._on_problem = on_problem
        self._n_threads = n_threads or platform.cpu_count()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._work = threading.Condition(self._lock)
        self._idle = threading.Condition(self._lock)
        self._heap: list[tuple[int, float, int, EventFile]] = []
        self._aging: list[tuple[float, int, EventFile]] = []  # files with a torn end, the oldest first
        self._order = itertools.count()
        self._first_run_ids: frozenset[int] = frozenset()
        self._n_pending = 0
        self._closed = False

    def want(self, *files: EventFile) -> None:
        """Queue files to be read on; queueing one again before that changes nothing."""
        with self._lock:
            for file in files:
                if file.busy:
                    file.again = True
                elif not file.queued and not self._closed:
                    self._n_pending += 1
                    self._push(file)
            self._work.notify(len(files))
        self._start_threads(len(files))

    def load_first(self, run_ids: Collection[int]) -> None:
        """Read the files of these runs before all others, until other runs are given."""
        with self._lock:
            self._first_run_ids = frozenset(run_ids)
            waiting = [entry[3] for entry in self._heap if entry[3].queued]
            self._heap.clear()
            for file in dict.fromkeys(waiting):
                self._push(file)

    def recheck(self) -> None:
        """Read files again whose torn end has become old; the threads do so by themselves in time."""
        with self._lock:
            self._push_aged()
            self._work.notify_all()

    def wait(self, timeout_secs: float | None = None) -> bool:
        """Wait until everything queued was read; False when the time is up first."""
        with self._lock:
            return self._idle.wait_for(lambda: self._n_pending == 0 or self._closed, timeout_secs)

    @property
    def is_busy(self) -> bool:
        """Whether anything waits to be read or is being read."""
        return self._n_pending > 0

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
        # A file that gives memory back is read before all others.
        rank = -1 if file.is_to_be_replaced else 0 if file.run.id in self._first_run_ids else 1
        heapq.heappush(self._heap, (rank, -file.seen.modified, next(self._order), file))

    def _push_aged(self) -> None:
        """Queue the files with a torn end that were last written to before the last minute."""
        while self._aging and self._aging[0][0] < self._final_before_secs():
            file = heapq.heappop(self._aging)[2]
            file.aging = False
            if file.gone or file.queued or file.busy or self._closed or not file.has_torn_end:
                continue
            self._n_pending += 1
            self._push(file)

    def _final_before_secs(self) -> float:
        return self._clock() - LIVE_SECS

    def _secs_until_aged(self) -> float | None:
        """How long until the next torn end is old; a little more, since that is a matter of rounding."""
        return max(0.0, self._aging[0][0] - self._final_before_secs()) + 0.01 if self._aging else None

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
        """Memory ran out, or worse: report these files and continue with the others."""
        for file in batch:
            if file.busy:
                self._fail(file, OSError(f"reading failed: {type(error).__name__} {error}".rstrip()))
                self._done((file, False))

    def _next(self) -> list[EventFile]:
        """The next file to read, with others after it while all are new and small; none at the end."""
        with self._lock:
            self._push_aged()
            while not self._heap and not self._closed:
                self._work.wait(self._secs_until_aged())
                self._push_aged()
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
                    self._watch_age(file)
            if self._n_pending == 0:
                self._idle.notify_all()

    def _watch_age(self, file: EventFile) -> None:
        if file.has_torn_end and not file.aging:
            file.aging = True
            heapq.heappush(self._aging, (file.seen.modified, next(self._order), file))

    def _read_small(self, files: list[EventFile]) -> None:
        """Read new small files in one go: most of the time is then spent outside of Python."""
        segments = [self._saved(file) or _native.Segment() for file in files]
        offsets = [segment.offset for segment in segments]
        final_before = self._final_before_secs()
        found = self._store.reader.load(
            [file.path for file in files], segments, final_before_secs=final_before, max_bytes=SLICE_BYTES
        )
        read = []
        for file, segment, offset, loaded in zip(files, segments, offsets, found, strict=True):
            if isinstance(loaded, OSError) and loaded.errno == errno.ESTALE and offset:
                self._done((file, True))  # what was saved cannot be gone on with: read from the beginning
            elif isinstance(loaded, OSError):
                self._fail(file, loaded)
                self._done((file, False))
            else:
                file.failed = False
                file.take(segment, loaded, final_before_secs=final_before)
                file.saved_offset = offset
                read.append((file, loaded.more))
        self._store.publish(*((file, not more) for file, more in read))
        for file, loaded in zip(files, found, strict=True):
            if isinstance(loaded, Loaded) and loaded.problem is not None:
                self._fail(file, loaded.problem)
        self._done(*read)
        self._note(*(file for file, _ in read))

    def _slice_bytes(self, file: EventFile) -> int:
        n_read = 0 if file.tip is None else file.tip.totals.offset
        n_bytes = min(max(SLICE_BYTES, n_read), MAX_SLICE_BYTES)
        limit = None if self._saver is None else self._saver.memory_limit
        return n_bytes if limit is None else min(n_bytes, limit.max_slice_bytes)

    def _fail(self, file: EventFile, error: OSError) -> None:
        file.failed = True
        if isinstance(error, FileNotFoundError):
            file.forget()
            self._store.drop(file)
            return
        if error.errno == errno.ESPIPE:  # a pipe took the file's place: what was read is no longer there
            file.forget()
            self._store.drop(file)
        self._store.settle(file)
        if self._on_problem is not None:
            self._on_problem(file.path, error)

    def saved_paths(self, root: str) -> list[str]:
        """Where event files below a root were when they were saved."""
        return [] if self._saver is None else self._saver.saved.paths(root)

    def take_saved(self, root: str, files: list[EventFile]) -> list[EventFile]:
        """Show new files of a root that are as they were when they were saved; those that must be read."""
        if self._saver is None:
            return files
        shown, unread = [], []
        segments = self._saver.saved.unchanged(root, [file.seen for file in files])
        for file, segment in zip(files, segments, strict=True):
            if segment is None or file.log is not None:
                unread.append(file)
            else:
                file.take_saved(segment)
                shown.append(file)
        if shown:
            self._store.publish_whole(shown)
            self._saver.note_saved(shown)
        return unread

    def _saved(self, file: EventFile) -> _native.Segment | None:
        """What was saved of a file that is read for the first time."""
        if self._saver is None or not file.is_new or file.log is not None:
            return None
        file.is_new = False
        return self._saver.saved.find(file.run.root.path, file.seen)

    def _read(self, file: EventFile) -> bool:
        before = file.tip
        saved = self._saved(file)
        if saved is not None:
            file.begin_with(saved)
        error = None
        more = False
        try:
            # A second thread helps with a file that is alone; many files share the processors anyway.
            n_threads = 1 if self._n_pending > 1 else 0
            more = file.read(
                self._store.reader,
                max_bytes=self._slice_bytes(file),
                final_before_secs=self._final_before_secs(),
                n_threads=n_threads,
            )
        except OSError as failure:
            error = failure
        if not _is_same(before, file.tip):
            self._store.publish((file, not more))
        file.failed = False
        if error is not None:
            self._fail(file, error)
        self._note(file)
        return more

    def _note(self, *files: EventFile) -> None:
        """Tell the saver what was read; where memory is short, some files go on with saved columns."""
        if self._saver is not None:
            self._saver.note(*files)
            self.want(*self._saver.relieve())


def _is_small(file: EventFile) -> bool:
    return file.tip is None and file.log is None and file.seen.size <= _SMALL_BYTES


def _is_same(before: Tip | None, after: Tip | None) -> bool:
    """Whether reading on brought nothing to show."""
    if before is None or after is None or before.segment is not after.segment:
        return False
    then, now = before.totals, after.totals
    return (then.offset, then.n_damaged_bytes) == (now.offset, now.n_damaged_bytes)
