"""Logs of the histograms page: three runs whose weights spread out, one that goes NaN, and bad histograms.

python histograms.py FOLDER            all of it
python histograms.py FOLDER grow       one more step of the first run
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter

RUNS = {"base": 1.0, "wide": 1.6, "qk-norm-off": 0.7}
STEPS = range(2000, 62_000, 2000)
START = 1_780_000_000.0


def weights(rng: np.random.Generator, part: float, scale: float) -> np.ndarray:
    """Values that begin narrow and part into two humps."""
    middle = rng.normal(0, 0.1 + 0.2 * math.sqrt(part), 6000)
    left = rng.normal(-0.06 - 0.3 * part, 0.09 + 0.1 * part, int(1200 * part) + 1)
    right = rng.normal(0.1 + 0.34 * part, 0.08 + 0.08 * part, int(1500 * part) + 1)
    return scale * np.concatenate([middle, left, right])


def write_run(folder: Path, name: str, scale: float) -> None:
    """All tags of a run, step by step; one of them goes NaN."""
    rng = np.random.default_rng(len(name))
    with SummaryWriter(folder / name) as writer:
        for place, step in enumerate(STEPS):
            part = place / (len(STEPS) - 1)
            time = START + place * 90
            writer.add_histogram("blocks.11/attn/qkv/weight", weights(rng, part, scale), step, walltime=time)
            gradient = rng.normal(0.02, scale * (0.34 * math.exp(-2.2 * part) + 0.07), 5000) * 1e-3
            if name == "qk-norm-off" and step > 40_000:
                gradient[:412] = np.nan
            writer.add_histogram("blocks.11/mlp/fc1/gradient", gradient, step, walltime=time)
            writer.add_histogram(
                "blocks.11/mlp/fc2/weight", weights(rng, part, scale / 3), step, bins=40, walltime=time
            )


def write_bad(folder: Path) -> None:
    """Histograms that are not as they should be, as some other writer might log them."""
    with SummaryWriter(folder / "base") as writer:

        def raw(tag: str, limits: list[float], counts: list[float], low: float, high: float) -> None:
            for step in (0, 1):
                writer.add_histogram_raw(
                    tag,
                    low,
                    high,
                    sum(counts),
                    1.0,
                    1.0,
                    limits,
                    counts,
                    global_step=step,
                    walltime=START + step,
                )

        raw("bad/one bucket", [2.0], [5.0], 1.0, 2.0)
        raw("bad/no bucket", [], [], 0.0, 0.0)
        raw("bad/negative limits", [-4.0, -3.0], [1.0, 2.0], -5.0, -3.0)
        raw("bad/NaN limits", [math.nan, 1.0, 2.0], [1.0, 1.0, 2.0], 0.0, 2.0)


def grow(folder: Path) -> None:
    """One more histogram."""
    with SummaryWriter(folder / "base") as writer:
        writer.add_histogram("blocks.11/attn/qkv/weight", weights(np.random.default_rng(0), 1, 1), 64_000)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    if sys.argv[2:] == ["grow"]:
        grow(target)
    else:
        for run, spread in RUNS.items():
            write_run(target, run, spread)
        write_bad(target)
