"""What a view costs in the engine, beside the same question to TensorBoard's data provider.

    python benchmarks/views.py [--points 10000000] [--rounds 15]

Two questions: one series of `--points` at 1000 px, and 100 runs of 500 points. Ours is the query
`kinds/scalar/series` on logs opened by `sightline.open`: `first` is the first time it is asked, `again` the
best of `--rounds` after (noise only ever adds), `zoom` a tenth of the range, `ipc` the answer as Arrow bytes.
The rival is TensorBoard's provider over its data server, set as it sets it, or null where that is missing. It
keeps 1000 random points a series and answers with those; `times_faster` is only said where it has all points.
Prints one JSON line, milliseconds throughout.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sightline
from sightline import _native
from sightline.kinds.scalar.query import QUERIES

TAG = "loss"


def write_run(directory: Path, n_points: int) -> None:
    writer = _native.EventFileWriter(str(directory))
    for step in range(n_points):
        writer.add_scalar(TAG, math.sin(step * 1e-3), step, 1.7e9 + step)
    writer.close()


def clock(ask: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    ask()
    return 1e3 * (time.perf_counter() - begin)


def ours(logdir: Path, rounds: int) -> dict[str, float]:
    logs = sightline.open(str(logdir), progress=False)
    question = {"tags": [TAG], "width_px": 1000}
    first = clock(lambda: QUERIES["series"](logs.view, question))
    again = min(clock(lambda: QUERIES["series"](logs.view, question)) for _ in range(rounds))
    n = max(run.last_step or 0 for run in logs.view.runs)
    part = {**question, "range": [n * 0.4, n * 0.5]}
    zoom = min(clock(lambda: QUERIES["series"](logs.view, part)) for _ in range(rounds))
    frame = QUERIES["series"](logs.view, question)
    ipc = min(clock(frame.to_ipc) for _ in range(rounds))
    total = sum(note["total"] for note in frame.metadata["series"])
    return {"first": first, "again": again, "zoom": zoom, "ipc": ipc, "rows": len(frame), "of": total}


def theirs(logdir: Path, rounds: int, n_runs: int) -> dict[str, float] | None:
    try:
        from tensorboard.context import RequestContext
        from tensorboard.data.server_ingester import SubprocessServerDataIngester, get_server_binary
        from tensorboard.util.grpc_util import ChannelCredsType
    except ImportError:
        return None
    server = SubprocessServerDataIngester(
        get_server_binary(), str(logdir), reload_interval=0, channel_creds_type=ChannelCredsType.LOCAL
    )
    server.start()
    asked = {"experiment_id": "", "plugin_name": "scalars"}
    wait_until_loaded(lambda: server.data_provider.list_scalars(RequestContext(), **asked), n_runs)

    def read() -> Any:
        return server.data_provider.read_scalars(RequestContext(), **asked, downsample=1000)

    first = clock(read)
    again = min(clock(read) for _ in range(rounds))
    rows = sum(len(points) for tags in read().values() for points in tags.values())
    return {"first": first, "again": again, "rows": rows}


def wait_until_loaded(listing: Callable[[], Any], n_runs: int) -> None:
    """Until all runs are there and no series' last step moves any more."""
    before: Any = None
    while True:
        time.sleep(1.0)
        now = {run: {tag: info.max_step for tag, info in tags.items()} for run, tags in listing().items()}
        if len(now) == n_runs and now == before:
            return
        before = now


def measure(n_runs: int, n_points: int, rounds: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as directory:
        for i in range(n_runs):
            write_run(Path(directory) / f"run{i:03}", n_points)
        mine, rival = ours(Path(directory), rounds), theirs(Path(directory), rounds, n_runs)
    complete = rival is not None and rival["rows"] == mine["of"]
    times = rival["again"] / mine["again"] if rival and complete else None
    return {"sightline": mine, "tensorboard": rival, "times_faster": times}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    result = {
        "one_series": {"points": options.points, **measure(1, options.points, options.rounds)},
        "many_runs": {"runs": 100, "points": 500, **measure(100, 500, options.rounds)},
    }
    print(json.dumps(rounded(result)))


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return round(value, 3) if isinstance(value, float) else value


if __name__ == "__main__":
    main()
