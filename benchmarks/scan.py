"""Loading scalar logs: every point here, against the reader that TensorBoard ships, on the same files.

    python benchmarks/scan.py [--events 1000000] [--rounds 3] [--rival-python PYTHON]

Run it with a Python that has sightline. `--rival-python` (or SIGHTLINE_RIVAL_PYTHON) is one that has
tensorboard-data-server, by default the same; without it only our own numbers are printed. The rival runs as
TensorBoard runs it (no sampling flags, no data checksums) and with `--checksum`; its CPU time is that of its
process from start until it says that it loaded everything, less that for an empty folder. Ours is that of the
load in a fresh process, all checksums checked, all points kept; as much memory as it needs is written and
given back before, so that a virtual machine's host, which first has to find it, is not measured. The best
round counts: noise only ever adds. Prints one JSON line; per shape

- `ours`: CPU and wall seconds by 1 and 2 threads, events per CPU second, bytes of memory per point,
- `rival`: CPU and wall seconds,
- `cpu_ratio`: how many times less CPU time we need,
- `bandwidth_share`: bytes read and kept per second of one thread's CPU, as a share of what memcpy moves.
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
from typing import Any

SHAPES = {"1x20": (1, 20), "100x20": (100, 20), "1000x10": (1000, 10)}

OURS = """
import json, os, sys, threading, time
from pathlib import Path
from sightline._native import Segment

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def load(todo, done):
    while True:
        try:
            path = todo.pop()
        except IndexError:
            return
        segment = Segment()
        fd = os.open(path, os.O_RDONLY)
        segment.read_file(fd, threads=inner)
        os.close(fd)
        done.append(segment)

todo, done = sorted(map(str, Path(sys.argv[1]).rglob("*tfevents*"))), []
present = b"x" * (sum(map(os.path.getsize, todo)) // 2)  # see the text above
del present
inner = int(sys.argv[2]) if len(todo) == 1 else 1  # threads for each file
memory = resident()
wall, cpu = time.perf_counter(), time.process_time()
threads = [threading.Thread(target=load, args=(todo, done)) for _ in range(int(sys.argv[2]))]
for thread in threads: thread.start()
for thread in threads: thread.join()
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
points = sum(segment.n_points for segment in done)
print(json.dumps({"wall": wall, "cpu": cpu, "points": points, "memory": resident() - memory}))
"""


def make_log(folder: Path, n_events: int, n_runs: int, n_tags: int) -> None:
    """Runs of `n_tags` scalars a step, as a training loop writes them."""
    from sightline._native import EventFileWriter

    tags = [f"train/m{number:02d}" for number in range(n_tags)]
    for run in range(n_runs):
        writer = EventFileWriter(
            str(folder / f"run{run:04d}"), max_queue_events=1 << 20, max_queue_bytes=1 << 22
        )
        for step in range(n_events // n_runs // n_tags):
            for tag in tags:
                writer.add_scalar(tag, step * 0.5, step, 1.7e9 + step)
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


def best(results: list[dict[str, float]]) -> dict[str, float]:
    return {name: min(result[name] for result in results) for name in results[0]}


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


def compare(folder: Path, rival: str | None, rounds: int) -> dict[str, Any]:
    """Both readers on one folder, turn about."""
    modes: dict[str, list[dict[str, float]]] = {
        "one": [],
        "two": [],
        "default": [],
        "checksum": [],
        "empty": [],
    }
    with tempfile.TemporaryDirectory() as empty:
        for _ in range(rounds):
            modes["one"].append(load_ours(folder, 1))
            modes["two"].append(load_ours(folder, 2))
            if rival:
                modes["empty"].append(load_rival(rival, Path(empty)))
                modes["default"].append(load_rival(rival, folder))
                modes["checksum"].append(load_rival(rival, folder, "--checksum"))
    found = {name: best(results) for name, results in modes.items() if results}
    one, two = found["one"], found["two"]
    n_bytes = sum(path.stat().st_size for path in folder.rglob("*tfevents*"))
    moved = (n_bytes + 20 * one["points"]) / one["cpu"]
    answer: dict[str, Any] = {
        "points": int(one["points"]),
        "ours": {
            "cpu_secs": [round(one["cpu"], 4), round(two["cpu"], 4)],
            "wall_secs": [round(one["wall"], 4), round(two["wall"], 4)],
            "million_events_per_cpu_sec": round(one["points"] / one["cpu"] / 1e6, 1),
            "bytes_per_point": round(one["memory"] / one["points"], 1),
        },
        "two_threads_wall_ratio": round(one["wall"] / two["wall"], 2),
        "bandwidth_share": round(moved / memcpy_rate(), 3),
    }
    if rival:
        answer |= {"rival": {}, "cpu_ratio": {}, "wall_ratio": {}}
        for name in ("default", "checksum"):
            cpu, wall = found[name]["cpu"] - found["empty"]["cpu"], found[name]["wall"]
            answer["rival"][name] = {"cpu_secs": round(cpu, 3), "wall_secs": round(wall, 3)}
            answer["cpu_ratio"][name] = round(cpu / one["cpu"], 1)
            answer["wall_ratio"][name] = round(wall / two["wall"], 1)
        answer["rival"] = {
            name: {k: round(v, 3) for k, v in found[name].items()} for name in ("default", "checksum")
        }
        answer["cpu_ratio"] = {
            name: round(found[name]["cpu"] / one["cpu"], 1) for name in ("default", "checksum")
        }
        answer["wall_ratio"] = {
            name: round(found[name]["wall"] / two["wall"], 1) for name in ("default", "checksum")
        }
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
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
