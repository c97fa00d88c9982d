"""A generated Kineto trace to columns, beside `json.load` and one pass over the events; plain and compressed.

One JSON line: seconds of wall and CPU time to columns and one pass over them, and to the first overview;
their ratios, peak memory by file size, the overview when the trace is opened again, a window at many slices,
and CPU time of the tables of one step.
    python benchmarks/trace.py [--megabytes 500] [--slices 5000000]
    python benchmarks/trace.py --open 2048      makes such a file, opens it and shows how far it is
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

NAMES = [f"aten::op_{i}" for i in range(60)]
KERNELS = [f"void at::native::kernel_{i}<float, at::native::Functor{i}, 4>(int, float*)" for i in range(80)]
SHAPES = ["[[32, 64], [64, 128], []]", "[[64, 3, 224, 224], [64], [64]]", "[[512, 2048], [2048], [], []]"]


OPERATOR = """  {
    "ph": "X", "cat": "cpu_op", "name": "%(name)s", "pid": 77, "tid": 77,
    "ts": %(ts)d.%(ns)03d, "dur": %(dur)d.%(ns)03d,
    "args": {
      "External id": %(id)d,"Record function id": 0, "Sequence number": %(i)d, "Fwd thread id": 0,
      "Input Dims": %(shape)s, "Ev Idx": %(id)d
    }
  }"""
LAUNCH = """  {
    "ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 77, "tid": 77,
    "ts": %(ts)d.%(ns)03d, "dur": 3.%(ns)03d,
    "args": {
      "External id": %(id)d, "cbid": 211, "correlation": %(i)d
    }
  }"""
KERNEL = """  {
    "ph": "X", "cat": "kernel", "name": "%(kernel)s", "pid": 0, "tid": 7,
    "ts": %(ts)d.%(ns)03d, "dur": 9.%(ns)03d,
    "args": {
      "External id": %(id)d, "queued": 0, "device": 0, "context": 1, "stream": 7, "correlation": %(i)d,
      "registers per thread": %(registers)d, "shared memory": 0, "blocks per SM": %(blocks)d.6,
      "grid": [%(blocks)d, 1, 1], "block": [128, 1, 1], "est. achieved occupancy %%": %(occupancy)d
    }
  }"""
STEP = """  {
    "ph": "X", "cat": "user_annotation", "name": "ProfilerStep#%(number)d", "pid": 77, "tid": 77,
    "ts": %(ts)d.000, "dur": 20000.000
  }"""
FLOW = """  {
    "ph": "%(ph)s", "id": %(i)d, "pid": %(pid)d, "tid": %(tid)d, "ts": %(ts)d.%(ns)03d,
    "cat": "ac2g", "name": "ac2g", "bp": "e"
  }"""
HEAD = """{
  "schemaVersion": 1,
  "deviceProperties": [{"id": 0, "name": "GPU"}],
  "traceEvents": [
"""


def events(i: int, pick: random.Random) -> Iterator[str]:
    """An operator with a child, a launch, its kernel and its flow, as torch writes them."""
    ts, ns = 1_700_000_000_000_000 + i * 20, i % 1000
    name, shape = pick.choice(NAMES), pick.choice(SHAPES)
    row = {"i": i, "id": i * 2, "ts": ts, "ns": ns, "shape": shape}
    yield OPERATOR % {**row, "name": name, "dur": 15}
    row["id"] += 1
    yield OPERATOR % {**row, "name": name + "_", "dur": 10}
    yield LAUNCH % {**row, "ts": ts + 2}
    blocks = {"registers": 16 + i % 9 * 8, "blocks": 1 + i % 7, "occupancy": i % 100}
    yield KERNEL % {**row, **blocks, "ts": ts + 6, "kernel": pick.choice(KERNELS)}
    yield FLOW % {**row, "ph": "s", "pid": 77, "tid": 77, "ts": ts + 2}
    yield FLOW % {**row, "ph": "f", "pid": 0, "tid": 7, "ts": ts + 6}


def write_trace(path: Path, n_bytes: int) -> int:
    """Write a trace of a size; returns how many events it has."""
    pick = random.Random(1)
    n_events = 0
    with path.open("w") as file:
        file.write(HEAD)
        while file.tell() < n_bytes:
            begin = n_events // 6001 * 1000
            step = STEP % {"number": begin // 1000, "ts": 1_700_000_000_000_000 + begin * 20}
            rows = [step, *(row for i in range(begin, begin + 1000) for row in events(i, pick))]
            file.write((",\n" if n_events else "") + ",\n".join(rows))
            n_events += len(rows)
        file.write("\n  ]\n}\n")
    return n_events


def read_with_json(path: Path) -> int:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        events = json.load(file)["traceEvents"]
    total: dict[str, float] = {}
    for event in events:
        if event["ph"] == "X":
            total[event["name"]] = total.get(event["name"], 0) + event["dur"]
    return len(total)


def read_with_sightline(path: Path) -> int:
    import numpy as np

    from sightline import _native
    from sightline.formats.trace_file import read_trace

    trace = read_trace(_native.FileSource(str(path)))
    total = np.bincount(trace.slices.name, weights=trace.slices.dur_ns)
    return int((total > 0).sum())


def read_to_overview(path: Path) -> int:
    from sightline import _native
    from sightline.formats.trace_file import read_trace
    from sightline.kinds.profile.overview import overview
    from sightline.kinds.profile.profile import Profile

    return int(overview(Profile(read_trace(_native.FileSource(str(path)))))["n_slices"])


def step_tables_cpu_ms(path: Path) -> dict[str, float]:
    """What the tables of one step take, the first time and when those of another step are shown."""
    from sightline import _native
    from sightline.formats.trace_file import read_trace
    from sightline.kinds.profile.kernel_table import kernels
    from sightline.kinds.profile.launches import launches
    from sightline.kinds.profile.operator_table import operators
    from sightline.kinds.profile.profile import Profile
    from sightline.kinds.profile.stacks import StacksParams, stacks

    profile = Profile(read_trace(_native.FileSource(str(path))))
    found: dict[str, float] = {"slices": len(profile.trace.slices)}
    for label, step in (("first", 1), ("next", 2)):
        shown = {
            "operators": lambda step=step: operators(profile, step=step),
            "kernels": lambda step=step: kernels(profile, step=step),
            "launches": lambda step=step: launches(profile, step),
            "stacks": lambda step=step: stacks(profile, StacksParams(run=0, name="", step=step)),
        }
        for table, make in shown.items():
            begin = time.process_time()
            make()
            found[f"{label}_{table}"] = round((time.process_time() - begin) * 1000, 1)
    return found


def reopened_ms(path: Path) -> float:
    """From a trace that was read before to its overview: the saved columns are mapped."""
    from sightline.engine.local_reader import LocalReader
    from sightline.formats.cache_folder import CacheFolder
    from sightline.formats.trace_file import read_trace
    from sightline.kinds.profile.overview import overview
    from sightline.kinds.profile.profile import Profile
    from sightline.kinds.profile.saved_traces import SavedTraces

    saved = SavedTraces(CacheFolder(path.parent / "saved"))
    with LocalReader().open(str(path)) as source:
        saved.save(str(path), source.stat(), Profile(read_trace(source)))
    begin = time.perf_counter()
    with LocalReader().open(str(path)) as source:
        profile = saved.open(str(path), source.stat())
    if profile is None:
        raise SystemExit("the trace was not saved")
    profile.once("overview", lambda: overview(profile))
    return (time.perf_counter() - begin) * 1000


def window_ms(n_slices: int) -> float:
    """The slowest of some windows over many slices in 50 rows, 2000 pixels wide."""
    from sightline import _native
    from sightline.formats.trace import Trace

    reader = _native.JsonTraceReader()
    reader.feed(b"[")
    per_row = n_slices // 50
    for row in range(50):
        text = f'{{"ph":"X","name":"a","pid":1,"tid":{row},"ts":%d,"dur":%d}},'
        for begin in range(0, per_row, 10_000):
            count = min(10_000, per_row - begin)
            reader.feed("".join(text % (i * 10, 1 + i * 7 % 9) for i in range(begin, begin + count)).encode())
    trace = Trace(reader.finish())
    end_ns, tracks, slowest = per_row * 10_000, list(range(50)), 0.0
    for share in (1, 2, 5, 20, 100, 1000):
        begin = time.perf_counter()
        trace.window(tracks, end_ns // 3, end_ns // 3 + end_ns // share, width_px=2000)
        trace.window(tracks, 0, end_ns // share, width_px=2000)
        slowest = max(slowest, (time.perf_counter() - begin) / 2)
    return slowest * 1000


READERS = {"json": read_with_json, "sightline": read_with_sightline, "overview": read_to_overview}


def measured(reader: str, path: Path) -> dict[str, float]:
    """Wall and CPU seconds and peak memory of one reader in a process of its own, start-up left out."""
    command = [sys.executable, __file__, "--reader", reader, "--path", str(path)]
    answer: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return answer


def run_reader(reader: str, path: Path) -> None:
    # Start-up is not what is measured.
    import sightline.formats.trace_file
    import sightline.kinds.profile.overview  # noqa: F401

    before_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    wall, cpu = time.perf_counter(), time.process_time()
    n_names = READERS[reader](path)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - before_mb
    print(json.dumps({"wall_secs": wall, "cpu_secs": cpu, "peak_mb": peak_mb, "names": n_names}))


def open_with_progress(n_megabytes: int) -> None:
    """Make a trace and open it as the page does, with a line for each tenth that is read."""
    from sightline import _native
    from sightline.formats.trace_file import read_trace
    from sightline.kinds.profile.overview import overview
    from sightline.kinds.profile.profile import Profile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.pt.trace.json"
        write_trace(path, n_megabytes << 20)
        shown = 0

        def report(done: int, total: int) -> None:
            nonlocal shown
            if total and done * 10 // total > shown:
                shown = done * 10 // total
                seconds = time.perf_counter() - begin
                print(f"{shown * 10} % of {total >> 20:,} MB after {seconds:.1f} s", flush=True)

        begin = time.perf_counter()
        profile = Profile(read_trace(_native.FileSource(str(path)), progress=report))
        steps = overview(profile)["steps"]["count"]
        peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{len(profile.trace.slices):,} slices, {steps} steps: overview after "
            f"{time.perf_counter() - begin:.1f} s, {peak_mb:,.0f} MB at the peak"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--slices", type=int, default=5_000_000)
    parser.add_argument("--reader")
    parser.add_argument("--path", type=Path)
    parser.add_argument("--open", type=int, metavar="MEGABYTES")
    options = parser.parse_args()
    if options.open:
        open_with_progress(options.open)
        return
    if options.reader:
        run_reader(options.reader, options.path)
        return
    result: dict[str, object] = {"benchmark": "trace", "megabytes": options.megabytes}
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "generated.pt.trace.json"
        result["events"] = write_trace(plain, options.megabytes << 20)
        packed = plain.with_suffix(".json.gz")
        with gzip.open(packed, "wb", compresslevel=1) as file, plain.open("rb") as source:
            while piece := source.read(1 << 20):
                file.write(piece)
        for path, label in ((plain, "plain"), (packed, "gz")):
            ours, theirs = measured("sightline", path), measured("json", path)
            first = measured("overview", path)
            result[label] = {
                "sightline": ours,
                "overview": first,
                "overview_wall_ratio": round(theirs["wall_secs"] / first["wall_secs"], 1),
                "overview_cpu_ratio": round(theirs["cpu_secs"] / first["cpu_secs"], 1),
                "json": theirs,
                "wall_ratio": round(theirs["wall_secs"] / ours["wall_secs"], 1),
                "cpu_ratio": round(theirs["cpu_secs"] / ours["cpu_secs"], 1),
                "peak_share_of_file": round(ours["peak_mb"] / options.megabytes, 3),
                "overview_peak_share_of_file": round(first["peak_mb"] / options.megabytes, 3),
            }
        result["step_tables_cpu_ms"] = step_tables_cpu_ms(plain)
        result["reopened_ms"] = round(reopened_ms(plain), 1)
    result["window_ms"] = round(window_ms(options.slices), 2)
    result["window_slices"] = options.slices
    print(json.dumps(result))


if __name__ == "__main__":
    main()
