"""Indexing by one worker and by two: processes, Dask and Ray. Run it on a quiet machine with two processors.

    PYTHONPATH=$(…/interop/cluster site-packages) python benchmarks/index_workers.py [--gb 4] [--repeat 3]

The workers are there and warm before the clock starts. The logs are links to a few event files of scalars,
and the index goes to memory (/dev/shm) where that is, so that the disk does not count. Engines that are not
installed are left out. `speedup` is the best time of one worker by that of two, of three jobs in each turn.
Prints one JSON line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from sightline import _native
from sightline.engine.default_reader import default_reader
from sightline.engine.index.engines import Engine, open_engine
from sightline.engine.index.job import IndexJob
from sightline.engine.index.place import open_place
from sightline.plugins import load_claims
from support.clusters import DaskCluster, RayCluster

N_DIFFERENT, N_TAGS, N_STEPS = 8, 20, 10_000
JOBS = 3


def write_logs(folder: Path, n_bytes: float) -> int:
    """Write so many bytes of event files, links counted each time; how many there are."""
    written: list[Path] = []
    for number in range(N_DIFFERENT):
        writer = _native.EventFileWriter(str(folder / f"run_{number:05d}"), flush_secs=1e9)
        for step in range(N_STEPS):
            for tag in range(N_TAGS):
                writer.add_scalar(f"tag_{tag:02d}", step * 0.001 + tag, step, 1.7e9 + step + tag * 1e-5)
        writer.close()
        written.append(Path(writer.path))
        os.utime(writer.path, (1.7e9, 1.7e9))
    n_files = max(N_DIFFERENT, round(n_bytes / written[0].stat().st_size))
    for number in range(N_DIFFERENT, n_files):
        path = written[number % N_DIFFERENT]
        (folder / f"run_{number:05d}").mkdir()
        os.link(path, folder / f"run_{number:05d}" / path.name)
    return n_files


@contextmanager
def engine_of(kind: str, n_workers: int) -> Iterator[Engine]:
    """An engine with so many workers, and its cluster."""
    if kind == "processes":
        engine = open_engine(f"processes:{n_workers}")
        yield engine
        engine.close()
        return
    # Ray puts sockets below its folder, whose paths have to be short.
    with tempfile.TemporaryDirectory(prefix="sl", ignore_cleanup_errors=True) as folder:
        cluster_type = DaskCluster if kind == "dask" else RayCluster
        with cluster_type(Path(folder) / "c" if kind == "ray" else Path(folder), n_workers) as cluster:
            engine = open_engine(cluster.address)
            yield engine
            engine.close()


def seconds(engine: Engine, logs: Path, warm_up: Path, where: Path) -> float:
    """How long a job takes whose workers are warm."""
    index = where / "index"
    claims = load_claims()
    for source, batch_bytes in ((warm_up, 1), (logs, None)):
        shutil.rmtree(index, ignore_errors=True)
        options = {} if batch_bytes is None else {"batch_bytes": batch_bytes}
        job = IndexJob(str(source), open_place(str(index)), engine, default_reader(), claims, **options)
        began = time.perf_counter()
        job.run()
        took = time.perf_counter() - began
    shutil.rmtree(index)
    return took


def times(kind: str, logs: Path, warm_up: Path, where: Path, repeat: int) -> tuple[list[float], list[float]]:
    """Of one worker and of two, in turns: a machine is not equally fast all the time."""
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeat):
        for n_workers, took in zip((1, 2), found, strict=True):
            with engine_of(kind, n_workers) as engine:
                took += [seconds(engine, logs, warm_up, where) for _ in range(JOBS)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--gb", type=float, default=4.0)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--engines", default="processes,dask,ray")
    options = parser.parse_args()
    os.environ["RAY_AUTH_MODE"] = "disabled"  # whatever token the user's folder has
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    found: dict[str, object] = {"benchmark": "index_workers"}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory(dir=memory) as where:
        logs, warm_up = Path(folder, "logs"), Path(folder, "warm")
        found["files"] = write_logs(logs, options.gb * 1e9)
        for number in range(8):
            shutil.copytree(logs / f"run_{number:05d}", warm_up / f"run_{number}")
        for kind in options.engines.split(","):
            if kind != "processes" and find_spec({"dask": "distributed"}.get(kind, kind)) is None:
                continue
            one, two = times(kind, logs, warm_up, Path(where), options.repeat)
            found[kind] = {
                "one_secs": round(min(one), 3),
                "two_secs": round(min(two), 3),
                "speedup": round(min(one) / min(two), 3),
                "speedup_of_medians": round(median(one) / median(two), 3),
            }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
