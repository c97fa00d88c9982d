"""Hosted plugins of TensorBoard: how soon one that cannot be loaded says why, what that costs other routes.

    python benchmarks/plugin_hosts.py [--repeat 9] [--runs 100] [--tags 10] [--steps 500]

Needs the packages of tests/interop/plugins on the path (`make bench` sees to that). The series of a chart are
requested alone, and again while `tensorboard-plugin-wit` is started over and over; each request is another
one, so that none is answered from a cache. Customizable-plots is started once and asked for all of its data,
which its process makes of our columns. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import Any

from server import Sightline, ask, free_port, serving, until, write_runs

WIT = "/api/v1/plugins/tensorboard-wit/start"
PLOTS = "tensorboard_plugin_customizable_plots"


def reason_secs(port: int) -> float:
    """How long it takes until the reason is there."""
    began = time.perf_counter()
    status, body = ask(port, "POST", WIT)
    assert status == 503, body[:500]
    assert b"tensorflow" in body, body
    return time.perf_counter() - began


def series_secs(board: Sightline, port: int, tags: list[str], turns: range) -> float:
    """The median time of a request for the series of a chart."""
    found = []
    for turn in turns:
        began = time.perf_counter()
        board.series(port, tags, turn)
        found.append(time.perf_counter() - began)
    return median(found)


def busy_series_secs(board: Sightline, port: int, tags: list[str], turns: range) -> float:
    """The same while the plugin is started over and over."""
    ended = threading.Event()

    def start_again() -> None:
        while not ended.is_set():
            reason_secs(port)

    thread = threading.Thread(target=start_again)
    thread.start()
    try:
        return series_secs(board, port, tags, turns)
    finally:
        ended.set()
        thread.join()


def plots_secs(port: int) -> tuple[float, float]:
    """How long the plugin takes to start, and to answer with all of its data."""
    began = time.perf_counter()
    status, body = ask(port, "POST", f"/api/v1/plugins/tensorboard-{PLOTS}/start")
    assert status == 200, body[:500]
    ready = time.perf_counter()
    frame = json.loads(body)["frame"].partition("/data/")[0]
    status, body = ask(port, "GET", f"/api/v1/{frame}/data/plugin/{PLOTS}/data?ha=Step")
    assert status == 200, body[:500]
    return ready - began, time.perf_counter() - ready


def measure(n_runs: int, n_tags: int, n_steps: int, n_turns: int) -> dict[str, Any]:
    board = Sightline()
    with tempfile.TemporaryDirectory() as folder:
        write_runs(Path(folder), n_runs, n_tags, n_steps)
        tags = [f"metrics/tag_{tag:02d}" for tag in range(n_tags)]
        port = free_port()
        with serving([sys.executable, "-m", "sightline", folder], port):
            until(lambda: board.loaded(port, n_runs, n_runs * n_tags * n_steps, n_steps - 1))
            reasons = [reason_secs(port) for _ in range(n_turns)]
            alone = series_secs(board, port, tags[:1], range(5 * n_turns))
            busy = busy_series_secs(board, port, tags[:1], range(5 * n_turns, 10 * n_turns))
            started, answered = plots_secs(port)
    return {
        "benchmark": "plugin_hosts",
        "points": n_runs * n_tags * n_steps,
        "reason_secs": round(median(reasons), 3),
        "series_secs": round(alone, 4),
        "series_secs_meanwhile": round(busy, 4),
        "times_slower_meanwhile": round(busy / alone, 2),
        "plots_start_secs": round(started, 2),
        "plots_data_secs": round(answered, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--tags", type=int, default=10)
    parser.add_argument("--steps", type=int, default=500)
    given = parser.parse_args()
    print(json.dumps(measure(given.runs, given.tags, given.steps, given.repeat)))


if __name__ == "__main__":
    main()
