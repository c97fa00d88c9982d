"""Profiles a range of batches by the profiler of Keras' backend."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from typing import Any

import keras

from sightline import profiler
from sightline.integrations.keras.batch_range import BatchRange
from sightline.profiler.target import Target
from sightline.writer.notices import warn_user


class BatchProfiler:
    """Records from the first batch of a range to its last, into the folder of a run."""

    def __init__(self, folder: str, batches: BatchRange) -> None:
        """Choose the profiler; nothing is recorded before the first batch of the range."""
        self._folder = folder
        self._batches = batches
        self._recording = ExitStack()
        self._profiler: Any = None

    def begin_batch(self, batch: int) -> None:
        """Begin to record, if the range begins here."""
        if batch == self._batches.first and self._profiler is None:
            recorder = _recorder(Target(self._folder, None), self._batches)
            if recorder is not None:
                self._profiler = self._recording.enter_context(recorder)

    def end_batch(self, batch: int) -> None:
        """End a step of the profile; write it, if the range ends here."""
        if hasattr(self._profiler, "step") and batch >= self._batches.first:
            self._profiler.step()
        if batch == self._batches.last:
            self.close()

    def close(self) -> None:
        """Write what was recorded so far."""
        self._recording.close()


def _recorder(target: Target, batches: BatchRange) -> AbstractContextManager[Any] | None:
    active = batches.last - batches.first + 1
    backend = keras.backend.backend()
    if backend == "torch":
        return profiler.profile(
            target, framework="torch", wait=0, warmup=0, active=active, step=batches.first
        )
    if backend == "jax":
        return profiler.trace(target, wait=0, active=active, step=batches.first)
    if backend == "tensorflow":
        from importlib import import_module

        tf_profiler = import_module("tensorflow").profiler.experimental
        return tf_profiler.Profile(target.folder)  # type: ignore[no-any-return]
    warn_user(f"profile_batch: the backend {backend} has no profiler; nothing is profiled")
    return None
