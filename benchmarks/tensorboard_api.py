"""TensorBoard's API: the points of a tag in 100 runs by one `scalars_multirun`, beside TensorBoard itself.

    python benchmarks/tensorboard_api.py [--tensorboard PATH] [--repeat 9] [--runs 100] [--steps 500]

Runs with the Python that has sightline; `--tensorboard` is the rival's command (found on the PATH unless
given). Both servers read the same files, answer the same requests in turns, and their answers are compared.
Each request is for another tag, so that none is answered from a cache. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from server import ask, free_port, serving, until, write_runs

ROUTE = "/data/plugin/scalars/scalars_multirun"


def multirun(port: int, tag: str, n_runs: int) -> tuple[float, bytes]:
    """Seconds and body of one answer."""
    form = urlencode({"tag": tag, "runs": [f"run_{run:04d}" for run in range(n_runs)]}, doseq=True)
    headers = {"content-type": "application/x-www-form-urlencoded"}
    began = time.perf_counter()
    status, body = ask(port, "POST", ROUTE, form, headers)
    assert status == 200, body[:500]
    return time.perf_counter() - began, body


def is_loaded(port: int, tag: str, n_runs: int, n_steps: int) -> bool:
    try:
        found = json.loads(multirun(port, tag, n_runs)[1])
    except AssertionError:
        return False
    return len(found) == n_runs and all(len(points) == n_steps for points in found.values())


def measure(tensorboard: str, n_runs: int, n_steps: int, n_turns: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_runs(root, n_runs, n_turns + 1, n_steps)
        tags = [f"metrics/tag_{tag:02d}" for tag in range(n_turns + 1)]
        ports = {"sightline": free_port(), "tensorboard": free_port()}
        rival = [tensorboard, "--logdir", folder, "--load_fast=true", "--host", "127.0.0.1"]
        rival += ["--samples_per_plugin", f"scalars={n_steps + 1}"]
        with (
            serving([sys.executable, "-m", "sightline", folder], ports["sightline"]),
            serving(rival, ports["tensorboard"]),
        ):
            for port in ports.values():
                until(lambda port=port: is_loaded(port, tags[0], n_runs, n_steps), 0.05)
            seconds: dict[str, list[float]] = {name: [] for name in ports}
            for tag in tags[1:]:
                answers = {}
                for name, port in ports.items():
                    took, body = multirun(port, tag, n_runs)
                    seconds[name].append(took)
                    answers[name] = json.loads(body)
                assert answers["sightline"] == answers["tensorboard"]
    medians = {name: median(found) for name, found in seconds.items()}
    return {
        "benchmark": "tensorboard_api",
        "points": n_runs * n_steps,
        **{f"{name}_secs": round(found, 4) for name, found in medians.items()},
        "times_faster": round(medians["tensorboard"] / medians["sightline"], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tensorboard", default=shutil.which("tensorboard"))
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--steps", type=int, default=500)
    given = parser.parse_args()
    if not given.tensorboard:
        sys.exit("no tensorboard found; give --tensorboard PATH")
    print(json.dumps(measure(given.tensorboard, given.runs, given.steps, given.repeat)))


if __name__ == "__main__":
    main()
