"""The tasks of a job on an engine, a few for each worker at a time; those of dead workers are run again."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any, NamedTuple

from sightline.engine.index.engines import MAX_TRIES, Engine, reason_of
from sightline.engine.index.work import index_files, own_version

_AHEAD = 4  # tasks given to the engine for each of its workers
_CHECK_SECS = 2.0
_SILENT_SECS = 5.0

Answer = dict[str, Any]


class JobError(OSError):
    """A job cannot go on; what was committed stays, and the next one continues from there."""


class LostClusterError(JobError):
    """The cluster no longer answers."""


class _Attempt(NamedTuple):
    """A task that was given to the engine, for the n-th time."""

    number: int
    payload: bytes
    n_tries: int = 1


class RunningTasks:
    """Gives tasks to an engine and hands out their answers."""

    def __init__(self, engine: Engine, on_notice: Callable[[str], None]) -> None:
        self._engine = engine
        self._on_notice = on_notice
        self._running: dict[Future[Answer], _Attempt] = {}
        self._lost: list[_Attempt] = []
        self._answered_at = time.monotonic()
        self._is_silent = False

    def answers(self, payloads: Iterable[bytes]) -> Generator[tuple[int, Answer]]:
        """The answers to all payloads, as they come, with the number of each. Raises JobError."""
        attempts = (_Attempt(number, payload) for number, payload in enumerate(payloads))
        try:
            while True:
                self._fill(attempts)
                if not self._running and not self._lost:
                    return
                yield from self._finished()
        except ConnectionError as error:
            self._running.clear()  # there is nobody to cancel them
            raise LostClusterError(
                f"{self._engine.name} is gone: what is recorded stays, and the same command goes on."
            ) from error
        finally:
            for future in self._running:
                future.cancel()

    def _fill(self, attempts: Iterator[_Attempt]) -> None:
        # A task that was lost with the whole cluster would be lost again until somebody answers.
        if self._lost and self._has_workers():
            for attempt in self._lost:
                self._submit(attempt)
            self._lost.clear()
        n_more = self._engine.n_workers * _AHEAD - len(self._lost) - len(self._running)
        for attempt in islice(attempts, max(0, n_more)):
            self._submit(attempt)

    def _submit(self, attempt: _Attempt) -> None:
        self._running[self._engine.submit(index_files, own_version(), attempt.payload)] = attempt

    def _finished(self) -> Iterator[tuple[int, Answer]]:
        """The answers that came within two seconds."""
        if not self._running:
            time.sleep(_CHECK_SECS)
        done = wait(self._running, _CHECK_SECS, FIRST_COMPLETED).done
        if not done:
            self._has_workers()
        for future in done:
            attempt = self._running.pop(future)
            answer = self._answer(future, attempt.n_tries)
            if answer is None:
                self._lost.append(attempt._replace(n_tries=attempt.n_tries + 1))
            else:
                yield attempt.number, answer

    def _has_workers(self) -> bool:
        """Whether a worker answers; tells the user where none has for some seconds."""
        if self._engine.n_alive():
            self._answered_at, self._is_silent = time.monotonic(), False
            return True
        if time.monotonic() - self._answered_at > _SILENT_SECS and not self._is_silent:
            self._is_silent = True
            self._on_notice(f"no worker of {self._engine.name} answers; waiting for one.")
        return False

    def _answer(self, future: Future[Answer], n_tries: int) -> Answer | None:
        """What a worker answered; None where it died and the task is to be tried again."""
        try:
            answer = future.result()
        except ImportError as error:
            raise JobError(
                f"a worker cannot import sightline: install {own_version()} there ({error})."
            ) from error
        except ConnectionError:
            raise
        except BaseException as error:
            if not self._engine.is_lost(error):
                raise
            if n_tries >= MAX_TRIES:
                raise JobError(f"workers die while they index: {reason_of(error)}.") from error
            return None
        self._answered_at = time.monotonic()
        return answer
