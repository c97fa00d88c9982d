"""What is logged of each step while a profiler runs: its time, the wait for data, memory and utilization."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sightline.platform import resident_bytes

MIB = 2**20
# Reading memory and utilization costs more than a step may take: once in so many seconds is enough.
_SAMPLE_SECS = 1.0


class StepScalars:
    """Logs under `profile/…`, at the training's own steps."""

    def __init__(self, writer: Any, device_scalars: Callable[[], dict[str, float]]) -> None:
        self._writer = writer
        self._device_scalars = device_scalars
        self._data_secs: float | None = None
        self._begun = self._sampled = time.perf_counter()
        self._cpu_secs = time.process_time()
        self._has_sample = False

    def add_data_secs(self, secs: float) -> None:
        """Count a wait for data to the current step."""
        self._data_secs = (self._data_secs or 0.0) + secs

    def end_step(self, step: int) -> None:
        """Log the step that ends now; the next one begins."""
        now = time.perf_counter()
        values = {"step_time_ms": (now - self._begun) * 1e3}
        if self._data_secs is not None:
            values["data_time_ms"] = self._data_secs * 1e3
            self._data_secs = 0.0
        if not self._has_sample or now - self._sampled >= _SAMPLE_SECS:
            values.update(self._sample(now))
        for name, value in values.items():
            self._writer.add_scalar(f"profile/{name}", value, step)
        self._begun = time.perf_counter()

    def _sample(self, now: float) -> dict[str, float]:
        cpu_secs = time.process_time()
        values = {"cpu_percent": 100 * (cpu_secs - self._cpu_secs) / max(now - self._sampled, 1e-9)}
        resident = resident_bytes()
        if resident is not None:
            values["host_memory_mib"] = resident / MIB
        values.update(self._device_scalars())
        self._sampled, self._cpu_secs, self._has_sample = now, cpu_secs, True
        return values
