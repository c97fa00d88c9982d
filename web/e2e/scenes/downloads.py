"""A little of every kind, to be downloaded."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter

FOLDER = Path(sys.argv[1])
LAYOUT = {"custom": {"lines": ["Multiline", ["loss/.*"]], "band": ["Margin", ["loss/b", "loss/a", "loss/c"]]}}
SQUARE = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]], dtype=np.float32)

for seed, name in enumerate(["first", "second"]):
    rng = np.random.default_rng(seed)
    with SummaryWriter(FOLDER / name) as writer:
        writer.add_custom_scalars(LAYOUT)
        writer.log_hparams({"lr": 0.1 / (1 + seed), "depth": 4}, trial_id="")
        for step in range(4):
            for place, tag in enumerate("abc"):
                writer.add_scalar(f"loss/{tag}", 1 / (1 + step) + place, step)
            writer.add_histogram("weights", rng.normal(size=500), step)
            writer.add_tensor("kernel", np.arange(12.0).reshape(3, 4) + step, step)
            writer.add_mesh("square", SQUARE, faces=np.array([[[0, 1, 2], [0, 2, 3]]]), global_step=step)
            writer.add_table("scores", {"name": ["cat", "dog, small"], "f1": [0.5, float("nan")]}, step=step)
            writer.add_confusion_matrix("animals", [0, 1, 1], [0, 1, 0], step, class_names=["cat", "dog"])
            writer.add_pr_curve("cats", rng.random(200) > 0.5, rng.random(200), step)
            writer.add_image("picture", rng.random((3, 8, 8)), step)
            writer.add_text("story", f"once **upon** {step}", step)
