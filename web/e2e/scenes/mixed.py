"""A folder as people have it: a sweep with decimals in long names, and two trainings with their own tags.

python mixed.py FOLDER
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from sightline import SummaryWriter

HOUR_SECS = 3600.0


def write_run(path: Path, tags: list[str], *, n_steps: int) -> None:
    """A run of an hour ago, with the same falling values under each tag."""
    begin = time.time() - HOUR_SECS
    with SummaryWriter(str(path)) as writer:
        for step in range(0, n_steps + 1, n_steps // 10):
            for tag in tags:
                writer.add_scalar(tag, 1 / (1 + step), step, walltime=begin + step / 100)


if __name__ == "__main__":
    root = Path(sys.argv[1])
    for rate in ("0.001", "0.03", "0.003"):
        write_run(root / f"sweep/adamw,lr={rate},hidden=64", ["train/loss", "train/lr"], n_steps=12_300)
    write_run(root / "transformers/trainer", ["eval/loss", "eval/runtime"], n_steps=40)
    write_run(root / "flax/writer", [f"layer{n}/norm" for n in range(8)], n_steps=20)
