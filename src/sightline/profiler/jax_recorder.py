"""Records with JAX's profiler: host, GPU and TPU."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax

from sightline.profiler.draft_folder import DraftFolder
from sightline.profiler.recorder import Options, Shapes
from sightline.profiler.step_scalars import MIB
from sightline.profiler.worker import worker_name

_SESSIONS = "plugins/profile"
_MEMORY = {
    "device_allocated_mib": "bytes_in_use",
    "device_reserved_mib": "bytes_reserved",
    "device_peak_mib": "peak_bytes_in_use",
}


class JaxRecorder:
    """One of JAX's traces for each window."""

    def __init__(self, folder: str, options: Options) -> None:
        self._folder = folder
        self._options = options
        self._draft: DraftFolder | None = None

    def prepare(self) -> None:
        """Have nothing to warm up."""

    def start(self) -> None:
        """Begin a window; raises RuntimeError where another trace runs."""
        draft = DraftFolder(self._folder)
        try:
            jax.profiler.start_trace(draft.path, **self._trace_options())
        except BaseException:
            draft.remove()
            raise
        self._draft = draft

    def stop(self) -> Callable[[], None]:
        """End the window, which JAX writes; return what moves it into the run."""
        draft, self._draft = self._draft, None
        assert draft is not None
        try:
            jax.profiler.stop_trace()
            if self._options.profile_memory:
                for session in (draft.path / _SESSIONS).iterdir():
                    jax.profiler.save_device_memory_profile(str(session / f"{worker_name()}.memory.prof"))
        except BaseException:
            draft.remove()
            raise
        return lambda: _finish(draft, self._folder)

    def discard(self) -> None:
        """End the window without moving it."""
        draft, self._draft = self._draft, None
        if draft is not None:
            try:
                jax.profiler.stop_trace()
            finally:
                draft.remove()

    def _trace_options(self) -> dict[str, Any]:
        if not hasattr(jax.profiler, "ProfileOptions"):  # older versions always record Python calls
            return {}
        options = jax.profiler.ProfileOptions()
        options.python_tracer_level = int(self._options.with_stack)
        return {"profiler_options": options}

    def step_span(self, step: int) -> Any:
        """Mark a step, for xprof too."""
        return jax.profiler.StepTraceAnnotation("train", step_num=step)

    def data_span(self, loader: Any) -> Any:
        """Mark a wait for data."""
        return jax.profiler.TraceAnnotation(f"{type(loader).__name__}.__next__", _ipl_stage_name="input")

    def span(self, name: str, shapes: Shapes) -> Any:
        """Mark a part of a step."""
        if not shapes:
            return jax.profiler.TraceAnnotation(name)
        return jax.profiler.TraceAnnotation(name, shapes=str([list(shape) for shape in shapes]))

    def device_scalars(self) -> dict[str, float]:
        """Return the memory of the fullest local device; CPUs do not tell theirs."""
        stats = [device.memory_stats() or {} for device in jax.local_devices()]
        return {
            name: max(found) / MIB
            for name, key in _MEMORY.items()
            if (found := [stat[key] for stat in stats if key in stat])
        }


def _finish(draft: DraftFolder, folder: str) -> None:
    try:
        for session in sorted((draft.path / _SESSIONS).iterdir()):
            files = sorted(session.iterdir())
            target = _free_session(Path(folder, _SESSIONS, session.name), [path.name for path in files])
            target.mkdir(parents=True, exist_ok=True)
            for path in files:
                os.replace(path, target / path.name)
    finally:
        draft.remove()


def _free_session(wanted: Path, names: list[str]) -> Path:
    """JAX names a session by the second: another of the same second gets a number, hosts share one."""
    session, n = wanted, 1
    while any((session / name).exists() for name in names):
        n += 1
        session = wanted.with_name(f"{wanted.name}_{n}")
    return session
