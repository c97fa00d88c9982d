"""Log a training loop: scalars, histograms, an image and text. Look at it with `sightline --logdir runs`."""

from __future__ import annotations

import sys

import numpy as np

from sightline import SummaryWriter


def main(logdir: str = "runs/log_a_training") -> None:
    random = np.random.default_rng(0)
    inputs = random.normal(size=(512, 4))
    target = inputs @ np.array([1.0, -2.0, 0.5, 3.0]) + random.normal(scale=0.1, size=512)
    weights = np.zeros(4)
    with SummaryWriter(logdir) as writer:
        writer.log_hparams({"lr": 0.05, "batch": 32}, metrics=["loss/train"])
        writer.add_text("config", "| lr | batch |\n|---|---|\n| 0.05 | 32 |")
        for step in range(200):
            rows = random.integers(0, 512, 32)
            error = inputs[rows] @ weights - target[rows]
            weights -= 0.05 * inputs[rows].T @ error / 32
            writer.add_scalar("loss/train", float((error**2).mean()), step)
            if step % 20 == 0:
                writer.add_histogram("error", error, step)
                writer.add_image("weights", np.tile(weights.clip(0, 3) / 3, (4, 1)), step, dataformats="HW")


if __name__ == "__main__":
    main(*sys.argv[1:])
