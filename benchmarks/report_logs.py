"""Logs for benchmarks/report.mjs: 10 runs of 20 noisy scalars each, and one long series.

python report_logs.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter

N_RUNS, N_TAGS, N_STEPS, N_LONG = 10, 20, 1000, 1_000_000


def main(folder: Path) -> None:
    """Times rise with every call, as those of a real training do."""
    random = np.random.default_rng(7)
    for run in range(N_RUNS):
        with SummaryWriter(str(folder / "many" / f"run-{run}")) as writer:
            time = 1.79e9
            for step in range(N_STEPS):
                time += 0.05 + random.exponential(0.01)
                for tag in range(N_TAGS):
                    value = float(np.exp(-step / 300) * (tag + 1) + random.normal(0, 0.1))
                    writer.add_scalar(f"loss/{tag}", value, step, walltime=time + 1e-5 * tag)
    with SummaryWriter(str(folder / "long" / "run")) as writer:
        for step, value in enumerate(np.cumsum(random.normal(0, 1, N_LONG)).tolist()):
            writer.add_scalar("loss", value, step, walltime=1.79e9 + step * 0.01)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
