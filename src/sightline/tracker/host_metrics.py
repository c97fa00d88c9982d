"""Devices and host, sampled in one thread: GPUs, `/proc` and the limits of a container."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Event, Thread

from sightline.tracker.gpus import find_gpus, gpu_metrics

_GIB = 2**30


class HostMetrics:
    """Hands ``gpu/<i>/…`` and ``system/…`` to a function, once in so many seconds, until it is closed."""

    def __init__(self, interval_secs: float, emit: Callable[[dict[str, float]], None]) -> None:
        """Begin to sample; the thread ends with the program."""
        self._interval_secs = interval_secs
        self._emit = emit
        self._stop = Event()
        self._cpu_before = _cpu_times()
        self._thread = Thread(target=self._run, name="sightline-host-metrics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        gpus = find_gpus()
        while not self._stop.wait(self._interval_secs):
            self._emit({**self._host(), **gpu_metrics(gpus)})

    def _host(self) -> dict[str, float]:
        metrics = memory_metrics()
        now = _cpu_times()
        if now is not None and self._cpu_before is not None:
            busy, total = now[0] - self._cpu_before[0], now[1] - self._cpu_before[1]
            if total > 0:
                metrics["system/cpu_percent"] = 100.0 * busy / total
        self._cpu_before = now
        return metrics


def memory_metrics(cgroup: str = "/sys/fs/cgroup") -> dict[str, float]:
    """Memory of the process and of the machine, or of the container if that has a limit; {} elsewhere."""
    metrics: dict[str, float] = {}
    lines = _lines("/proc/meminfo")
    sizes = {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines)}
    if "MemTotal" in sizes and "MemAvailable" in sizes:
        metrics["system/memory_used_gib"] = (sizes["MemTotal"] - sizes["MemAvailable"]) / _GIB
        metrics["system/memory_percent"] = 100.0 * (1 - sizes["MemAvailable"] / sizes["MemTotal"])
    limit, used = _lines(f"{cgroup}/memory.max"), _lines(f"{cgroup}/memory.current")
    if limit and used and limit[0].isdigit() and int(limit[0]) > 0:
        metrics["system/memory_percent"] = 100.0 * int(used[0]) / int(limit[0])
    pages = _lines("/proc/self/statm")
    if pages:
        metrics["system/process_memory_gib"] = int(pages[0].split()[1]) * os.sysconf("SC_PAGE_SIZE") / _GIB
    return metrics


def _cpu_times() -> tuple[int, int] | None:
    lines = _lines("/proc/stat")
    if not lines:
        return None
    numbers = [int(word) for word in lines[0].split()[1:]]
    idle = sum(numbers[3:5])
    return sum(numbers) - idle, sum(numbers)


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []
