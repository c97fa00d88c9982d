"""A small sweep for the run list: folders, seeds, hyperparameters, sub-runs; all of it written a day ago.

python shell.py FOLDER
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from sightline import SummaryWriter

DAY_SECS = 86_400.0


def write_run(path: Path, *, lr: float, opt: str, floor: float) -> None:
    """A run whose loss ends at its floor."""
    begin = time.time() - DAY_SECS - 3600
    with SummaryWriter(str(path)) as writer:
        for step in range(0, 100, 10):
            value = floor + (90 - step) / 100
            writer.add_scalar("val/loss", value, step, walltime=begin + step)
            writer.add_scalar("val/accuracy", 1 - value, step, walltime=begin + step)
        writer.add_text("notes", "as it was", 0, walltime=begin)
        writer.add_hparams({"lr": lr, "opt": opt}, {"best/loss": floor}, run_name="session")


def age(folder: Path) -> None:
    """Make it look as if nobody had written for a day."""
    when = time.time() - DAY_SECS
    for file in folder.rglob("*"):
        os.utime(file, (when, when))


if __name__ == "__main__":
    root = Path(sys.argv[1])
    for number, seed in enumerate((1, 2, 3)):
        write_run(root / f"dit/wide/seed-{seed}", lr=10.0 ** -(number + 1), opt="adamw", floor=0.1 * seed)
        write_run(root / f"dit/narrow/seed-{seed}", lr=10.0 ** -(number + 2), opt="lion", floor=0.5 * seed)
    write_run(root / "baseline", lr=3e-4, opt="adamw", floor=0.25)
    age(root)
