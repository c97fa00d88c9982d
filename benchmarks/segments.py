"""Saved segments: size on disk, warm start, what writing costs, and the memory limit.

    python benchmarks/segments.py [--points 10000000] [--runs 10] [--small-runs 10000] [--limit 300MB]

Each load runs in a fresh process. `warm_extra_secs` is what a warm start takes until a first chart of one
series is computed, less the same with an empty log directory. `cold_with_writing` is a cold start as a server
does it, until that chart, with an empty cache that is written to, by one without a cache; both in turns. A
server writes in the background, after loading: `write_share` is the CPU time of writing all segments as a
share of that of reading the event files.
`small` lists many runs of 10 tags and 100 steps, with names, last steps and times, as a server does that
starts: `listed_secs` is until the list of saved runs, and `loaded_secs` until all folders were walked as
well; `served_columns_secs` and `served_json_secs` are from the start of a server's process until a client has
all of the list, as the page asks for it and as JSON. Use `--small-runs 100000` for the stated figure.
With `--limit`, the same logs are loaded with a limit
of memory and without. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from statistics import median
from typing import Any

from sightline import _native
from sightline.formats import messages

LOAD = """
import json, os, resource, sys, time
from pathlib import Path
import sightline
from sightline import _native
from sightline.engine.collector_pause import collector_paused
from sightline.formats.cache_folder import CacheFolder
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.memory_limit import MemoryLimit
from sightline.engine.roots import parse_roots
from sightline.engine.saved_segments import SavedSegments
from sightline.engine.store import Store
from sightline.plugins import load_claims

logs, cache, limit, what = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
segments = SavedSegments(CacheFolder(Path(cache), max_bytes=1 << 40)) if cache else None
store = Store(default_reader(), load_claims())
roots = parse_roots(logs)

def status(name):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

wall, cpu = time.perf_counter(), time.process_time()
follower = Follower(store, roots, segments=segments, memory_limit=MemoryLimit(limit) if limit else None)
if what in ("list", "start"):
    follower.start()
    store.wait(0)
else:
    follower.load()
view = store.view()
with collector_paused():
    rows = [(run.name, run.n_points, run.last_step, run.first_nan, run.last_wall_time) for run in view.runs]
listed = time.perf_counter()
follower.wait_loaded()
loaded = time.perf_counter()
view = store.view()
run = view.runs[0] if view.runs else None
if run is not None:
    series = _native.SeriesSet()
    series.add(run.scalar(next(iter(run.scalars))).chunks)
    _native.view(series, n_buckets=1000)
result = {
    "listed": len(rows),
    "listed_secs": listed - wall,
    "loaded_secs": loaded - wall,
    "wall_secs": time.perf_counter() - wall,
    "cpu_secs": time.process_time() - cpu,
    "runs": len(view.runs),
    "points": sum(run.n_points for run in view.runs),
    "peak_bytes": status("VmHWM"),
    "resident_bytes": status("VmRSS"),
}
cpu = time.process_time()
if what == "save":
    result["saved"] = follower.save_segments()
    result["save_cpu_secs"] = time.process_time() - cpu
follower.close()
print(json.dumps(result))
"""


def load(logs: Path, cache: Path | None, what: str = "load", *, limit: int = 0) -> dict[str, Any]:
    arguments = [str(logs), str(cache or ""), str(limit), what]
    out = subprocess.run([sys.executable, "-c", LOAD, *arguments], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(out.stdout)
    return found


def write_runs(root: Path, n_runs: int, n_tags: int, n_steps: int) -> None:
    for run in range(n_runs):
        folder = root / f"run_{run:06d}"
        writer = _native.EventFileWriter(str(folder), flush_secs=1e9)
        for step in range(n_steps):
            for tag in range(n_tags):
                writer.add_scalar(
                    f"metrics/tag_{tag:02d}", step * 0.001 + tag, step, 1.7e9 + step + tag * 1e-5
                )
        writer.close()
        for path in folder.iterdir():  # a file that was written just now is not quiet yet
            os.utime(path, (1.7e9, 1.7e9))


def write_small_runs(root: Path, n_runs: int, n_tags: int, n_steps: int) -> None:
    """Runs with one event for all tags of a step, so that 100,000 of them take 2.5 GB; all have the same."""
    template = root.with_name("template")
    writer = _native.EventFileWriter(str(template), flush_secs=1e9)
    for step in range(n_steps):
        event = messages.Event(wall_time=1.7e9 + step, step=step)
        for tag in range(n_tags):
            event.summary.value.add(tag=f"metrics/tag_{tag}", simple_value=step * 0.001 + tag)
        writer.add_event(event.SerializeToString())
    writer.close()
    (path,) = template.iterdir()
    content = path.read_bytes()
    for run in range(n_runs):
        folder = root / f"run_{run:06d}"
        folder.mkdir(parents=True)
        (folder / path.name).write_bytes(content)
        os.utime(folder / path.name, (1.7e9, 1.7e9))


def middle(rounds: list[dict[str, Any]], name: str) -> float:
    return float(median(each[name] for each in rounds))


def folder_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def cold_starts(logs: Path, directory: Path, repeat: int) -> tuple[list[float], list[float]]:
    """Seconds until the first chart without a cache, and with an empty one: in turns."""
    without: list[float] = []
    writing: list[float] = []
    for turn in range(repeat):
        without.append(load(logs, None, "start")["wall_secs"])
        writing.append(load(logs, directory / f"cold_cache_{turn}", "start")["wall_secs"])
    return without, writing


def measure_large(directory: Path, n_points: int, n_runs: int, repeat: int, limit: int) -> dict[str, float]:
    logs, cache, empty = directory / "logs", directory / "cache", directory / "empty"
    empty.mkdir()
    write_runs(logs, n_runs, 20, n_points // n_runs // 20)
    cold = [load(logs, None) for _ in range(repeat)]
    first = load(logs, cache, "save")
    warm = [load(logs, cache) for _ in range(repeat)]
    none = [load(empty, cache) for _ in range(repeat)]
    without, writing = cold_starts(logs, directory, repeat)
    assert warm[0]["points"] == cold[0]["points"] == first["points"]
    found = {
        "points": first["points"],
        "event_bytes_per_point": round(folder_bytes(logs) / first["points"], 1),
        "saved_bytes_per_point": round(folder_bytes(cache) / first["points"], 2),
        "cold_secs": round(middle(cold, "wall_secs"), 4),
        "warm_secs": round(middle(warm, "wall_secs"), 4),
        "warm_extra_secs": round(middle(warm, "wall_secs") - middle(none, "wall_secs"), 4),
        "warm_cpu_secs": round(middle(warm, "cpu_secs"), 4),
        "cold_with_writing": round(median(writing) / median(without), 3),
        "save_cpu_secs": round(first["save_cpu_secs"], 4),
        "write_share": round(first["save_cpu_secs"] / middle(cold, "cpu_secs"), 3),
    }
    if limit:
        limited = load(logs, directory / "limited", limit=limit)
        assert limited["points"] == first["points"]
        found |= {
            "limit_bytes": limit,
            "log_bytes": folder_bytes(logs),
            "limited_peak_bytes": limited["peak_bytes"],
            "unlimited_peak_bytes": max(each["peak_bytes"] for each in cold),
            "limited_secs": round(limited["wall_secs"], 2),
        }
    return found


def served(logs: Path, cache_home: Path, n_runs: int) -> dict[str, float]:
    """Seconds from the start of a server until a client has the list of all runs, as JSON and as columns."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache_home), "XDG_STATE_HOME": str(cache_home)}
    command = [sys.executable, "-m", "sightline", "--logdir", str(logs), "--port", str(port)]
    found: dict[str, float] = {}
    for form in ("json", "arrow"):
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            body = b""
            while len(body) < n_runs:  # each run takes more than a byte: until then they are not all there
                body = fetch(f"http://127.0.0.1:{port}/api/v1/runs?format={form}")
            found |= {f"{form}_secs": time.perf_counter() - began, f"{form}_bytes": len(body)}
        finally:
            process.terminate()
            process.wait()
    return found


def fetch(address: str) -> bytes:
    """An answer of a server that may not listen yet."""
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                body: bytes = answer.read()
                return body
        except urllib.error.URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.005)


def measure_small(directory: Path, n_runs: int, repeat: int) -> dict[str, float]:
    logs, cache_home = directory / "small_logs", directory / "small_cache"
    cache = cache_home / "sightline"
    write_small_runs(logs, n_runs, 10, 100)
    cold = load(logs, cache, "save")
    warm = [load(logs, cache, "list") for _ in range(repeat)]
    assert all(each["listed"] == each["runs"] == n_runs for each in warm)
    answers = [served(logs, cache_home, n_runs) for _ in range(repeat)]
    return {
        "runs": n_runs,
        "cold_secs": round(cold["loaded_secs"], 3),
        "listed_secs": round(middle(warm, "listed_secs"), 3),
        "loaded_secs": round(middle(warm, "loaded_secs"), 3),
        "warm_cpu_secs": round(middle(warm, "cpu_secs"), 3),
        "served_json_secs": round(middle(answers, "json_secs"), 3),
        "served_json_bytes": int(middle(answers, "json_bytes")),
        "served_columns_secs": round(middle(answers, "arrow_secs"), 3),
        "served_columns_bytes": int(middle(answers, "arrow_bytes")),
        "files": sum(1 for path in cache.rglob("*") if path.is_file()),
        "saved_bytes_per_point": round(folder_bytes(cache) / cold["points"], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--small-runs", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--limit", default="", help="e.g. 300MB: load the same with a limit of memory")
    options = parser.parse_args()
    from sightline.engine.memory_limit import parse_size

    limit = parse_size(options.limit) if options.limit else 0
    result: dict[str, Any] = {"benchmark": "segments", "python": sys.version.split()[0]}
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        result["large"] = measure_large(place, options.points, options.runs, options.repeat, limit)
        result["small"] = measure_small(place, options.small_runs, options.repeat)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
