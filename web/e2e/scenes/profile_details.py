"""Logs of the views that go into detail: a small trace with Python functions and kernels of known length.

python profile_details.py FOLDER
"""

from __future__ import annotations

import json
import pickle
import shutil
import sys
from pathlib import Path
from typing import Any

STEP_US = 1000
N_STEPS = 3
MIB = 1 << 20
BEFORE_MIB = 1024
GOLDEN = Path(__file__).parents[3] / "tests/golden"


def write(folder: Path) -> None:
    """One run with a device, one of the host alone, one with a memory snapshot, one with JAX's memory."""
    _write_snapshot(folder / "snapshot")
    (folder / "jax_memory").mkdir(parents=True)
    shutil.copy(GOLDEN / "jax/memory_profile/memory.prof", folder / "jax_memory")
    _save(folder / "trained", [event for step in range(N_STEPS) for event in _step(step)])
    _save(folder / "on_host", [_host("cpu_op", "aten::mm", 0, 100), _host("cpu_op", "aten::add", 200, 40)])


def _write_snapshot(run: Path) -> None:
    """Two segments of torch's allocator, with a free block between others."""
    frames = [{"name": "forward", "filename": "model.py", "line": 40}]
    blocks = [("active_allocated", 256, frames), ("inactive", 128, []), ("active_allocated", 64, frames)]
    parts = [{"state": state, "size": size * MIB, "frames": stack} for state, size, stack in blocks]
    large = {"address": 1 << 32, "total_size": 448 * MIB, "allocated_size": 320 * MIB, "blocks": parts}
    small = {"address": 2 << 32, "total_size": 64 * MIB, "allocated_size": 64 * MIB, "blocks": parts[2:]}
    segments = [{"device": 0, "stream": 0, "segment_type": "large"} | each for each in (large, small)]
    events = [
        {"action": "alloc", "addr": n, "size": size * MIB, "stream": 0, "frames": frames}
        for n, size in enumerate((256, 64, 64))
    ]
    run.mkdir(parents=True)
    content = {"segments": segments, "device_traces": [events]}
    (run / "snapshot.pickle").write_bytes(pickle.dumps(content))


def _save(run: Path, events: list[dict[str, Any]]) -> None:
    run.mkdir(parents=True)
    card = {"id": 0, "name": "NVIDIA H100", "numSms": 132, "totalGlobalMem": 80 << 30}
    trace = {"deviceProperties": [card], "with_stack": 1, "profile_memory": 1, "traceEvents": events}
    (run / "worker0.1700000000000.pt.trace.json").write_text(json.dumps(trace))


def _step(step: int) -> list[dict[str, Any]]:
    """train > forward and optimizer, with operators that launch a kernel each; 64 MiB stay after the step."""
    start = STEP_US * step
    at = 10 * step
    return [
        _host("user_annotation", f"ProfilerStep#{step + 5}", start, 900),
        _host("python_function", "train.py(12): train", start + 10, 800),
        _host("python_function", "model.py(40): forward", start + 20, 400),
        _host("python_function", "optim.py(7): step", start + 500, 300),
        *_launched("aten::mm", "ampere_bf16_s16816gemm", start + 40, start + 100, 300, at + 1),
        *_launched("aten::gelu", "gelu_kernel", start + 60, start + 410, 90, at + 2),
        *_launched("aten::add_", "foreach_kernel", start + 520, start + 560, 10, at + 3),
        _memory(start + 42, 256, 1000, level := BEFORE_MIB + 64 * step + 256),
        _memory(start + 62, 128, 2000, level := level + 128),
        _memory(start + 525, 64, 3000 + step, level := level + 64),
        _memory(start + 700, -128, 2000, level := level - 128),
        _memory(start + 710, -256, 1000, level - 256),
    ]


def _memory(at: int, size: int, address: int, allocated: int) -> dict[str, Any]:
    """An allocation or a free on the device, in MiB."""
    args = {"Bytes": size * MIB, "Addr": address, "Device Type": 1, "Device Id": 0}
    totals = {"Total Allocated": allocated * MIB, "Total Reserved": 2048 * MIB}
    mark = {"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": at}
    return mark | {"args": args | totals}


def _launched(
    operator: str, kernel: str, at: int, begin: int, length: int, correlation: int
) -> list[dict[str, Any]]:
    """An operator on the host, its launch, and the kernel on the device."""
    link = {"correlation": correlation, "External id": correlation}
    return [
        _host("cpu_op", operator, at, 18, {"External id": correlation}),
        _host("cuda_runtime", "cudaLaunchKernel", at + 5, 6, link),
        _host("kernel", kernel, begin, length, {"device": 0, "stream": 7} | link) | {"pid": 0, "tid": 7},
    ]


def _host(
    category: str, name: str, start: int, length: int, args: dict[str, Any] | None = None
) -> dict[str, Any]:
    place = {"ph": "X", "pid": 1, "tid": 1, "ts": start, "dur": length}
    return place | {"cat": category, "name": name, "args": args or {}}


if __name__ == "__main__":
    write(Path(sys.argv[1]))
