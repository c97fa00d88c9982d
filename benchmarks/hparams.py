"""Writes a sweep for `benchmarks/hparams.mjs`: runs with many hyperparameters and a few metrics.

python benchmarks/hparams.py FOLDER [RUNS [HPARAMS [METRICS]]]
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from sightline import SummaryWriter

N_STEPS = 10


def hparams_of(place: int, n: int, chance: random.Random) -> dict[str, Any]:
    """A quarter words, a quarter of few values, the rest numbers."""
    kinds = [
        lambda: chance.choice(["adam", "sgd", "lion"]),
        lambda: float(chance.choice([8, 16, 32, 64])),
        lambda: 10 ** chance.uniform(-5, -1),
        lambda: chance.uniform(0, 1),
    ]
    return {f"hparam_{i:02d}": kinds[i % len(kinds)]() for i in range(n)}


def main(folder: str, runs: str = "1000", hparams: str = "20", metrics: str = "5") -> None:
    chance = random.Random(1)
    tags = [f"metric_{i}/loss" for i in range(int(metrics))]
    for place in range(int(runs)):
        with SummaryWriter(str(Path(folder) / f"trial-{place:05d}")) as writer:
            writer.log_hparams(hparams_of(place, int(hparams), chance), tags, trial_id="")
            for tag in tags:
                for step in range(N_STEPS):
                    writer.add_scalar(tag, chance.random() + 1 / (step + 1), step)


if __name__ == "__main__":
    main(*sys.argv[1:])
