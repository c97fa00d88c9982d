"""Write the logs that the browser tests look at: small, real, the same every time.

python write_logs.py FOLDER SCENE [ARGUMENT…]
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path

from sightline import SummaryWriter

T0 = 1_700_000_000.0
RUNS = ("baseline", "wide/seed-1", "wide/seed-2", "narrow/seed-1", "narrow/seed-2")


def loss(run: int, step: int, noise: random.Random) -> float:
    """Fall like a loss does."""
    return 0.2 + 0.02 * run + 1.5 / (1 + step / 20) + noise.gauss(0, 0.02)


def basic(folder: Path) -> None:
    """Five runs with losses, an accuracy and a learning rate; one goes NaN; some text and an image tag."""
    for number, name in enumerate(RUNS):
        noise = random.Random(number)
        with SummaryWriter(str(folder / name)) as writer:
            for step in range(0, 1000, 2 + number):
                at = T0 + step * 1.5
                value = loss(number, step, noise)
                broken = name == "narrow/seed-2" and step > 600
                writer.add_scalar("train/loss", math.nan if broken else value, step, walltime=at)
                writer.add_scalar("train/lr", 1e-3 * (1 - step / 1000), step, walltime=at)
                if step % 10 == 0:
                    writer.add_scalar("val/loss", value + 0.05, step, walltime=at)
                    writer.add_scalar("val/accuracy", 1 - value / 2, step, walltime=at)
            writer.add_text("notes", f"run {name}", 0)


def grow(folder: Path, run: str, begin: str, end: str) -> None:
    """Append steps to a run as a live writer does."""
    with SummaryWriter(str(folder / run)) as writer:
        for step in range(int(begin), int(end)):
            writer.add_scalar("train/loss", 2.0, step)


def damage(folder: Path) -> None:
    """Turn over bytes in the middle of one run's file."""
    path = next((folder / RUNS[1]).glob("*tfevents*"))
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 8] = bytes(255 - byte for byte in content[middle : middle + 8])
    path.write_bytes(content)


def many(folder: Path, n_runs: str, n_tags: str, n_steps: str) -> None:
    """Many short runs."""
    for number in range(int(n_runs)):
        noise = random.Random(number)
        with SummaryWriter(str(folder / f"sweep/trial-{number:04d}")) as writer:
            for step in range(int(n_steps)):
                for tag in range(int(n_tags)):
                    writer.add_scalar(f"group{tag % 4}/tag{tag:02d}", loss(number % 9, step, noise), step)


SCENES = {"basic": basic, "grow": grow, "damage": damage, "many": many}

if __name__ == "__main__":
    SCENES[sys.argv[2]](Path(sys.argv[1]), *sys.argv[3:])
