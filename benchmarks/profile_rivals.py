"""The same profiles by Sightline, torch-tb-profiler and xprof, each in a process of its own.

One JSON line: wall and CPU seconds and peak memory until the overview and the tables of operators and kernels
are made. Without files: a Kineto trace and an xplane file that are generated. `--python` is that of an
environment with the rivals (benchmarks/rivals.txt); what it does not have, or what fails on a file, is null.
    python benchmarks/profile_rivals.py [--python RIVALS_PYTHON] [--megabytes 100] [FILE …]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from trace import write_trace
from typing import Any

SIGHTLINE = """
import sys
from sightline.cli import main
main(["profile", "summary", sys.argv[1], "--json"])
"""
TORCH_TB_PROFILER = """
import sys, tempfile
from torch_tb_profiler.profiler.data import RunProfileData
from torch_tb_profiler.profiler.run_generator import RunGenerator
with tempfile.TemporaryDirectory() as folder:
    data = RunProfileData.parse("worker", "0", sys.argv[1], folder)
    data.process()
    data.analyze()
    RunGenerator("worker", "0", data).generate_run_profile()
"""
XPROF = """
import sys
from xprof.convert.raw_to_tool_data import xspace_to_tool_data
for tool in ("overview_page", "framework_op_stats", "kernel_stats"):
    if not xspace_to_tool_data([sys.argv[1]], tool, {})[0]:
        sys.exit(tool)
"""
N_OPERATORS = 60


def number(value: int) -> bytes:
    made = b""
    while value > 127:
        made, value = made + bytes([value & 127 | 128]), value >> 7
    return made + bytes([value])


def field(key: int, content: bytes | int) -> bytes:
    if isinstance(content, int):
        return number(key << 3) + number(content)
    return number(key << 3 | 2) + number(len(content)) + content


def write_xplane(path: Path, n_events: int) -> None:
    """A host with one thread of operators, as TensorFlow writes it: see xplane.proto for the numbers."""
    events = (
        field(4, field(1, 1 + i % N_OPERATORS) + field(2, i * 2_000_000) + field(3, 1_500_000))
        for i in range(n_events)
    )
    line = field(1, 7) + field(2, b"python") + field(3, 1_700_000_000_000_000_000) + b"".join(events)
    names = b"".join(
        field(4, field(1, i) + field(2, field(1, i) + field(2, b"op_%d:MatMul" % i)))
        for i in range(1, N_OPERATORS + 1)
    )
    path.write_bytes(field(1, field(2, b"/host:CPU") + field(3, line) + names))


def measured(python: str, program: str, path: Path) -> dict[str, float] | None:
    """Seconds and memory of one process; null where it fails."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as cache:
        process = subprocess.Popen(
            [python, "-c", program, str(path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_CACHE_HOME": cache},
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return None
    return {
        "wall_secs": round(time.perf_counter() - begin, 2),
        "cpu_secs": round(usage.ru_utime + usage.ru_stime, 2),
        "peak_mb": round(usage.ru_maxrss / 1024),
    }


def compared(path: Path, python: str | None) -> dict[str, Any]:
    rival, program = ("xprof", XPROF) if path.suffix == ".pb" else ("torch_tb_profiler", TORCH_TB_PROFILER)
    ours = measured(sys.executable, SIGHTLINE, path)
    theirs = measured(python, program, path) if python else None
    found: dict[str, Any] = {"file": path.name, "megabytes": round(path.stat().st_size / 2**20, 1)}
    found |= {"sightline": ours, rival: theirs}
    if ours and theirs:
        found["cpu_ratio"] = round(theirs["cpu_secs"] / ours["cpu_secs"], 1)
        found["wall_ratio"] = round(theirs["wall_secs"] / ours["wall_secs"], 1)
        found["memory_ratio"] = round(theirs["peak_mb"] / ours["peak_mb"], 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--python", default=os.environ.get("RIVALS_PYTHON"))
    parser.add_argument("--megabytes", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not options.files:
            options.files = [Path(folder) / name for name in ("made.pt.trace.json", "made.xplane.pb")]
            write_trace(options.files[0], options.megabytes << 20)
            write_xplane(options.files[1], options.megabytes * 10_000)
        profiles = [compared(path.resolve(), options.python) for path in options.files]
    print(json.dumps({"benchmark": "profile_rivals", "profiles": profiles}))


if __name__ == "__main__":
    main()
