"""Logs of the timeline: a small trace as torch.profiler writes it, made by hand.

python profile_timeline.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

N_STEPS = 4
STEP_US = 10_000


def slice_of(
    name: str, category: str, ts: float, dur: float, place: tuple[int, int], **args: Any
) -> dict[str, Any]:
    """One complete event; times in microseconds."""
    pid, tid = place
    return {
        "ph": "X", "name": name, "cat": category, "ts": ts, "dur": dur, "pid": pid, "tid": tid, "args": args
    }  # fmt: skip


def step_events(number: int) -> list[dict[str, Any]]:
    """Load a batch, then 20 operators, each of which launches one kernel."""
    begin = number * STEP_US
    host, device = (1, 1), (0, 7)
    events = [
        slice_of(f"ProfilerStep#{number}", "user_annotation", begin, STEP_US - 100, host),
        slice_of("enumerate(DataLoader)#_Iter.__next__", "user_annotation", begin + 100, 3000, host),
    ]
    for index in range(20):
        at, link = begin + 3500 + 300 * index, number * 100 + index + 1
        events += [
            slice_of("aten::mm", "cpu_op", at, 200, host, **{"Input Dims": [[64, 64], [64, 64]]}),
            slice_of("cudaLaunchKernel", "cuda_runtime", at + 100, 20, host, correlation=link),
            slice_of("sgemm_64", "kernel", at + 150, 250, device, correlation=link, stream=7),
        ]
        flow = {"cat": "ac2g", "id": link, "name": "ac2g"}
        events += [
            {**flow, "ph": "s", "ts": at + 100, "pid": 1, "tid": 1},
            {**flow, "ph": "f", "bp": "e", "ts": at + 150, "pid": 0, "tid": 7},
        ]
    return events


def write(folder: Path) -> None:
    """One run with one profile."""
    names = [
        {"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": "python"}},
        {"ph": "M", "name": "process_labels", "pid": 1, "tid": 0, "args": {"labels": "CPU"}},
        {"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "args": {"labels": "GPU 0"}},
        {"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "main thread"}},
        {"ph": "M", "name": "thread_name", "pid": 0, "tid": 7, "args": {"name": "stream 7"}},
    ]
    events = [event for number in range(N_STEPS) for event in step_events(number)]
    (folder / "train").mkdir()
    trace = {"schemaVersion": 1, "traceEvents": names + events}
    (folder / "train/worker0.pt.trace.json").write_text(json.dumps(trace))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
