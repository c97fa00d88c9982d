"""Loading scalar logs: every point here, against the reader that TensorBoard ships, on the same files.

    python benchmarks/scan.py [--events 1000000] [--rounds 5] [--rival-python PYTHON]

Run it with a Python that has sightline. `--rival-python` (or SIGHTLINE_RIVAL_PYTHON) is one that has
tensorboard-data-server, by default the same; without it only our own numbers are printed. The rival runs as
TensorBoard runs it (no sampling flags, no data checksums) and with `--checksum`; its CPU time is that of its
process from start until it says that it loaded everything, less that for an empty folder. Ours is that of the
load in a fresh process, all checksums checked, all points kept. The median round counts, and the worst ratio
of all rounds is told too. Prints one JSON line; per shape

- `ours`: CPU (of that in the kernel) and wall seconds by 1 and 2 threads, events per CPU second, bytes of
  memory per point,
- `rival`: CPU and wall seconds; `cpu_ratio`: how many times less CPU time we need, by the medians;
  `worst_cpu_ratio`: in the worst round,
- `bandwidth_share`: bytes read and kept per second of one thread's CPU, as a share of what memcpy moves.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

RIVAL_FLAGS: dict[str, list[str]] = {"default": [], "checksum": ["--checksum"]}
SHAPES = {"1x20": (1, 20), "100x20": (100, 20), "1000x10": (1000, 10)}

OURS = """
import json, os, resource, sys, threading, time
from pathlib import Path
from sightline._native import FileSource, Segment

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def in_kernel():
    return resource.getrusage(resource.RUSAGE_SELF).ru_stime

def load(todo, done):
    while True:
        try:
            path = todo.pop()
        except IndexError:
            return
        segment = Segment()
        source = FileSource(path)
        segment.read(source, threads=inner)
        source.close()
        done.append(segment)

todo, done = sorted(map(str, Path(sys.argv[1]).rglob("*tfevents*"))), []
inner = int(sys.argv[2]) if len(todo) == 1 else 1  # threads for each file
memory = resident()
wall, cpu, kernel = time.perf_counter(), time.process_time(), in_kernel()
threads = [threading.Thread(target=load, args=(todo, done)) for _ in range(int(sys.argv[2]))]
for thread in threads: thread.start()
for thread in threads: thread.join()
wall, cpu, kernel = time.perf_counter() - wall, time.process_time() - cpu, in_kernel() - kernel
points = sum(segment.n_points for segment in done)
print(json.dumps(
    {"wall": wall, "cpu": cpu, "kernel": kernel, "points": points, "memory": resident() - memory}))
"""


def make_log(folder: Path, n_events: int, n_runs: int, n_tags: int) -> None:
    """Runs of `n_tags` scalars a step, each at its own time, as a training loop writes them."""
    from sightline._native import EventFileWriter

    tags = [f"train/m{number:02d}" for number in range(n_tags)]
    for run in range(n_runs):
        writer = EventFileWriter(
            str(folder / f"run{run:04d}"), max_queue_events=1 << 20, max_queue_bytes=1 << 22
        )
        for step in range(n_events // n_runs // n_tags):
            for place, tag in enumerate(tags):
                writer.add_scalar(tag, step * 0.5, step, 1.7e9 + step + place * 1e-5)
        writer.close()


def load_ours(folder: Path, n_threads: int) -> dict[str, float]:
    command = [sys.executable, "-c", OURS, str(folder), str(n_threads)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def find_rival(python: str) -> str | None:
    """The data server's program, as its Python package names it."""
    code = "import tensorboard_data_server as server; print(server.server_binary())"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return found.stdout.strip() or None


def load_rival(binary: str, folder: Path, *flags: str) -> dict[str, float]:
    """CPU and wall seconds until the data server has loaded the folder once."""
    with tempfile.TemporaryDirectory() as place:
        command = [binary, f"--logdir={folder}", "--reload=once", "--samples-per-plugin=", "--port=0"]
        command += [f"--port-file={place}/port", "--die-after-stdin", "--verbose", *flags]
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdin is not None
        assert process.stderr is not None
        for line in process.stderr:
            if "Finished load cycle" in line:
                break
        wall = time.perf_counter() - begin
        process.stdin.close()
        process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime}


def middle(results: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(result[name] for result in results) for name in results[0]}


def memcpy_rate() -> float:
    """Bytes that one thread copies per second, source and target both counted."""
    import numpy as np

    source = np.ones(1 << 27, dtype=np.uint8)
    target = np.empty_like(source)
    times = []
    for _ in range(5):
        begin = time.process_time()
        np.copyto(target, source)
        times.append(time.process_time() - begin)
    return 2 * source.nbytes / min(times)


def measure(folder: Path, rival: str | None, rounds: int) -> dict[str, list[dict[str, float]]]:
    """Both readers on one folder, turn about."""
    found: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as empty:
        for _ in range(rounds):
            found.setdefault("one", []).append(load_ours(folder, 1))
            found.setdefault("two", []).append(load_ours(folder, 2))
            if rival:
                nothing = load_rival(rival, Path(empty))["cpu"]
                for name, flags in RIVAL_FLAGS.items():
                    result = load_rival(rival, folder, *flags)
                    result["cpu"] -= nothing
                    found.setdefault(name, []).append(result)
    return found


def against_rival(found: dict[str, list[dict[str, float]]], name: str) -> dict[str, float]:
    ours, rival = middle(found["one"]), middle(found[name])
    pairs = zip(found[name], found["one"], strict=True)
    return {
        "cpu_secs": round(rival["cpu"], 3),
        "wall_secs": round(rival["wall"], 3),
        "cpu_ratio": round(rival["cpu"] / ours["cpu"], 1),
        "worst_cpu_ratio": round(min(theirs["cpu"] / mine["cpu"] for theirs, mine in pairs), 1),
        "wall_ratio": round(rival["wall"] / middle(found["two"])["wall"], 1),
    }


def compare(folder: Path, rival: str | None, rounds: int) -> dict[str, Any]:
    """All figures of one folder."""
    found = measure(folder, rival, rounds)
    one, two = middle(found["one"]), middle(found["two"])
    n_bytes = sum(path.stat().st_size for path in folder.rglob("*tfevents*"))
    moved = (n_bytes + one["memory"]) / one["cpu"]
    return {
        "points": int(one["points"]),
        "ours": {
            "cpu_secs": [round(one["cpu"], 4), round(two["cpu"], 4)],
            "kernel_secs": [round(one["kernel"], 4), round(two["kernel"], 4)],
            "wall_secs": [round(one["wall"], 4), round(two["wall"], 4)],
            "million_events_per_cpu_sec": round(one["points"] / one["cpu"] / 1e6, 1),
            "bytes_per_point": round(one["memory"] / one["points"], 1),
        },
        "two_threads_wall_ratio": round(one["wall"] / two["wall"], 2),
        "bandwidth_share": round(moved / memcpy_rate(), 3),
        "rival": {name: against_rival(found, name) for name in RIVAL_FLAGS if rival},
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--shape", choices=list(SHAPES), action="append")
    parser.add_argument("--rival-python", default=os.environ.get("SIGHTLINE_RIVAL_PYTHON", sys.executable))
    options = parser.parse_args()
    rival = find_rival(options.rival_python)
    shapes = {}
    for shape in options.shape or SHAPES:
        with tempfile.TemporaryDirectory() as place:
            make_log(Path(place), options.events, *SHAPES[shape])
            shapes[shape] = compare(Path(place), rival, options.rounds)
    print(json.dumps({"benchmark": "scan", "events": options.events, "shapes": shapes}))


if __name__ == "__main__":
    main()
