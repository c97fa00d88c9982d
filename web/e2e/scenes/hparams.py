"""A sweep of a small diffusion model: N trials with mixed hyperparameters.

`bad` adds odd ones, `late` one more, `judge` another metric to the first two, `declared` names for people.

Usage: hparams.py FOLDER [N [STEPS [bad|late|judge|declared]]]
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path
from typing import Any

from sightline import SummaryWriter, summary
from sightline import hparams as hp
from sightline.kinds.hparams.encode import session_start_value

START = 1_790_000_000.0


def trial(chance: random.Random) -> dict[str, Any]:
    """The hyperparameters of one trial."""
    return {
        "optimizer": {
            "lr": float(f"{10 ** chance.uniform(-5, -2.7):.3g}"),
            "name": chance.choice(["adamw", "adamw", "muon", "lion"]),
        },
        "batch": chance.choice([128, 256, 512, 1024]),
        "depth": chance.choice([8, 12, 16, 24]),
        "dropout": round(chance.uniform(0, 0.3), 2),
        "ema": chance.choice([0.99, 0.999, 0.9999]),
        "qk_norm": chance.random() < 0.7,
        "patch": 2,
        "dataset": "imagenet-256",
    }


def fid_of(hparams: dict[str, Any], chance: random.Random) -> float:
    """What they come to: best near lr 1.8e-4, deep, with a slow average."""
    distance = math.log10(hparams["optimizer"]["lr"]) + 3.75
    name = hparams["optimizer"]["name"]
    return min(
        60.0,
        9.1
        + 9 * distance**2 * (0.7 if name == "muon" else 1)
        + (24 - hparams["depth"]) * 0.22
        + 26 * (hparams["dropout"] - 0.05) ** 2
        + {0.99: 3.2, 0.999: 0.6, 0.9999: 0.0}[hparams["ema"]]
        + {"lion": 2.4, "muon": -0.5, "adamw": 0.0}[name]
        + abs(chance.gauss(0, 1)) * 1.6,
    )


def write_trial(folder: Path, place: int, n_steps: int, chance: random.Random) -> None:
    """One run: its hyperparameters and five scalars that fall to their final values."""
    hparams = trial(chance)
    fid = fid_of(hparams, chance)
    took = 3600.0 * (3 + hparams["depth"] * 0.21 + chance.random())
    begin = START + place * 600.0
    final = {
        "val/fid": fid,
        "val/loss": 0.132 + fid * 0.0012,
        "val/psnr": 30.4 - fid * 0.13,
        "train/loss": 0.13 + fid * 0.0013,
        "val/clip": 0.34 - fid * 0.002,
    }
    with SummaryWriter(str(folder / f"trial-{place:05d}"), purge_step=None) as writer:
        writer.log_hparams(hparams, list(final), trial_id="")
        for step in range(n_steps):
            left = math.exp(-4 * (step + 1) / n_steps) if step + 1 < n_steps else 0.0
            for tag, value in final.items():
                noise = chance.gauss(0, 0.01) if left else 0.0
                writer.add_scalar(
                    tag, value * (1 + left + noise), step * 100, walltime=begin + took * (step + 1) / n_steps
                )


def write_bad(folder: Path) -> None:
    """One run for each sort of bad data."""

    def run(name: str, hparams: dict[str, Any] | None, values: dict[str, list[float]]) -> None:
        with SummaryWriter(str(folder / name)) as writer:
            if hparams is not None:
                writer.log_hparams(hparams, [], trial_id="")
            for tag, numbers in values.items():
                for step, value in enumerate(numbers):
                    writer.add_scalar(tag, value, step * 100)

    run("bad-mixed", {"depth": "deep", "batch": True, "k" * 500: 1.0}, {"val/fid": [30.0, 20.0]})
    run("bad-nan", {"depth": 12}, {"val/fid": [30.0, float("nan")]})
    run("bad-missing", {"depth": 12, "comment": ""}, {"train/loss": [1.0]})
    run("bad-hparams-only", {"depth": 8, "dropout": 0.1}, {})
    run("bad-metrics-only", None, {"val/fid": [33.0, 22.0]})
    run("bad-config", None, {"val/fid": [33.0, 23.0]})
    (folder / "bad-config" / "hparams.yaml").write_text("lr: [")
    with SummaryWriter(str(folder / "bad-twice")) as writer:
        for lr in (0.1, 0.2):
            writer._add_value(session_start_value({"optimizer/lr": lr}).SerializeToString(), 0, None)
        writer.add_scalar("val/fid", 25.0, 0)


def declare(folder: str) -> None:
    """Say what columns are called."""
    with summary.create_file_writer(folder).as_default():
        hp.hparams_config(
            hparams=[hp.HParam("dropout", display_name="Dropout rate")],
            metrics=[hp.Metric("val/fid", display_name="FID (50k samples)"), hp.Metric("val/psnr")],
        )


def main(folder: str, n: str = "60", steps: str = "20", more: str = "") -> None:
    """Write the sweep."""
    chance = random.Random(7)
    for place in range(int(n)):
        write_trial(Path(folder), place, int(steps), chance)
    if more == "bad":
        write_bad(Path(folder))
    if more == "judge":
        for place, score in enumerate((0.25, 0.75)):
            with SummaryWriter(str(Path(folder) / f"trial-{place:05d}")) as writer:
                writer.add_scalar("judge/score", score, 100)
    if more == "declared":
        declare(folder)
    if more == "late":
        write_trial(Path(folder), 99_999, int(steps), chance)


if __name__ == "__main__":
    main(*sys.argv[1:])
