"""Logs of a training that was profiled: a loss each second, and a trace of two steps in the middle.

python profile_training.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sightline import SummaryWriter

BEGAN_S = 1_700_000_000


def write(folder: Path) -> None:
    """Steps 0, 10, … 400, one each second; the profiler counts its own steps 2 and 3."""
    with SummaryWriter(str(folder / "train")) as writer:
        for second in range(41):
            writer.add_scalar("loss", 1 / (1 + second), 10 * second, walltime=BEGAN_S + second)
    events = [
        {
            "ph": "X", "name": f"ProfilerStep#{2 + i}", "cat": "user_annotation",
            "ts": 1_000_000 * i, "dur": 990_000, "pid": 1, "tid": 1,
        }
        for i in range(2)
    ]  # fmt: skip
    events += [{**event, "name": "aten::mm", "cat": "cpu_op", "dur": 500_000} for event in events]
    trace = {"baseTimeNanoseconds": (BEGAN_S + 20) * 1_000_000_000, "traceEvents": events}
    (folder / "train/worker0.pt.trace.json").write_text(json.dumps(trace))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
