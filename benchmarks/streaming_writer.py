"""Writes runs that go on and on, for `streaming.mjs`: so many flushes as each line read says.

python streaming_writer.py FOLDER RUNS TAGS FLUSH_EVERY_SECS REAL_SECS
"""

from __future__ import annotations

import math
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from sightline import SummaryWriter


def main(folder: Path, n_runs: int, n_tags: int, flush_every_secs: float, real_secs: float) -> None:
    """Flush one step of every tag of every run, then wait for what is left of its share of real time."""
    begin = time.time()
    with ExitStack() as stack:
        runs = [stack.enter_context(SummaryWriter(str(folder / f"run-{n}"))) for n in range(n_runs)]
        step = 0
        for line in sys.stdin:
            due = time.monotonic()
            for _ in range(int(line)):
                for number, run in enumerate(runs):
                    write_step(run, number, n_tags, step, begin + step * flush_every_secs)
                step += 1
                due += real_secs
                time.sleep(max(0.0, due - time.monotonic()))
            print(step, flush=True)


def write_step(run: SummaryWriter, number: int, n_tags: int, step: int, at: float) -> None:
    """One step, as a training loop logs it."""
    for tag in range(n_tags):
        value = 1 / (1 + step / 500) + 0.05 * math.sin(step * 1.7 + tag + number)
        run.add_scalar(f"group{tag % 2}/tag{tag}", value, step, walltime=at)
    run.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:4]), *map(float, sys.argv[4:6]))
