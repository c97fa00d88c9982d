"""Loading a whole log directory: `sightline.open` against the data server, EventAccumulator and tbparse.

    python benchmarks/open.py [--repeat 5] [--shapes 100x20x500 …] [--image-megabytes 256]

Run it with a Python that has sightline, tensorboard and tbparse. The data server and we take turns;
the ratio is that of the medians, with the worst of a single turn beside it. The server's time is what it says
its load cycle took, ours that of the call; CPU seconds are of all threads. The Python readers are
slow: they read a small directory of the same kind, their time is scaled by points. Also: the index of a file
of 1 MB images against reading the file through.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

import sightline
from sightline import _native
from sightline.formats import messages

SHAPES = {"100x20x500": (100, 20, 500), "1000x10x100": (1000, 10, 100), "10x20x50000": (10, 20, 50_000)}
_LOAD_CYCLE = re.compile(r"Finished load cycle \(([\d.]+)(µs|ms|s)\)")


def write_runs(root: Path, n_runs: int, n_tags: int, n_steps: int) -> None:
    for run in range(n_runs):
        writer = _native.EventFileWriter(str(root / f"run_{run:04d}"), flush_secs=1e9)
        tags = [f"metrics/tag_{tag:02d}" for tag in range(n_tags)]
        for step in range(n_steps):
            for place, tag in enumerate(tags):
                writer.add_scalar(tag, step * 0.001 + place, step, 1.7e9 + step + place * 1e-5)
        writer.close()


class Took(NamedTuple):
    """Seconds by the clock and of all processors."""

    wall: float
    cpu: float


def measure(work: Callable[[], object]) -> Took:
    began, cpu = time.perf_counter(), time.process_time()
    kept = work()
    took = Took(time.perf_counter() - began, time.process_time() - cpu)
    del kept
    return took


def seconds(work: Callable[[], object]) -> float:
    return measure(work).wall


def measure_server(root: Path) -> Took:
    """The wall time is what the data server itself says its load cycle took."""
    import tensorboard_data_server

    command = [tensorboard_data_server.server_binary(), "--logdir", str(root), "--port", "0"]
    process = subprocess.Popen([*command, "--reload", "once", "--verbose"], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr as lines:
        found = next(filter(None, map(_LOAD_CYCLE.search, lines)), None)
    process.kill()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if found is None:
        raise RuntimeError("the data server told of no load cycle")
    wall = float(found[1]) * {"µs": 1e-6, "ms": 1e-3, "s": 1.0}[found[2]]
    return Took(wall, usage.ru_utime + usage.ru_stime)


def accumulator_seconds(root: Path) -> float:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    def read() -> None:
        for run in sorted(root.iterdir()):
            EventAccumulator(str(run), size_guidance={"scalars": 0}).Reload()

    return seconds(read)


def tbparse_seconds(root: Path) -> float:
    from tbparse import SummaryReader

    return seconds(lambda: SummaryReader(str(root), pivot=False).scalars)


def few_runs(root: Path, shape: tuple[int, int, int]) -> float:
    """A small directory of the same kind; how many times its points go into the whole."""
    n_runs, n_tags, n_steps = shape
    n_steps_few = min(n_steps, 500)
    n_runs_few = max(1, 20_000 // (n_tags * n_steps_few))
    write_runs(root, n_runs_few, n_tags, n_steps_few)
    return (n_runs * n_steps) / (n_runs_few * n_steps_few)


def compare(shape: tuple[int, int, int], repeat: int, directory: Path) -> dict[str, float]:
    root, few = directory / "all", directory / "few"
    write_runs(root, *shape)
    scale = few_runs(few, shape)
    ours, server = [], []
    for _ in range(repeat):
        ours.append(measure(lambda: sightline.open(root, progress=False)))
        server.append(measure_server(root))
    mine, theirs = Took(*map(median, zip(*ours, strict=True))), Took(*map(median, zip(*server, strict=True)))
    accumulator, tbparse = accumulator_seconds(few) * scale, tbparse_seconds(few) * scale
    shutil.rmtree(directory)
    return {
        "sightline_secs": round(mine.wall, 4),
        "sightline_cpu_secs": round(mine.cpu, 4),
        "data_server_secs": round(theirs.wall, 4),
        "data_server_cpu_secs": round(theirs.cpu, 4),
        "times_data_server": round(theirs.wall / mine.wall, 1),
        "times_data_server_worst": round(min(b.wall / a.wall for a, b in zip(ours, server, strict=True)), 1),
        "times_data_server_cpu": round(theirs.cpu / mine.cpu, 1),
        "times_event_accumulator": round(accumulator / mine.wall),
        "times_tbparse": round(tbparse / mine.wall),
    }


def write_images(path: Path, n_bytes: int) -> None:
    """A real event file of images, 1 MB each; noise, so that nothing compresses it."""
    noise = os.urandom(1 << 20)
    writer = _native.EventFileWriter(str(path))
    for step in range(max(2, n_bytes >> 20)):
        value = messages.Summary.Value(tag="sample")
        value.image.height = value.image.width = 512
        value.image.encoded_image_string = noise
        writer.add_value(value.SerializeToString(), step, 1.7e9 + step)
    writer.close()


def compare_images(n_bytes: int, repeat: int, directory: Path) -> dict[str, float]:
    write_images(directory, n_bytes)
    (path,) = directory.iterdir()
    block = bytearray(1 << 20)

    def read_through() -> None:
        with path.open("rb", buffering=0) as file:
            while file.readinto(block):
                pass

    index, through = [], []
    for _ in range(repeat):
        index.append(seconds(lambda: sightline.open(directory, progress=False)))
        through.append(seconds(read_through))
    return {
        "index_secs": round(min(index), 5),
        "read_through_secs": round(min(through), 4),
        "times": round(min(through) / min(index), 1),
        "megabytes": path.stat().st_size >> 20,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--shapes", nargs="*", choices=list(SHAPES), default=list(SHAPES))
    parser.add_argument("--image-megabytes", type=int, default=256)
    options = parser.parse_args()
    sightline.open(Path(__file__).parent, progress=False)  # imports are not part of loading
    result: dict[str, object] = {"benchmark": "open", "python": sys.version.split()[0]}
    with tempfile.TemporaryDirectory() as directory:
        for name in options.shapes:
            result[name] = compare(SHAPES[name], options.repeat, Path(directory) / name)
        images = Path(directory) / "images"
        result["images"] = compare_images(options.image_megabytes << 20, options.repeat, images)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
