"""Records with torch's profiler: the CPU and whatever accelerator it supports."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch
from torch.profiler import record_function

from sightline.profiler.draft_folder import DraftFolder
from sightline.profiler.recorder import Options, Shapes
from sightline.profiler.step_scalars import MIB
from sightline.profiler.trace_file import compress_trace, trace_path
from sightline.profiler.worker import worker_name

_ACCELERATORS = ("cuda", "xpu")
_MEMORY = {
    "device_allocated_mib": "memory_allocated",
    "device_reserved_mib": "memory_reserved",
    "device_peak_mib": "max_memory_allocated",
}


class TorchRecorder:
    """A torch profiler for each window."""

    def __init__(self, folder: str, options: Options) -> None:
        self._folder = folder
        self._options = options
        self._prepared: Any = None
        self._running: Any = None
        self._has_utilization = True

    def prepare(self) -> None:
        """Start torch's profiler: it is slow at first."""
        _refuse_if_busy()
        profiler = torch.profiler.profile(
            record_shapes=self._options.record_shapes,
            profile_memory=self._options.profile_memory,
            with_stack=self._options.with_stack,
        )
        profiler.prepare_trace()
        self._prepared = profiler

    def start(self) -> None:
        """Begin a window; raises RuntimeError where another profiler runs."""
        if self._prepared is None:
            self.prepare()
        _refuse_if_busy()
        profiler, self._prepared = self._prepared, None
        profiler.start_trace()
        self._running = profiler

    def stop(self) -> Callable[[], None]:
        """End the window and save it; return what compresses it."""
        profiler, self._running = self._running, None
        profiler.stop_trace()
        path = trace_path(self._folder, worker_name())
        draft = DraftFolder(self._folder)
        plain = draft.path / path.name.removesuffix(".gz")
        try:
            profiler.export_chrome_trace(str(plain))
        except BaseException:
            draft.remove()
            raise
        return lambda: _finish(draft, plain, path)

    def discard(self) -> None:
        """Stop torch's profiler and drop what it recorded."""
        if self._prepared is not None:
            self.start()  # torch ends what was prepared by starting and stopping it
        profiler, self._running = self._running, None
        if profiler is not None:
            profiler.stop_trace()

    def step_span(self, step: int) -> Any:
        """Mark a step as torch's own schedule does."""
        return record_function(f"ProfilerStep#{step}")

    def data_span(self, loader: Any) -> Any:
        """Mark a wait for data; torch's DataLoader marks its own."""
        if isinstance(loader, torch.utils.data.DataLoader):
            return nullcontext()
        return record_function(f"enumerate(DataLoader)#{type(loader).__name__}.__next__")

    def span(self, name: str, shapes: Shapes) -> Any:
        """Mark a part of a step."""
        return record_function(name, str([list(shape) for shape in shapes]) if shapes else None)

    def device_scalars(self) -> dict[str, float]:
        """Return the current device's memory, and its utilization where its driver's package is installed."""
        device = _device()
        if device is None:
            return {}
        values = {
            name: getattr(device, function)() / MIB
            for name, function in _MEMORY.items()
            if hasattr(device, function)
        }
        if self._has_utilization:
            try:
                values["device_percent"] = float(device.utilization())
            except Exception:  # the package is missing, or the driver does not tell
                self._has_utilization = False
        return values


def _finish(draft: DraftFolder, plain: Path, path: Path) -> None:
    try:
        compress_trace(plain, path)
    finally:
        draft.remove()


def _refuse_if_busy() -> None:
    """torch has one profiler at a time, and a second one takes the first one's events without a word."""
    if torch.autograd._profiler_enabled():
        raise RuntimeError("another torch profiler is running")


def _device() -> Any:
    """The module of the accelerator that the training uses; none is started for our sake."""
    for name in _ACCELERATORS:
        module = getattr(torch, name, None)
        if module is not None and module.is_available() and module.is_initialized():
            return module
    return None
