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


def echo(folder: Path) -> None:
    """Flush one value for every line read, and say when it was flushed."""
    from time import time

    with SummaryWriter(str(folder / "echo")) as writer:
        for step, _ in enumerate(sys.stdin):
            writer.add_scalar("echo", 1 + step % 2, step)
            writer.flush()
            print(time(), flush=True)


def picture(folder: Path) -> None:
    """A sweep worth a picture: groups with seeds, ablations, a run that breaks, one that is damaged."""
    from time import time

    names = [f"dit-b2/lr-{lr}/seed-{seed}" for lr in ("1e-4", "3e-4") for seed in (1, 2, 3)]
    names += ["dit-s2/lr-1e-4/seed-1", "dit-s2/lr-3e-4/seed-1"]
    names += ["ablations/rope-2d", "ablations/ema-0.9999", "ablations/qk-norm-off", "baseline-adamw"]
    begin = time() - 9000
    for number, name in enumerate(names):
        noise = random.Random(name)
        floor = 0.138 + 0.004 * (number % 5) + (0.016 if "s2" in name else 0)
        end = 41_900 if "qk" in name else 61_200 if number % 3 == 0 else 80_000
        rate = 3e-4 if "3e-4" in name else 1.5e-4 if "base" in name else 1e-4
        with SummaryWriter(str(folder / name)) as writer:
            drift = 0.0
            for step in range(0, end, 100):
                at = begin + step * 0.11
                drift = 0.97 * drift + noise.gauss(0, 0.0016)
                x = step / 1000
                base = floor + 0.35 * (x * 2.5 + 1.6) ** -0.95 + drift
                broken = "qk" in name and step > 39_600
                warm = min(1.0, x / 4) * (0.5 + 0.5 * math.cos(math.pi * max(0.0, x - 4) / 78))
                logged = {
                    "train/loss": math.nan if broken else base + noise.gauss(0, 0.007),
                    "train/grad_norm": (0.3 + 6 * math.exp(-x / 3)) * math.exp(noise.gauss(0, 0.3)),
                    "train/lr": rate * warm,
                    "train/images_per_s": 1990
                    + 60 * number
                    + noise.gauss(0, 20)
                    - (420 if int(x) % 17 == 0 else 0),
                    "system/gpu_util": 97 - number * 0.6 - abs(noise.gauss(0, 1.5)),
                    "system/gpu_mem_gb": 61 + number * 0.7 + noise.gauss(0, 0.1),
                    "system/step_time_ms": 118 + number * 2 + noise.gauss(0, 2),
                }
                if step % 500 == 0:
                    worse = number % 7
                    logged["val/loss"] = base + 0.008 + noise.gauss(0, 0.002)
                    logged["val/fid"] = 9 + 0.5 * worse + 60 * math.exp(-x / 11) + noise.gauss(0, 0.3)
                    logged["val/psnr"] = 29.2 - 0.3 * worse - 11 * math.exp(-x / 9) + noise.gauss(0, 0.1)
                    logged["val/clip_score"] = 0.32 - 0.004 * worse - 0.13 * math.exp(-x / 13)
                for tag, value in logged.items():
                    writer.add_scalar(tag, value, step, walltime=at)


SCENES = {"basic": basic, "grow": grow, "damage": damage, "many": many, "echo": echo, "picture": picture}

if __name__ == "__main__":
    SCENES[sys.argv[2]](Path(sys.argv[1]), *sys.argv[3:])
