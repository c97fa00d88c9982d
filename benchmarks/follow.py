"""From flush to query: how soon a value is visible with many runs watched, and what watching costs when idle.

    python benchmarks/follow.py [--runs 1000] [--values 60] [--idle-secs 5] [--tensorboard]

Each value is logged and flushed to a random run; then the run is asked until its last value is the new one.
With `--tensorboard` the data server watches the same directory by its defaults, asked through its own client.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sightline
from sightline import _native

TAG = "metrics/loss"


class Runs:
    """Many runs being written."""

    def __init__(self, root: Path, n_runs: int) -> None:
        self.names = [f"run_{number:04d}" for number in range(n_runs)]
        self.writers = [_native.EventFileWriter(str(root / name), flush_secs=1e9) for name in self.names]
        self.step = 0
        for writer in self.writers:
            for step in range(20):
                writer.add_scalar(TAG, 0.5, step)
            writer.flush()

    def log(self) -> tuple[str, float]:
        """Log a value nobody logged before to one of them, flush; the run and the value."""
        self.step += 1
        place = random.randrange(len(self.names))
        self.writers[place].add_scalar(TAG, float(self.step), 100 + self.step)
        self.writers[place].flush()
        return self.names[place], float(self.step)


def seconds_until(
    is_there: Callable[[], bool], *, poll_secs: float = 0.0005, limit_secs: float = 60.0
) -> float:
    began = time.perf_counter()
    while not is_there():
        if time.perf_counter() - began > limit_secs:
            return float("inf")
        time.sleep(poll_secs)
    return time.perf_counter() - began


def our_latencies(runs: Runs, logs: sightline.Logs, n_values: int) -> list[float]:
    found = []
    for _ in range(n_values):
        name, value = runs.log()
        found.append(
            seconds_until(lambda n=name, v=value: logs.view.by_name[n].series("scalar")[TAG].last_value == v)
        )
        time.sleep(random.random() * 0.05)  # not in step with anybody's clock
    return found


def idle_share(secs: float) -> float:
    """The share of one core that this process takes while nothing happens."""
    time.sleep(1.0)
    wall, cpu = time.perf_counter(), time.process_time()
    time.sleep(secs)
    return (time.process_time() - cpu) / (time.perf_counter() - wall)


def server_latencies(runs: Runs, root: Path, n_values: int) -> list[float]:
    import grpc
    import tensorboard_data_server
    from tensorboard.data.proto import data_provider_pb2 as messages
    from tensorboard.data.proto import data_provider_pb2_grpc as services

    command = [tensorboard_data_server.server_binary(), "--logdir", str(root), "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        address = process.stderr.readline().split()[-1]
        stub = services.TensorBoardDataProviderStub(grpc.insecure_channel(address))
        request = messages.ReadScalarsRequest(
            experiment_id="", downsample=messages.Downsample(num_points=1000)
        )
        request.plugin_filter.plugin_name = "scalars"
        request.run_tag_filter.tags.names.append(TAG)

        def has(name: str, value: float) -> bool:
            del request.run_tag_filter.runs.names[:]
            request.run_tag_filter.runs.names.append(name)
            found = stub.ReadScalars(request).runs
            return bool(found) and found[0].tags[0].data.value[-1] == value

        seconds_until(lambda: has(runs.names[0], 0.5))
        logged = (runs.log() for _ in range(n_values))
        return [seconds_until(lambda e=each: has(*e), poll_secs=0.01) for each in logged]
    finally:
        process.kill()
        process.wait()


def summary(latencies: list[float]) -> dict[str, float]:
    in_order = sorted(latencies)
    return {
        "median_ms": round(statistics.median(in_order) * 1000, 1),
        "p95_ms": round(in_order[int(len(in_order) * 0.95)] * 1000, 1),
        "max_ms": round(in_order[-1] * 1000, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--values", type=int, default=60)
    parser.add_argument("--idle-secs", type=float, default=5.0)
    parser.add_argument("--tensorboard", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        runs = Runs(root, options.runs)
        with sightline.open(root, follow=True, progress=False) as logs:
            seconds_until(lambda: len(logs.view.runs) == options.runs)
            result: dict[str, object] = {
                "benchmark": "follow",
                "runs": options.runs,
                "idle_percent_of_a_core": round(idle_share(options.idle_secs) * 100, 2),
                "sightline": summary(our_latencies(runs, logs, options.values)),
            }
        if options.tensorboard:
            result["data_server"] = summary(server_latencies(runs, root, 5))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
