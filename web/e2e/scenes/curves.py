"""PR and ROC curves: three runs of three classes over four steps, and a run in which every curve is wrong."""

import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter
from sightline.formats.summary_values import tensor_value

FOLDER = Path(sys.argv[1])
RUNS = {"resnet-50/lr-1e-3": 1.0, "resnet-50/lr-1e-4": 1.5, "vit-b16/lr-3e-4": 2.1}
CLASSES = {"cat": 0.4, "dog": 0.0, "eel": -0.5}
ARABIC = "تحقق/قطة"


def observations(skill, seed):
    """Labels and scores in [0, 1] of a classifier of some skill."""
    rng = np.random.default_rng(seed)
    labels = rng.random(4000) < 0.3
    return labels, 1 / (1 + np.exp(-(rng.normal(size=4000) + skill * (labels - 0.5) * 2)))


def training(name, skill):
    """A run that learns three classes."""
    with SummaryWriter(FOLDER / name) as writer:
        for step in (0, 500, 1000, 1500):
            for number, (label, ease) in enumerate(CLASSES.items()):
                labels, scores = observations((skill + ease) * (0.3 + step / 2000), step + number)
                writer.add_pr_curve(f"val/{label}", labels, scores, step)
            writer.add_roc_curve("test/exact", labels, scores, step)
            writer.add_pr_curve("test/weighted", labels, scores, step, num_thresholds=25)


def broken():
    """A run of curves that are none, and of tags that are hard to show."""
    with SummaryWriter(FOLDER / "broken") as writer:
        one = [[30], [10], [40], [20], [0.75], [0.6]]
        negative = [[50, -40, 30], [50, 30, np.nan], [0, 20, 50], [0, 10, 20], [0.5, 0.6, 1], [1, 0.8, 0.6]]
        for tag, rows in (("odd/single", one), ("odd/negative", negative), ("odd/flat", [1, 2, 3])):
            value = tensor_value(tag, np.array(rows, np.float32), plugin="pr_curves")
            writer._add_value(value.SerializeToString(), 1000, None)
        labels, scores = observations(1.2, 9)
        writer.add_pr_curve(ARABIC, labels, scores, 1000)
        writer.add_pr_curve("long/" + "x" * 1995, labels, scores, 1000)


if len(sys.argv) > 2:
    with SummaryWriter(FOLDER / sys.argv[2]) as late:
        late.add_pr_curve("val/cat", *observations(5, 3), 2000)
else:
    for run, ability in RUNS.items():
        training(run, ability)
    broken()
