"""Console output as it comes: passed on unchanged, and collected in chunks with progress bars folded."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from threading import RLock, Timer
from typing import Any

_CHUNK_CHARS = 16_000
_CHUNK_SECS = 2.0
_MAX_CHARS = 1_000_000
_MAX_LINE_CHARS = 2_000


class ConsoleCopy:
    """Copies stdout and stderr of this process, from its beginning to `close`.

    A chunk is handed out when it is large or a few seconds old. Beyond a bound output is counted only.
    """

    def __init__(self, emit: Callable[[str], None]) -> None:
        """Begin to copy; `emit` takes chunks, on the thread that prints or on a timer's."""
        self._emit = emit
        self._lock = RLock()
        self._is_emitting = False
        self._lines: list[str] = []
        self._n_chars = 0
        self._n_total = 0
        self._n_left_out = 0
        self._last_chunk = time.monotonic()
        self._timer: Timer | None = None
        self._streams = [_CopiedStream(self, sys.stdout), _CopiedStream(self, sys.stderr)]
        sys.stdout, sys.stderr = self._streams

    def close(self) -> None:
        """Give the streams back and hand out the rest."""
        out, err = self._streams
        if sys.stdout is out:
            sys.stdout = out.stream
        if sys.stderr is err:
            sys.stderr = err.stream
        with self._lock:
            self._cancel_timer()
            for stream in self._streams:
                stream.end_line()
            if self._n_left_out:
                self._lines.append(f"({self._n_left_out} more characters are left out)")
            self._hand_out()

    def add_line(self, line: str) -> None:
        """Take a whole line."""
        with self._lock:
            if self._is_emitting:  # what a writer warns about while it logs a chunk
                return
            line = line[:_MAX_LINE_CHARS]
            self._n_total += len(line)
            if self._n_total > _MAX_CHARS:
                self._n_left_out += len(line)
                return
            self._lines.append(line)
            self._n_chars += len(line)
            is_old = time.monotonic() - self._last_chunk >= _CHUNK_SECS
            if is_old or self._n_chars >= _CHUNK_CHARS:
                self._hand_out()
            elif self._timer is None:  # a program that prints no more for hours has its last lines shown too
                self._timer = Timer(_CHUNK_SECS, self._on_timer)
                self._timer.daemon = True
                self._timer.start()

    def _on_timer(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._hand_out()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _hand_out(self) -> None:
        self._cancel_timer()
        lines, self._lines, self._n_chars = self._lines, [], 0
        self._last_chunk = time.monotonic()
        if not lines:
            return
        self._is_emitting = True
        try:
            self._emit("\n".join(lines))
        finally:
            self._is_emitting = False


class _CopiedStream:
    """A text stream that passes everything on to another and copies whole lines."""

    def __init__(self, copy: ConsoleCopy, stream: Any) -> None:
        self._copy = copy
        self.stream = stream
        self._line = ""

    def write(self, text: str) -> int:
        """Write as the stream does; what goes wrong with the copy is not the program's concern."""
        written = self.stream.write(text)
        try:
            self._take(text)
        except Exception:
            self._line = ""
        return int(written)

    def writelines(self, lines: Any) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def end_line(self) -> None:
        """Take what has no line end yet as a line."""
        if self._line:
            self._copy.add_line(self._line)
            self._line = ""

    def _take(self, text: str) -> None:
        *whole, rest = (self._line + text).split("\n")
        for line in whole:
            self._copy.add_line(_last_state(line))
        # Of a progress bar only its last state counts.
        self._line = _last_state(rest)[-_MAX_LINE_CHARS:]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _last_state(line: str) -> str:
    return line.rstrip("\r").rpartition("\r")[2]
