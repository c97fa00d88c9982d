"""A model of indexes at any scale, from unit costs that are measured here and now, and checked at some sizes.

    python benchmarks/scale_model.py [--check 1000,10000,100000] [--steps 100] [--tags 10]

First small logs of different shapes are indexed and opened: what a file, a series and a point cost in CPU
time, bytes and memory follows from them. Then logs of each `--check` size are made, indexed and opened, and
what was measured is put beside what the model says. Their event files are links to a thousand different ones,
so the disk holds them once. At last the model is asked about a million runs of a thousand tags and a thousand
steps. It goes by CPU time, bytes and requests, so that a busy machine matters little. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sightline import _native

# List prices in US dollars, S3 standard in the first region and a plain virtual processor, November 2026.
USD_PER_GB_MONTH = 0.023
USD_PER_PUT, USD_PER_GET = 0.005 / 1000, 0.0004 / 1000
USD_PER_CPU_HOUR = 0.04
# What a worker reads from a bucket in a second, beside its CPU time.
BUCKET_BYTES_PER_SEC = 80e6
MONTH_SECS = 30 * 86_400
N_DIFFERENT = 1000
POLL_SECS = 5.0

INDEX = """
import json, resource, sys, time
from concurrent.futures import Future
from sightline.engine.default_reader import default_reader
from sightline.engine.index.job import IndexJob
from sightline.engine.index.place import open_place
from sightline.plugins import load_claims

class Inline:
    name, is_remote, n_workers, cpu_secs = "this process", False, 1, 0.0
    def submit(self, function, /, *args):
        began = time.process_time()
        future = Future()
        future.set_result(function(*args))
        self.cpu_secs += time.process_time() - began
        return future
    def is_lost(self, error):
        return False
    def n_alive(self):
        return 1

engine = Inline()
claims = load_claims()
began = time.process_time()
outcome = IndexJob(sys.argv[1], open_place(sys.argv[2]), engine, default_reader(), claims).run()
pages = outcome.manifest.pages
print(json.dumps({
    "worker_cpu_secs": engine.cpu_secs,
    "driver_cpu_secs": time.process_time() - began - engine.cpu_secs,
    "pack_bytes": sum(page.n_pack_bytes for page in pages),
    "page_bytes": sum(page.n_page_bytes for page in pages),
    "pages": len(pages),
    "worker_peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
}))
"""

SERVE = """
import json, sys, time
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.index.embedded_files import EmbeddedFiles
from sightline.engine.notes import RunNotes
from sightline.engine.roots import parse_roots
from sightline.engine.store import Store
from sightline.plugins import load_claims
from sightline.server.runs.run_list import listed_run, listed_tags

def resident():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

store = Store(EmbeddedFiles(default_reader()), load_claims())
before = resident()
began = time.process_time()
follower = Follower(store, indexes=parse_roots(sys.argv[1]))
follower.load()
view = store.view()
loaded = time.process_time()
runs = [listed_run(run, RunNotes()) for run in view.runs]
listed_tags(view.runs, view.claims.kinds)
print(json.dumps({
    "runs": len(runs),
    "points": sum(run.n_points for run in runs),
    "server_bytes": resident() - before,
    "start_cpu_secs": loaded - began,
    "list_cpu_secs": time.process_time() - loaded,
}))
follower.close()
"""


class Shape(NamedTuple):
    """How large logs are."""

    runs: int
    tags: int
    steps: int

    @property
    def terms(self) -> list[float]:
        """What costs are a sum of: files, series, points."""
        return [self.runs, self.runs * self.tags, self.runs * self.tags * self.steps]


# Different enough to tell files, series and points apart.
UNIT_SHAPES = [Shape(2000, 1, 10), Shape(400, 100, 10), Shape(100, 10, 5000), Shape(1000, 10, 100)]
MODELED = [
    "worker_cpu_secs",
    "driver_cpu_secs",
    "pack_bytes",
    "page_bytes",
    "server_bytes",
    "start_cpu_secs",
    "list_cpu_secs",
    "source_bytes",
]
# Neither a server nor the job itself reads points, nor are they in pages: their small shares would be noise,
# which a trillion of them turns into the largest share of all.
WITHOUT_POINTS = {"driver_cpu_secs", "page_bytes", "server_bytes", "start_cpu_secs", "list_cpu_secs"}


def write_logs(folder: Path, shape: Shape) -> int:
    """Write the logs of a shape; how many bytes of event files there are, links counted each time."""
    rng = np.random.default_rng(7)
    different = []
    for number in range(min(shape.runs, N_DIFFERENT)):
        writer = _native.EventFileWriter(str(folder / f"run_{number:07d}"), flush_secs=1e9)
        values = rng.normal(size=(shape.steps, shape.tags)).cumsum(axis=0)
        for step in range(shape.steps):
            at = 1.7e9 + number * 1000 + step
            for tag in range(shape.tags):
                writer.add_scalar(f"metrics/tag_{tag:03d}", float(values[step, tag]), step, at + tag * 1e-5)
        writer.close()
        path = Path(writer.path)
        os.utime(path, (1.7e9, 1.7e9))
        different.append(path)
    for number in range(len(different), shape.runs):
        path = different[number % len(different)]
        (folder / f"run_{number:07d}").mkdir()
        os.link(path, folder / f"run_{number:07d}" / path.name)
    return sum(different[number % len(different)].stat().st_size for number in range(shape.runs))


def run(script: str, *args: Path) -> dict[str, float]:
    command = [sys.executable, "-c", script, *map(str, args)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def measure(shape: Shape, directory: Path) -> dict[str, float]:
    """Everything that is modeled, of logs that are made, indexed, opened and deleted."""
    logs, index = directory / "logs", directory / "index"
    try:
        n_bytes = write_logs(logs, shape)
        found = {"source_bytes": n_bytes, **run(INDEX, logs, index), **run(SERVE, index)}
    finally:
        shutil.rmtree(logs, ignore_errors=True)
        shutil.rmtree(index, ignore_errors=True)
    assert found["runs"] == shape.runs
    assert found["points"] == shape.terms[2]
    return found


def fit(rows: list[tuple[Shape, dict[str, float]]], name: str) -> list[float]:
    """What a file, a series and a point cost, none below nothing; relative errors count."""
    terms = np.array([shape.terms for shape, _ in rows])
    values = np.array([found[name] for _, found in rows])
    kept = [0, 1] if name in WITHOUT_POINTS else [0, 1, 2]
    while True:
        scale = 1 / np.maximum(values, 1e-9)
        found = np.linalg.lstsq(terms[:, kept] * scale[:, None], values * scale, rcond=None)[0]
        if (found >= 0).all() or len(kept) == 1:
            break
        del kept[int(found.argmin())]
    costs = [0.0, 0.0, 0.0]
    for place, cost in zip(kept, found.tolist(), strict=True):
        costs[place] = max(0.0, cost)
    return costs


def predict(units: dict[str, list[float]], shape: Shape) -> dict[str, float]:
    found = {name: float(np.dot(costs, shape.terms)) for name, costs in units.items()}
    n_packs = max(1.0, found["pack_bytes"] / (64 << 20), shape.runs / 4096)
    found["pages"] = n_packs
    # A thousand files a listing; a HEAD and a GET of each, more where it is large; two objects for a batch.
    found["index_lists"] = shape.runs / 1000
    found["index_gets"] = shape.runs * (1 + max(1.0, found["source_bytes"] / shape.runs / (4 << 20)))
    found["index_puts"] = 2 * n_packs + 2
    found["start_gets"] = n_packs + 3
    return found


def money(found: dict[str, float], n_servers: int = 3) -> dict[str, float]:
    """What the first index costs, and then each month."""
    cpu_hours = (found["worker_cpu_secs"] + found["driver_cpu_secs"]) / 3600
    read_hours = found["source_bytes"] / BUCKET_BYTES_PER_SEC / 3600
    requests = found["index_gets"] * USD_PER_GET + (found["index_puts"] + found["index_lists"]) * USD_PER_PUT
    polls = n_servers * MONTH_SECS / POLL_SECS * USD_PER_GET
    stored = (found["pack_bytes"] + found["page_bytes"]) / 1e9 * USD_PER_GB_MONTH
    return {
        "index_usd": (cpu_hours + read_hours) * USD_PER_CPU_HOUR + requests,
        "storage_usd_per_month": stored,
        "source_storage_usd_per_month": found["source_bytes"] / 1e9 * USD_PER_GB_MONTH,
        "polling_usd_per_month": polls,
        "hourly_listing_usd_per_month": 720 * found["index_lists"] * USD_PER_PUT,
    }


def index_hours(found: dict[str, float], n_workers: int) -> float:
    reading = found["source_bytes"] / BUCKET_BYTES_PER_SEC
    return (found["driver_cpu_secs"] + (found["worker_cpu_secs"] + reading) / n_workers) / 3600


def rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: float(f"{value:.4g}") if isinstance(value, float) else value for name, value in values.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", default="1000,10000,100000")
    parser.add_argument("--tags", type=int, default=10)
    parser.add_argument("--steps", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [(shape, measure(shape, Path(folder))) for shape in UNIT_SHAPES]
        units = {name: fit(rows, name) for name in MODELED}
        checks = []
        for n_runs in [int(text) for text in options.check.split(",") if text]:
            shape = Shape(n_runs, options.tags, options.steps)
            found, said = measure(shape, Path(folder)), predict(units, shape)
            ratios = {name: found[name] / said[name] for name in MODELED}
            checks.append({"runs": n_runs, "measured": rounded(found), "measured_to_model": rounded(ratios)})
    large = predict(units, Shape(1_000_000, 1000, 1000))
    hours = {f"index_hours_{n}_workers": index_hours(large, n) for n in (10, 100, 1000)}
    names = ("file", "series", "point")
    print(
        json.dumps(
            {
                "benchmark": "scale_model",
                "units": {
                    name: rounded(dict(zip(names, costs, strict=True))) for name, costs in units.items()
                },
                "checks": checks,
                "million_runs": rounded({**large, **hours, **money(large)}),
            }
        )
    )


if __name__ == "__main__":
    main()
