"""Logs of the time series page: scalars, histograms and images of two runs, under the same prefixes.

python timeseries.py FOLDER
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter


def picture(step: int, shift: int) -> np.ndarray:
    """Rings that grow with the step."""
    y, x = np.mgrid[0:48, 0:48]
    rings = np.sin(np.hypot(y - 24, x - 24) / (1 + step / 20) + shift)
    return np.stack([rings, rings * 0.5, -rings]) * 0.5 + 0.5


def write(folder: Path, name: str, shift: int) -> None:
    """One run with all three kinds."""
    rng = np.random.default_rng(shift)
    with SummaryWriter(folder / name) as writer:
        for step in range(0, 200, 2):
            loss = math.exp(-step / 60) + 0.05 * rng.random() + 0.1 * shift
            writer.add_scalar("train/loss", loss, step)
            writer.add_scalar(
                "train/rate",
                1e-3 * math.cos(step / 130),
                step,
                display_name="Learning rate",
                summary_description="Of the **last** batch",
            )
            writer.add_scalar("val/accuracy", 1 - loss / 2, step)
            if step % 20 == 0:
                writer.add_histogram("train/weight", rng.normal(0, 1 + step / 100, 2000), step)
                writer.add_histogram("val/logits", rng.normal(shift, 1 + step / 200, 2000), step)
                writer.add_image("val/sample", picture(step, shift), step)


if __name__ == "__main__":
    for place, run in enumerate(("base", "wide")):
        write(Path(sys.argv[1]), run, place)
