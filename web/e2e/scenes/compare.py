"""Trainings to compare: a baseline, ablations, and a grid of learning rate × batch size with two seeds.

`wide` adds N plain runs with six tags each.

Usage: compare.py FOLDER [wide N]
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path
from typing import Any

from sightline import SummaryWriter

START = 1_790_000_000.0
N_STEPS = 60
STEP = 500
DEFAULTS: dict[str, Any] = {
    "optimizer": {"lr": 1.5e-4, "name": "adamw", "warmup": 4000},
    "model": {"hidden": 768, "depth": 12, "positions": "learned"},
    "data": {"name": "imagenet-256", "seed": 0, "batch": 256},
    "ema": 0.999,
}
# What each ablation changes, and how much better (below 1) it ends.
ABLATIONS: dict[str, tuple[dict[str, Any], float]] = {
    "baseline-adamw": ({}, 1.0),
    "ablations/rope-2d": ({"model": {"positions": "rope-2d"}, "optimizer": {"lr": 2e-4}}, 0.96),
    "ablations/ema-0.9999": ({"ema": 0.9999}, 0.98),
    "ablations/small": ({"model": {"hidden": 384}, "optimizer": {"lr": 3e-4, "warmup": 2000}}, 1.05),
}
RATES = (5e-5, 1e-4, 2e-4, 3e-4, 6e-4)
BATCHES = (128, 256, 512)


def merged(changes: dict[str, Any]) -> dict[str, Any]:
    """The default configuration with some of its values changed."""
    return {
        key: value | changes.get(key, {}) if isinstance(value, dict) else changes.get(key, value)
        for key, value in DEFAULTS.items()
    }


def write_run(folder: Path, changes: dict[str, Any], factor: float, *, seed: int, nan_step: int = -1) -> None:
    """One training whose losses end at `factor` times the baseline's."""
    chance = random.Random(f"{folder.name} {seed}")
    with SummaryWriter(str(folder)) as writer:
        writer.log_hparams(merged(changes), trial_id="")
        for i in range(1, N_STEPS + 1):
            step, wall = i * STEP, START + i * 60.0 + seed
            loss = factor * (0.14 + 0.2 * math.exp(-i / 9)) + chance.gauss(0, 0.0012)
            if 0 <= nan_step <= step:
                loss = math.nan
            values = {
                "val/loss": loss,
                "val/fid": loss * 80 + chance.gauss(0, 0.1),
                "val/psnr": 34 - loss * 50 + chance.gauss(0, 0.1),
                "train/loss": loss * 1.02 + chance.gauss(0, 0.004),
                "train/grad_norm": 0.4 * factor + chance.gauss(0, 0.03),
                "system/gpu_mem_gb": 61.4 * factor,
            }
            for tag, value in values.items():
                writer.add_scalar(tag, value, step, walltime=wall)


def grid_factor(rate: float, batch: int) -> float:
    """Best at 2e-4 and the largest batch."""
    return 0.93 + 0.09 * math.log10(rate / 2e-4) ** 2 + 0.02 * math.log2(512 / batch)


def main(folder: Path, n_wide: int = 0) -> None:
    """Write all trainings."""
    for name, (changes, factor) in ABLATIONS.items():
        write_run(folder / name, changes, factor, seed=0)
    for rate in RATES:
        for batch in BATCHES:
            for seed in (1, 2):
                changes = {"optimizer": {"lr": rate}, "data": {"batch": batch, "seed": seed}}
                diverges = (rate, batch) == (6e-4, 128)
                write_run(
                    folder / "grid" / f"lr{rate:g}-b{batch}" / f"seed-{seed}",
                    changes,
                    grid_factor(rate, batch),
                    seed=seed,
                    nan_step=9000 + 500 * seed if diverges else -1,
                )
    for i in range(n_wide):
        write_run(folder / "wide" / f"run-{i:03d}", {"data": {"seed": i}}, 1 + i / 1000, seed=i)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
