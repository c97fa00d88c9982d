"""One background thread per writer that encodes large values, in order and within a budget of bytes.

Nothing is lost: when the budget is spent the caller waits (with one warning). A job that fails costs one
warning with its tag. The thread is started when first needed and ends by itself when it has been idle.
"""

from __future__ import annotations

import atexit
import logging  # in the caller: it takes part in forks, and a job importing it during one would upset it
import os
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from sightline.writer.notices import warn_user

DEFAULT_MAX_BYTES = 128 * 2**20

Job = Callable[[], None]


class _Queued(NamedTuple):
    job: Job
    nbytes: int
    tag: str


class Background:
    """A first-in-first-out queue of jobs and the thread that runs them.

    `_changed` guards every field below it and is never held while a job runs.
    """

    def __init__(self, *, max_bytes: int = DEFAULT_MAX_BYTES, idle_secs: float = 5.0) -> None:
        self.max_bytes = max_bytes
        self._idle_secs = idle_secs
        self._warned_full = False
        self._warned_tags: set[str] = set()
        self.reset()
        _living.add(self)

    def reset(self) -> None:
        """Begin empty: at first, and in a forked child, where the queue and its thread are the parent's."""
        # Reentrant: a signal handler may flush or close in the middle of a call.
        self._changed = threading.Condition(threading.RLock())
        self._queue: deque[_Queued] = deque()
        self._held_bytes = 0  # queued and running
        self._n_submitted = 0
        self._n_done = 0
        self._n_pauses = 0
        self._runner: int | None = None  # the thread that runs a job right now
        self._thread: threading.Thread | None = None

    def submit(self, job: Job, *, nbytes: int, tag: str) -> None:
        """Queue a job that holds about `nbytes` of memory; waits while the budget is spent.

        A single job beyond the whole budget is taken when nothing else is held.
        """
        if self._is_full(nbytes):
            self._warn_full()  # before locking: what shows warnings is the user's code
        with self._changed:
            while self._is_full(nbytes) and self._has_thread():
                self._changed.wait()
            self._queue.append(_Queued(job, nbytes, tag))
            self._held_bytes += nbytes
            self._n_submitted += 1
            if self._has_thread():
                self._changed.notify_all()

    def drain(self) -> None:
        """Return when every job submitted before this call has run."""
        with self._changed:
            target = self._n_submitted
            while self._n_done < target and self._has_thread():
                self._changed.wait()
        while self._n_done < target and self._run_next():  # no thread could be started: do it here
            pass

    def pause(self) -> None:
        """Let a running job end and begin no other until `resume`."""
        with self._changed:
            self._n_pauses += 1
            if self._runner != threading.get_ident():  # else a job forks, and must not wait for itself
                self._changed.wait_for(lambda: self._runner is None)

    def resume(self) -> None:
        """Go on after a `pause`."""
        with self._changed:
            self._n_pauses -= 1
            self._changed.notify_all()

    def _is_full(self, nbytes: int) -> bool:
        return self._held_bytes > 0 and self._held_bytes + nbytes > self.max_bytes

    def _has_thread(self) -> bool:
        """Whether a thread runs the jobs, started if need be; at the interpreter's end none can be."""
        if self._thread is None:
            thread = threading.Thread(target=self._work, name="sightline-encoder", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # then drain() runs what is queued
                return False
            self._thread = thread
        return True

    def _work(self) -> None:
        try:
            while self._run_next(self._idle_secs):
                pass
        finally:  # also when a job ends the thread by force
            with self._changed:
                self._thread = None
                if self._queue:  # came in at the last moment, or was held up by a pause
                    self._has_thread()
                self._changed.notify_all()

    def _run_next(self, idle_secs: float = 0.0) -> bool:
        with self._changed:
            if not self._changed.wait_for(lambda: self._queue and not self._n_pauses, timeout=idle_secs):
                return False
            job, nbytes, tag = self._queue.popleft()
            self._runner = threading.get_ident()
        try:
            job()
        except Exception as error:
            self._warn_failed(tag, error)
        finally:
            del job  # frees the array before the budget counts it as free
            with self._changed:
                self._runner = None
                self._held_bytes -= nbytes
                self._n_done += 1
                self._changed.notify_all()
        return True

    def _warn_full(self) -> None:
        if not self._warned_full:
            self._warned_full = True
            _warn(
                f"values are logged faster than they can be encoded: {self.max_bytes / 2**20:.0f} MB are "
                "queued, so logging calls wait. SummaryWriter(large_every_secs=…) logs large values less "
                "often."
            )

    def _warn_failed(self, tag: str, error: Exception) -> None:
        if tag not in self._warned_tags:
            self._warned_tags.add(tag)
            _warn(f"{tag!r} could not be encoded and is not in the log: {type(error).__name__}: {error}")


def _warn(message: str) -> None:
    """Warn, and never raise: where warnings are errors the message goes to the log instead."""
    try:
        warn_user(message)
    except RuntimeWarning:
        logging.getLogger("sightline").warning(message)


_living: weakref.WeakSet[Background] = weakref.WeakSet()


def _drain_all() -> None:
    for background in list(_living):
        background.drain()


class _AtFork:
    """No job runs across a fork: a child would inherit its half-done imports and the locks of its thread."""

    def __init__(self) -> None:
        self._mine = threading.local()

    def before(self) -> None:
        self._mine.paused = list(_living)
        for background in self._mine.paused:
            background.pause()

    def in_parent(self) -> None:
        for background in self._mine.paused:
            background.resume()

    def in_child(self) -> None:
        for background in list(_living):
            background.reset()
        util = sys.modules.get("multiprocessing.util")
        if util is not None:
            # multiprocessing forgets inherited finalizers next, and then calls what is registered here.
            util.register_after_fork(_drain_all, _at_worker_end)


def _at_worker_end(_: object) -> None:
    """A multiprocessing worker ends without atexit. Priority 10: before the event files are closed at 0."""
    sys.modules["multiprocessing.util"].Finalize(None, _drain_all, exitpriority=10)


def _is_worker() -> bool:
    process = sys.modules.get("multiprocessing.process")
    return process is not None and process.parent_process() is not None


atexit.register(_drain_all)
if hasattr(os, "register_at_fork"):
    _at_fork = _AtFork()
    os.register_at_fork(
        before=_at_fork.before, after_in_parent=_at_fork.in_parent, after_in_child=_at_fork.in_child
    )
if _is_worker() and "multiprocessing.util" in sys.modules:
    _at_worker_end(None)
