"""Logs of the custom scalars page: two runs with layouts, and one whose layout is broken.

python custom.py FOLDER
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter
from sightline.formats.summary_values import tensor_value

LAYOUT = {
    "losses": {
        "train and validation": ["Multiline", ["loss/(train|val)$"]],
        "never ends": ["Multiline", ["(a+)+$", "loss/train"]],
        "not a pattern": ["Multiline", ["loss/("]],
    },
    "reward": {"mean and range": ["Margin", ["reward/mean", "reward/min", "reward/max"]]},
}


def write(folder: Path, name: str, shift: float) -> None:
    """One run with scalars and the layout."""
    rng = np.random.default_rng(int(shift * 10))
    with SummaryWriter(folder / name) as writer:
        writer.add_custom_scalars(LAYOUT)
        for step in range(300):
            loss = math.exp(-step / 80) + 0.02 * rng.random() + shift / 5
            writer.add_scalar("loss/train", loss, step)
            writer.add_scalar("loss/val", loss * 1.2 + 0.03 * rng.random(), step)
            mean = shift + math.log1p(step / 20)
            for tag, offset in (("mean", 0.0), ("min", -0.4 - step / 900), ("max", 0.3 + step / 700)):
                writer.add_scalar(f"reward/{tag}", mean + offset + 0.03 * rng.random(), step)
            writer.add_scalar("a" * 40 + "!", loss, step)


def write_broken(folder: Path) -> None:
    """A run whose layout does not parse."""
    with SummaryWriter(folder / "broken") as writer:
        value = tensor_value(
            "custom_scalars__config__", np.array(b"\xff\xff no layout", dtype=object), plugin="custom_scalars"
        )
        writer._add_value(value.SerializeToString(), 0, None)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    write(target, "base", 0.0)
    write(target, "wide", 0.6)
    write_broken(target)
