"""What a logging call costs: add_scalar here, in torch and in tensorboardX, side by side.

    python benchmarks/add_scalar.py [--calls 20000] [--rounds 3]

Run it with a Python that has sightline and the rivals; one that is missing is left out. Each writer runs in a
process of its own, in turn, and the best round counts: noise only ever adds. Prints one JSON line with, per
writer, microseconds for each call

- `caller`: wall time that passed on the caller's thread,
- `caller_cpu`: CPU time of that thread,
- `total_cpu`: CPU time of the whole process, all threads, with `close()`,

and how many times cheaper we are.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys

WRITERS = {
    "sightline": "sightline",
    "torch": "torch.utils.tensorboard",
    "tensorboardX": "tensorboardX",
}

CHILD = """
import json, sys, tempfile, time
from {module} import SummaryWriter
calls = int(sys.argv[1])
with tempfile.TemporaryDirectory() as directory:
    writer = SummaryWriter(directory)
    for step in range(100):
        writer.add_scalar("warm/up", 0.5, step)
    wall, thread, process = time.perf_counter(), time.thread_time(), time.process_time()
    for step in range(calls):
        writer.add_scalar("train/loss", 0.5, step)
    wall, thread = time.perf_counter() - wall, time.thread_time() - thread
    writer.close()
    process = time.process_time() - process
print(json.dumps([1e6 * seconds / calls for seconds in (wall, thread, process)]))
"""


def measure(module: str, calls: int, rounds: int) -> dict[str, float]:
    command = [sys.executable, "-W", "ignore", "-c", CHILD.format(module=module), str(calls)]
    results = [
        json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(rounds)
    ]
    best = [min(column) for column in zip(*results, strict=True)]
    return dict(zip(("caller", "caller_cpu", "total_cpu"), best, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    present = {
        name: module for name, module in WRITERS.items() if importlib.util.find_spec(module.split(".")[0])
    }
    micros = {name: measure(module, asked.calls, asked.rounds) for name, module in present.items()}
    times_cheaper = {
        name: {key: round(value / micros["sightline"][key], 1) for key, value in rival.items()}
        for name, rival in micros.items()
        if name != "sightline"
    }
    rounded = {name: {key: round(value, 3) for key, value in one.items()} for name, one in micros.items()}
    print(
        json.dumps(
            {
                "benchmark": "add_scalar",
                "calls": asked.calls,
                "micros_per_call": rounded,
                "times_cheaper": times_cheaper,
            }
        )
    )


if __name__ == "__main__":
    main()
