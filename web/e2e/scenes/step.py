"""Logs of the page of a step: a gradient overflows, then the loss is NaN; another training goes on.

python step.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter

OVERFLOW = 840
LAST = 940
N_LAYERS = 6


def train(folder: Path, *, seed: int, fails: bool) -> None:
    """Log a training; one that fails overflows in block 3 first."""
    rng = np.random.default_rng(seed)
    with SummaryWriter(folder) as writer:
        for step in range(0, (LAST if fails else 1200) + 1, 10):
            grown = np.exp((step - OVERFLOW) / 40) if fails and step > OVERFLOW - 120 else 0.0
            is_nan = fails and step >= OVERFLOW + 60
            noise = rng.normal(size=8)
            writer.add_scalar(
                "train/loss", np.nan if is_nan else 0.15 + 1 / (step / 60 + 1) + 0.01 * noise[0], step
            )
            writer.add_scalar(
                "train/grad_norm",
                np.inf if fails and step >= OVERFLOW + 40 else 0.6 + 0.05 * noise[1] + grown,
                step,
            )
            writer.add_scalar("train/lr", 1e-4 * min(1.0, step / 200 + 0.01), step)
            writer.add_scalar("train/loss_scale", 65536 if not grown or step < OVERFLOW + 60 else 8192, step)
            writer.add_scalar("train/attn_logit_max", 31 + noise[2] + 9 * grown, step)
            writer.add_scalar("system/step_time_ms", 166 + noise[3], step)
            writer.add_scalar("system/gpu_mem_gb", 61.8 + 0.01 * noise[4], step)
            for layer in range(N_LAYERS):
                first = OVERFLOW + 20 * abs(layer - 3)
                value = np.inf if fails and step >= first else 0.02 + 0.002 * noise[5] + 0.01 * grown
                writer.add_scalar(f"blocks.{layer}/qkv_grad_max", value, step)
            if step % 100 == 0:
                log(writer, rng, step, collapsed=bool(grown > 1))


def log(writer: SummaryWriter, rng: np.random.Generator, step: int, *, collapsed: bool) -> None:
    """Log a picture, a text and a histogram."""
    picture = rng.random((14, 14, 1)) * 0.2
    if collapsed:
        picture[:, 9] = 1.0
    else:
        picture[3:9, 4:11] += 0.6
    writer.add_image("val/attention_map", picture, step, dataformats="HWC")
    text = "loss is nan, gradient overflow" if collapsed else f"step {step} done"
    writer.add_text("trainer/log", text, step)
    gradient = rng.normal(size=2000) * (4 if collapsed else 1)
    if collapsed:
        gradient[:30] = np.nan
    writer.add_histogram("blocks.3/qkv/gradient", gradient, step)


def main(folder: Path) -> None:
    """Write both."""
    train(folder / "qk-norm-off", seed=1, fails=True)
    train(folder / "baseline", seed=2, fails=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
