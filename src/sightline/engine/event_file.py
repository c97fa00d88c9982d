"""One event file being followed: reads what is new, and notices when the file is not the one it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline import _native
from sightline.engine.kind import LogFormat
from sightline.engine.log_file import EventsOf
from sightline.engine.reader import ByteSource, Identity, Loaded, Reader, ReplacedError, Stat
from sightline.engine.segment import LiveSegment
from sightline.engine.tip import TagTable, Tip

if TYPE_CHECKING:
    from sightline.engine.store import Run


class EventFile:
    """Owned by one reader at a time (the loader sees to that); `tip` may be read from any thread."""

    # There may be very many files: without slots, what is set later makes a dictionary for each.
    __slots__ = (
        "_final",
        "_identity",
        "_is_unproven",
        "_n_fixed_bytes",
        "_replacement",
        "_segment",
        "_tags",
        "again",
        "aging",
        "busy",
        "expected",
        "failed",
        "gone",
        "is_new",
        "loaded",
        "log",
        "path",
        "queued",
        "run",
        "saved_offset",
        "seen",
        "tip",
    )

    def __init__(self, path: str, run: Run, seen: Stat, log: LogFormat | None = None) -> None:
        self.path = path
        self.run = run
        self.seen = seen
        self.log = log  # of a file that is no event file: how to read it as one
        self.tip: Tip | None = None
        self.expected = False  # its run counts it among those to be loaded
        self.loaded = False  # read to its end at least once
        self.is_new = True  # nothing of it was read or found in the cache yet
        self.failed = False  # the last read failed; the next one tries again
        self.gone = False  # forgotten by its catalog; what is still being read of it does not count
        # The loader's notes, guarded by its lock.
        self.queued = False
        self.busy = False
        self.again = False
        self.aging = False
        self.saved_offset = 0  # up to here it is in the cache
        self._segment: LiveSegment | None = None
        self._tags: TagTable | None = None
        self._identity: Identity = ""
        self._replacement: LiveSegment | None = None  # the same columns, mapped
        self._n_fixed_bytes = 0  # what a mapped segment takes by itself
        self._is_unproven = False  # the segment was saved, and the file's head is not compared yet
        self._final = False  # the last read took the end of the file as final

    def read(
        self, reader: Reader, *, max_bytes: int = 0, final_before_secs: float = 0.0, n_threads: int = 0
    ) -> bool:
        """Read on, at most `max_bytes`; True when there is more. Raises OSError.

        A file last written before `final_before_secs` will not grow: its torn end is damage.
        """
        with self._open(reader) as source:
            self.seen = source.stat()
            self._final = self.seen.modified < final_before_secs
            try:
                return self._read_on(source, max_bytes, n_threads)
            except (_native.FileShrankError, ReplacedError):  # begin again with the next slice
                self._segment = None
                return True

    def _open(self, reader: Reader) -> ByteSource:
        source = reader.open(self.path)
        return source if self.log is None else EventsOf(source, self.log)

    def _read_on(self, source: ByteSource, max_bytes: int, n_threads: int) -> bool:
        segment = self._current(source)
        if self.tip is not None and self.tip.segment is segment:
            self.tip.freeze()
        try:
            more = segment.read(source, final=self._final, max_bytes=max_bytes, threads=n_threads)
            if not more:
                source.read(source.size, 1)  # raises where there is more that cannot be read
            return more
        finally:  # what was read before a failure counts
            assert self._tags is not None
            self.tip = Tip(self.path, self._identity, segment, self._tags, source.size)

    def begin_with(self, segment: LiveSegment) -> None:
        """Go on with a saved segment of a file that has this identity; before the first read."""
        self._segment, self._tags = segment, TagTable(segment)
        self._identity = self.seen.identity
        self._is_unproven = True

    def take_saved(self, segment: LiveSegment) -> None:
        """Take over all of the file from the cache: it is as it was when it was saved."""
        self._segment, self._tags = segment, TagTable(segment)
        self._identity = self.seen.identity
        self._final, self.is_new = True, False
        self.tip = Tip(self.path, self._identity, segment, self._tags, 0)
        self.saved_offset = self.tip.totals.offset

    def replace_with(self, segment: LiveSegment) -> None:
        """Go on with a saved segment of the same file at the next read, so that its memory is given back."""
        self._replacement = segment

    def forget_pages(self) -> None:
        """Give the memory of mapped columns back to the system; what is used is read again."""
        for segment in (self._replacement, self.tip and self.tip.segment):
            if isinstance(segment, _native.Segment):
                segment.forget_pages()

    @property
    def n_movable_bytes(self) -> int:
        """How much memory saving the file and mapping it would give back."""
        return 0 if self.tip is None else max(0, self.tip.segment.nbytes - self._n_fixed_bytes)

    @property
    def is_to_be_replaced(self) -> bool:
        """Whether the next read changes to a saved segment."""
        return self._replacement is not None

    def forget(self) -> None:
        """Start over, in case the file comes back."""
        self.tip = self._segment = None

    @property
    def has_torn_end(self) -> bool:
        """Whether bytes at the end wait for more to come; they are damage once the file is old."""
        tip = self.tip
        return tip is not None and tip.totals.offset < tip.size and not self._final

    def take(self, segment: _native.Segment, loaded: Loaded, *, final_before_secs: float) -> None:
        """Take over what `Reader.load` read of the file from its beginning."""
        self._final = loaded.stat.modified < final_before_secs
        self._segment, self._tags = segment, TagTable(segment)
        self.seen, self._identity = loaded.stat, loaded.stat.identity
        self.tip = Tip(self.path, self._identity, segment, self._tags, loaded.n_bytes)

    def _current(self, source: ByteSource) -> LiveSegment:
        """The segment to append to: the one so far, or a new one when the file is another."""
        replacement, self._replacement = self._replacement, None
        if replacement is not None and self._segment is not None and self._tags is not None:
            self._segment, self._tags = replacement, self._tags.moved_to(replacement)
            self._n_fixed_bytes = replacement.nbytes
        segment = self._segment
        if segment is None or not self._is_same(source, segment):
            segment = self._segment = _native.Segment()
            self.saved_offset, self._n_fixed_bytes, self._is_unproven = 0, 0, False
            self._tags = TagTable(segment)
            self._identity = self.seen.identity
        return segment

    def _is_same(self, source: ByteSource, segment: LiveSegment) -> bool:
        """A file that was cut and grew again, or took over a deleted one's inode, differs in its bytes."""
        offset, tail = segment.offset, segment.tail
        if self.seen.identity != self._identity or source.size < offset:
            return False
        if self._is_unproven:
            if not segment.head or source.read(0, len(segment.head)) != segment.head:
                return False
            self._is_unproven = False
            self.saved_offset = offset
        return offset == 0 or (tail != b"" and source.read(offset - len(tail), len(tail)) == tail)
