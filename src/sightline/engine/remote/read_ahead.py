"""Reads an object by ranges: little after a jump, in parallel ahead while reading on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

from sightline.engine.reader import ReplacedError
from sightline.engine.remote.errors import ChangedError
from sightline.engine.remote.store import Fetched, Object

# The first request after a jump; each that follows in order is four times as large, up to the second size.
_SMALL_BYTES, PART_BYTES = 64 << 10, 4 << 20
_GROWTH = 4
# A scan of a file begins with this: native code requests as much at a time.
_SCAN_BYTES = 256 << 10
_FIRST_SCAN_BYTES = 1 << 20
# A gap up to this size is read through: another request would take longer.
_MAX_GAP_BYTES = 1 << 20
_MAX_AHEAD = 4
# As many bytes before a range are compared where the object was changed since the last one.
_OVERLAP_BYTES = 64

Fetch = Callable[[int, int, str], Fetched]
Submit = Callable[[Callable[[], "Part"]], "Future[Part]"]


class Part(NamedTuple):
    """A range that was read: `overlap` are the bytes before it, requested where the object had changed."""

    begin: int
    data: memoryview
    object: Object
    overlap: bytes = b""

    @property
    def end(self) -> int:
        """Where the range ends."""
        return self.begin + len(self.data)


class ReadAhead:
    """The ranges of one object as long as it was when it was opened. One thread reads at a time.

    may_change: go on in an object that was replaced meanwhile, where the bytes before the range are the same.
    """

    def __init__(self, found: Object, fetch: Fetch, submit: Submit, *, may_change: bool) -> None:
        self.object = found
        self._fetch = fetch
        self._submit = submit
        self._may_change = may_change
        self._etag = found.etag
        self._part: Part | None = None
        self._next_bytes = _SMALL_BYTES
        self._n_ahead = 0
        self._waiting: deque[tuple[int, int, Future[Part]]] = deque()

    @property
    def is_ahead(self) -> bool:
        """Whether ranges were requested that nobody has read yet."""
        return bool(self._waiting)

    def lend(self, offset: int, length: int) -> memoryview:
        """Bytes of which `length` are needed first, not copied: fewer or more, none at the end only."""
        length = min(length, self.object.size - offset)
        if length <= 0:
            return memoryview(b"")
        part = self._part
        if part is not None and self._waiting and offset + length <= part.begin:
            # A look back, at the head of the file for example, leaves what was requested ahead as it is.
            return self._checked(self._get(offset, offset + length)).data
        if part is None or not part.begin <= offset < part.end:
            part = self._part = self._advance(offset, length)
        return part.data[offset - part.begin :]

    def close(self) -> None:
        """Forget what was requested ahead."""
        for _, _, future in self._waiting:
            future.cancel()
        self._waiting.clear()

    def _advance(self, offset: int, length: int) -> Part:
        while self._waiting and self._waiting[0][1] <= offset:
            self._waiting.popleft()[2].cancel()
        if self._waiting and self._waiting[0][0] <= offset:
            part = self._checked(self._waiting.popleft()[2].result())
            self._n_ahead = min(2 * self._n_ahead, _MAX_AHEAD)
        else:
            self.close()
            self._choose_size(offset, length)
            part = self._checked(self._get_first(offset, min(offset + self._next_bytes, self.object.size)))
        self._request_ahead(part.end)
        return part

    def _get_first(self, begin: int, end: int) -> Part:
        """The part to go on with; those after it, where they are wanted, are requested at the same time."""
        if not self._n_ahead:
            return self._get(begin, end)
        first = self._submit(self._getter(begin, end))
        self._request_ahead(end)
        return first.result()

    def _choose_size(self, offset: int, length: int) -> None:
        last = self._part
        gap = offset - last.end if last is not None else -1
        self._n_ahead = 0
        if 0 <= gap <= _MAX_GAP_BYTES:
            self._next_bytes = min(max(self._next_bytes * _GROWTH, length), PART_BYTES)
            self._n_ahead = 2 if gap == 0 and self._next_bytes == PART_BYTES else 0
        elif length >= _SCAN_BYTES and last is None:
            self._next_bytes = _FIRST_SCAN_BYTES
        else:
            self._next_bytes = max(_SMALL_BYTES, length)
        if self.object.size - offset <= _SCAN_BYTES:  # what is new at the end comes in one request
            self._next_bytes = _SCAN_BYTES

    def _request_ahead(self, begin: int) -> None:
        begin = self._waiting[-1][1] if self._waiting else begin
        while len(self._waiting) < self._n_ahead and begin < self.object.size:
            end = min(begin + PART_BYTES, self.object.size)
            self._waiting.append((begin, end, self._submit(self._getter(begin, end))))
            begin = end

    def _getter(self, begin: int, end: int) -> Callable[[], Part]:
        return lambda: self._get(begin, end)

    def _get(self, begin: int, end: int) -> Part:
        try:
            fetched = self._fetch(begin, end, self._etag)
            return Part(begin, fetched.data, fetched.object)
        except ChangedError as error:
            if not self._may_change:
                raise ReplacedError(*error.args) from error
        start = max(0, begin - _OVERLAP_BYTES)
        fetched = self._fetch(start, end, "")
        if start + len(fetched.data) < end:
            raise ReplacedError("the object became shorter")
        n_before = begin - start
        return Part(begin, fetched.data[n_before:], fetched.object, bytes(fetched.data[:n_before]))

    def _checked(self, part: Part) -> Part:
        """The part; ReplacedError where it does not continue the bytes that were read before it."""
        last = self._part
        if part.overlap and last is not None and last.end == part.begin:
            n = min(len(part.overlap), len(last.data))
            if part.overlap[-n:] != last.data[-n:]:
                raise ReplacedError("the object was replaced by another one")
        if not part.data:
            raise ReplacedError("the object became shorter")
        self._etag = part.object.etag
        return part
