"""Logs of the profile's views: a small trace in Kineto's format, with a device and steps of known length.

python profile_views.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

STEP_US = 1000
N_STEPS = 4


def write(folder: Path) -> None:
    """One run with a readable trace, one with a backward pass, one with a file that is no trace."""
    good = folder / "trained"
    good.mkdir(parents=True)
    (good / "worker0.1700000000000.pt.trace.json").write_text(json.dumps(_trace()))
    backward = folder / "backward"
    backward.mkdir()
    (backward / "worker0.1700000000000.pt.trace.json").write_text(json.dumps({"traceEvents": _trained()}))
    bad = folder / "broken"
    bad.mkdir()
    (bad / "worker0.1700000000000.pt.trace.json").write_text("this is no trace")


def _trace() -> dict[str, Any]:
    events = [event for step in range(N_STEPS) for event in _step(step)]
    memory = {"totalGlobalMem": 80 << 30}
    card = {"id": 0, "name": "NVIDIA H100", "computeMajor": 9, "computeMinor": 0, "numSms": 132} | memory
    return {"deviceProperties": [card], "record_shapes": 1, "traceEvents": events}


def _trained() -> list[dict[str, Any]]:
    """A product in a module, its backward pass, which fills before it computes, and a copy."""
    link = {"id": 9, "cat": "fwdbwd", "name": "fwdbwd", "pid": 1, "tid": 1}
    copy, fill = (
        [event | ({"cat": cat} if event.get("cat") == "kernel" else {}) for event in made]
        for cat, made in (
            ("gpu_memcpy", _launched("aten::copy_", "Memcpy HtoD", 10_100, 10_150, 400, 2)),
            ("gpu_memset", _launched("aten::zero_", "Memset", 10_230, 11_000, 50, 3)),
        )
    )
    return [
        _host("python_function", "nn.Module: Linear_0", 10_000, 60),
        *_launched("aten::mm", "gemm", 10_010, 10_040, 100, 1),
        *copy,
        _host("cpu_op", "MmBackward0", 10_200, 100),
        *fill,
        *_launched("aten::bmm", "gemm_back", 10_260, 11_100, 200, 4),
        {"ph": "s", "ts": 10_010} | link,
        {"ph": "f", "bp": "e", "ts": 10_200} | link,
    ]


def _step(step: int) -> list[dict[str, Any]]:
    """200 µs of data loading, then two operators with a kernel each; the last step ends after the loading."""
    start = 10_000 + STEP_US * step
    is_cut_off = step == N_STEPS - 1
    length = 250 if is_cut_off else STEP_US
    events = [
        _host("user_annotation", f"ProfilerStep#{step + 40}", start, length),
        _host("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", start, 200),
    ]
    if is_cut_off:
        return events
    events += _launched("aten::mm", "ampere_bf16_s16816gemm", start + 220, start + 260, 500, 10 * step + 1)
    events += _launched(
        "aten::gelu", "void vectorized_elementwise_kernel", start + 240, start + 780, 100, 10 * step + 2
    )
    return events


def _launched(
    operator: str, kernel: str, at: int, begin: int, length: int, correlation: int
) -> list[dict[str, Any]]:
    """An operator on the host, its launch, and the kernel on the device."""
    link = {"correlation": correlation, "External id": correlation}
    use = {"blocks per SM": 2.5, "est. achieved occupancy %": 40, "registers per thread": 64}
    shape = {"grid": [128, 1, 1], "block": [256, 1, 1]}
    flow = {"id": correlation, "cat": "ac2g", "name": "ac2g"}
    device = {"pid": 0, "tid": 7, "ts": begin}
    return [
        _host("cpu_op", operator, at, 18, {"Input Dims": [[64, 64]], "External id": correlation}),
        _host("cuda_runtime", "cudaLaunchKernel", at + 5, 6, link),
        {
            "ph": "X",
            "cat": "kernel",
            "name": kernel,
            "dur": length,
            "args": {"device": 0, "stream": 7} | link | use | shape,
        }
        | device,
        {"ph": "s", "pid": 1, "tid": 1, "ts": at + 5} | flow,
        {"ph": "f", "bp": "e"} | flow | device,
    ]


def _host(
    category: str, name: str, start: int, length: int, args: dict[str, Any] | None = None
) -> dict[str, Any]:
    return {
        "ph": "X",
        "cat": category,
        "name": name,
        "pid": 1,
        "tid": 1,
        "ts": start,
        "dur": length,
        "args": args or {},
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
