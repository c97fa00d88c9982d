"""Logs of the comparison of profiles: two runs of one training, before and after a change.

python profile_compare.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

N_STEPS = 4
# What a step does, in µs: kernels by name after the time that data takes.
BEFORE = {"load": 300, "kernels": {"gemm_kernel": 500, "gelu_kernel": 100, "layer_norm_kernel": 60}}
AFTER = {"load": 40, "kernels": {"gemm_kernel": 500, "fused_gelu_kernel": 80, "layer_norm_kernel": 90}}


def write(folder: Path) -> None:
    """A run before and one after; the latter also on a second worker."""
    for name, worker, step in (("before", 0, BEFORE), ("after", 0, AFTER), ("after", 1, AFTER)):
        run = folder / name
        run.mkdir(parents=True, exist_ok=True)
        path = run / f"worker{worker}.1700000000000.pt.trace.json"
        path.write_text(json.dumps({"traceEvents": _events(step)}))


def _events(step: dict[str, Any]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    at = 10_000
    for number in range(N_STEPS):
        length = step["load"] + sum(step["kernels"].values()) + 40
        events += [
            _host("user_annotation", f"ProfilerStep#{number}", at, length),
            _host("user_annotation", "enumerate(DataLoader)#_Iter.__next__", at, step["load"]),
        ]
        begin = at + step["load"]
        for place, (kernel, dur) in enumerate(step["kernels"].items()):
            link = {"correlation": 100 * number + place + 1, "External id": 100 * number + place + 1}
            launch = at + step["load"] + 2 * place
            events += [
                _host("cpu_op", f"aten::{kernel.removesuffix('_kernel')}", launch, 2, link),
                _host("cuda_runtime", "cudaLaunchKernel", launch, 1, link),
                _event("kernel", kernel, begin, dur, 0, 7, {"device": 0, "stream": 7, **link}),
            ]
            begin += dur
        at += length
    return events


def _host(category: str, name: str, ts: int, dur: int, args: dict[str, Any] | None = None) -> dict[str, Any]:
    return _event(category, name, ts, dur, 1, 1, args or {})


def _event(
    category: str, name: str, ts: int, dur: int, pid: int, tid: int, args: dict[str, Any]
) -> dict[str, Any]:
    return {
        "ph": "X",
        "cat": category,
        "name": name,
        "ts": ts,
        "dur": dur,
        "pid": pid,
        "tid": tid,
        "args": args,
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
