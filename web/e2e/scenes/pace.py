"""Trainings that are going on: one ahead, one behind, one whose hyperparameters say where it ends.

Usage: pace.py FOLDER [more]; `more` lets the one ahead go on.
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

from sightline import SummaryWriter

INTERVAL_SECS = 0.02


def train(folder: Path, first: int, last: int, hparams: dict[str, float] | None = None) -> None:
    """Log a loss for each step, as if it had been trained up to now."""
    with SummaryWriter(folder) as writer:
        if hparams:
            writer.log_hparams(hparams)
        begin = time.time() - (last - first) * INTERVAL_SECS
        for step in range(first, last + 1):
            loss = math.exp(-step / 80) + 0.05 * math.sin(step)
            writer.add_scalar("train/loss", loss, step, walltime=begin + (step - first) * INTERVAL_SECS)


def main(folder: Path, more: bool) -> None:
    """Write the three, or let the first go on."""
    if more:
        return train(folder / "ahead", 301, 600)
    train(folder / "ahead", 0, 300)
    train(folder / "behind", 0, 100)
    return train(folder / "planned", 0, 200, {"lr": 0.1, "max_steps": 100_000})


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] == ["more"])
