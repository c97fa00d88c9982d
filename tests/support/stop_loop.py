"""Starts the server and stops it at random moments by SIGINT or SIGTERM: it must exit with code 0 each time.

The suite has a few rounds. Many: `python tests/support/stop_loop.py --rounds 200`.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

from sightline import SummaryWriter

PATIENCE_SECS = 60.0
# Most of the start is over after this long: imports, walking, loading, the first queries.
_MAX_DELAY_SECS = 0.6


class Stop(NamedTuple):
    """One start and stop: when it was stopped, how it exited and how long that took."""

    signal: signal.Signals
    delay_secs: float
    fetched: bool
    code: int
    seconds: float
    errors: str


def write_logs(logdir: Path, *, n_runs: int = 20, n_tags: int = 20, n_steps: int = 500) -> None:
    """Write enough that loading and the first queries take a moment."""
    for run in range(n_runs):
        with SummaryWriter(str(logdir / f"run_{run}")) as writer:
            for step in range(n_steps):
                for tag in range(n_tags):
                    writer.add_scalar(f"train/tag_{tag}", 1.0 / (step + 1), step)


def start_and_stop(logdir: Path, number: signal.Signals, delay_secs: float, *, fetch: bool) -> Stop:
    """Start a server, wait for its address (and for the page with `fetch`), then stop it after a delay."""
    command = [sys.executable, "-X", "faulthandler", "-u", "-m", "sightline", "serve", str(logdir)]
    process = subprocess.Popen(
        [*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    if fetch:
        with urllib.request.urlopen(address + "api/v1/runs", timeout=PATIENCE_SECS) as answer:
            answer.read()
    time.sleep(delay_secs)
    began = time.monotonic()
    process.send_signal(number)
    _, errors = process.communicate(timeout=PATIENCE_SECS)
    return Stop(number, delay_secs, fetch, process.returncode, time.monotonic() - began, errors)


def stop_loop(logdir: Path, *, n_rounds: int, seed: int) -> list[Stop]:
    """Start and stop `n_rounds` times; every fourth round stops right after the address is printed."""
    chance = random.Random(seed)
    stops = []
    for round_ in range(n_rounds):
        delay_secs = 0.0 if round_ % 4 == 0 else chance.uniform(0.0, _MAX_DELAY_SECS)
        number = chance.choice([signal.SIGINT, signal.SIGTERM])
        stops.append(start_and_stop(logdir, number, delay_secs, fetch=round_ % 2 == 1))
    return stops


def main() -> None:
    """Run the loop and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--logdir", type=Path, help="logs to serve; made unless given")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.logdir is None:
            write_logs(Path(folder))
        stops = stop_loop(given.logdir or Path(folder), n_rounds=given.rounds, seed=given.seed)
    bad = [stop for stop in stops if stop.code != 0 or stop.errors]
    for stop in bad:
        print(stop._replace(errors=""), stop.errors, sep="\n")
    slowest = max(stop.seconds for stop in stops)
    slow = sum(stop.seconds > 1.0 for stop in stops)
    print(
        f"{len(bad)} of {len(stops)} exits were not clean; the slowest took {slowest:.2f} s, {slow} over 1 s"
    )
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
