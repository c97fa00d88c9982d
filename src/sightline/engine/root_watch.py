"""Keeps one root's catalog in step with its files, with two threads.

The walker walks the root: at once, again when watching has begun (else what changed meanwhile would be lost),
then now and then as a safety net, or every `reload_interval_secs` where the file system reports no changes.
The listener begins after the first walk; it receives changes and has only those files checked.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from sightline.engine.catalog import Catalog
from sightline.engine.reader import Identity, Reader

# Changes are gathered this long; about twice as much passes between a flush and its reading.
STEP_SECS = 0.01
# The safety net takes at most this share of a core.
_WALK_SHARE = 0.002


class RootWatch:
    """The two threads of one root; `start` and `stop` them."""

    def __init__(
        self,
        catalog: Catalog,
        reader: Reader,
        scan: Callable[[Catalog], None],
        *,
        reload_interval_secs: float,
        use_events: bool,
    ) -> None:
        self.scanned = threading.Event()
        self._catalog = catalog
        self._reader = reader
        self._path = catalog.root.path
        self._scan = scan
        self._interval_secs = reload_interval_secs
        self._stop = threading.Event()
        self._look = threading.Event()
        self._is_told = False
        targets = [self._walk, self._listen] if use_events and reload_interval_secs > 0 else [self._walk]
        self._threads = [
            threading.Thread(target=run, name="sightline-follow", daemon=True) for run in targets
        ]

    def start(self) -> None:
        """Begin, in the background."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Have the threads end soon, also in the middle of a walk."""
        self._stop.set()
        self._look.set()
        self._catalog.stop()

    def join(self) -> None:
        """Wait until the threads have ended."""
        for thread in self._threads:
            thread.join()

    def _walk(self) -> None:
        try:
            while not self._stop.is_set():
                began = time.monotonic()
                self._look.clear()
                self._scan(self._catalog)
                self.scanned.set()
                if self._interval_secs <= 0:  # as in TensorBoard: load once
                    return
                self._look.wait(self._pause_secs(time.monotonic() - began))
        finally:
            self.scanned.set()  # whoever waits for the first walk goes on when there is none

    def _pause_secs(self, walk_secs: float) -> float:
        if not self._is_told:
            return max(self._reader.pause_secs(self._path, self._interval_secs), walk_secs)
        return max(self._interval_secs, walk_secs / _WALK_SHARE)

    def _listen(self) -> None:
        # Watching very many directories holds the GIL for seconds: the first results come first.
        self.scanned.wait()
        while not self._stop.is_set():
            # Missing, too many directories to watch, or no file events: then the walker polls.
            with suppress(OSError, RuntimeError, NotImplementedError):
                self._listen_until_moved()
            self._is_told = False
            self._stop.wait(self._interval_secs)

    def _listen_until_moved(self) -> None:
        """Receive changes for as long as the root's path leads to the same directory."""
        home = self._identity()
        for paths in self._reader.changes(self._path, stop=self._stop, step_secs=STEP_SECS):
            if not self._is_told:
                self._is_told = True
                self._look.set()
            if paths:
                self._catalog.changed(paths)
            if self._identity() != home:
                self._look.set()
                return

    def _identity(self) -> Identity | None:
        try:
            return self._reader.stat(self._path).identity
        except OSError:
            return None
