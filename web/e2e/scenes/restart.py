"""A run that was restarted from a checkpoint: it goes back in step and on from there.

python restart.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from sightline import SummaryWriter


def write(path: Path, steps: range, *, level: float, begin: float, suffix: str) -> None:
    """A part of the run, from one process."""
    with SummaryWriter(str(path), filename_suffix=suffix) as writer:
        for step in steps:
            writer.add_scalar("restarted", level + step / 100, step, walltime=begin + step)


if __name__ == "__main__":
    run = Path(sys.argv[1]) / "again"
    write(run, range(80), level=2.0, begin=1_700_000_000.0, suffix=".first")
    write(run, range(20, 100), level=1.0, begin=1_700_010_000.0, suffix=".second")
