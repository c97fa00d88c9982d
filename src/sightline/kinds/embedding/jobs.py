"""Long computations in worker processes: started once, asked how far they are, cancelled or given up."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import platform
from sightline.kinds.embedding.results import Result, SavedResults, read_result
from sightline.kinds.embedding.worker import RESULT, TASK

# A job that nobody asked about for so long is ended; one that is done is forgotten.
_IDLE_SECS = 90.0  # browsers let a page in the background ask once a minute
_CHECK_SECS = 5.0
# Made when a computation starts: the arrays it needs, by the names of their files.
Inputs = Callable[[], dict[str, NDArray[Any]]]


@dataclass
class Job:
    """A worker process and its folder."""

    folder: Path
    process: subprocess.Popen[bytes]
    last_asked: float = field(default_factory=time.monotonic)

    def result(self) -> Result:
        """How far it is; a process that ended without a result has failed."""
        code = self.process.poll()  # before reading: what it leaves at its end is read
        found = read_result(self.folder / RESULT)
        if code is not None and (found is None or found.about["state"] == "running"):
            reason = (
                "the process was killed, perhaps for lack of memory" if code < 0 else _last_line(self.folder)
            )
            return Result({"state": "failed", "error": reason})
        return found or Result({"state": "running", "iteration": 0, "stage": "Starting"})

    def end(self) -> None:
        """End the process and remove its folder."""
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Jobs:
    """The computations of one server, by key; results that are done are saved for all servers of the user."""

    def __init__(self, saved: SavedResults | None = None, *, idle_secs: float = _IDLE_SECS) -> None:
        self.saved = saved or SavedResults()
        self._idle_secs = idle_secs
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._max_running = max(platform.cpu_count() // 2, 2)
        atexit.register(self.close)

    def ask(self, key: str, task: dict[str, Any], inputs: Inputs) -> Result:
        """The result so far; the first asking starts the computation, or waits for others to end."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                if (saved := self.saved.open(key)) is not None:
                    return saved
                running = sum(each.process.poll() is None for each in self._jobs.values())
                if running >= self._max_running:
                    return Result({"state": "waiting", "iteration": 0})
                job = self._jobs[key] = self._start(key, task, inputs)
            job.last_asked = time.monotonic()
        result = job.result()
        if result.about["state"] == "done":
            self.cancel(key)  # the worker saved it; the caller holds it
        return result

    def cancel(self, key: str) -> bool:
        """End a computation; false where there is none."""
        with self._lock:
            job = self._jobs.pop(key, None)
        if job is not None:
            job.end()
        return job is not None

    def close(self) -> None:
        """End all computations."""
        with self._lock:
            jobs, self._jobs = list(self._jobs.values()), {}
        for job in jobs:
            job.end()

    def _start(self, key: str, task: dict[str, Any], inputs: Inputs) -> Job:
        if not self._jobs:
            threading.Thread(target=self._watch, name="projector jobs", daemon=True).start()
        folder = Path(tempfile.mkdtemp(prefix="sightline-projector-"))
        try:
            for name, array in inputs().items():
                np.save(folder / name, array, allow_pickle=False)
            described = {**task, "key": key, "saved_folder": str(self.saved.folder.path)}
            (folder / TASK).write_text(json.dumps(described))
            with (folder / "stderr").open("wb") as errors:
                process = subprocess.Popen(
                    [sys.executable, "-m", "sightline.kinds.embedding.worker", str(folder)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    # Threads that wait must not spin: beside a training they would take its processors.
                    env={"OMP_WAIT_POLICY": "passive", **os.environ},
                )
        except BaseException as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError):
                raise LookupError(f"the computation cannot be started: {error}") from error
            raise
        return Job(folder, process)

    def _watch(self) -> None:
        """End what nobody asks about any more; the thread ends with the last job."""
        while True:
            time.sleep(min(_CHECK_SECS, self._idle_secs))
            with self._lock:
                now = time.monotonic()
                idle = [key for key, job in self._jobs.items() if now - job.last_asked > self._idle_secs]
                ended = [self._jobs.pop(key) for key in idle]
                is_last = not self._jobs
            for job in ended:
                job.end()
            if is_last:
                return


def _last_line(folder: Path) -> str:
    try:
        lines = (folder / "stderr").read_text("utf-8", "replace").strip().splitlines()
    except OSError:
        lines = []
    return lines[-1][:300] if lines else "the process ended without a result"
