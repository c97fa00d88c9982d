"""Tables and confusion matrices: two runs over three steps, one large table, and a run of broken ones."""

import json
import math
import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter
from sightline.formats.summary_values import tensor_value

FOLDER = Path(sys.argv[1])
ANIMALS = ["ant", "bee", "cat", "dog", "eel", "fox"]


def training(name, skill):
    """A run that gets better at telling animals apart."""
    rng = np.random.default_rng(int(skill * 100))
    with SummaryWriter(FOLDER / name) as writer:
        for step in (0, 500, 1000):
            truth = rng.integers(0, 6, 3000)
            near = (truth + rng.choice([1, 1, 1, 5, 2], 3000)) % 6
            guess = np.where(rng.random(3000) < skill + step / 4000, truth, near)
            writer.add_confusion_matrix("val/animals", truth, guess, step, class_names=ANIMALS)
            hits = [float(np.mean(guess[truth == i] == i)) for i in range(6)]
            writer.add_table(
                "val/scores",
                {"class": ANIMALS, "recall": hits, "n": [int((truth == i).sum()) for i in range(6)],
                 "worst": [f"image-{i}-{step}.png" for i in range(6)]},
                step=step,
            )  # fmt: skip


def large():
    """A table of many rows of all types, and a matrix of a thousand classes."""
    n = 5000
    with SummaryWriter(FOLDER / "large") as writer:
        rows = {
            "id": list(range(n)),
            "label": [ANIMALS[i % 6] for i in range(n)],
            "loss": [math.nan if i == 7 else math.sin(i) ** 2 for i in range(n)],
            "ok": [i % 3 > 0 for i in range(n)],
        }
        writer.add_table("samples", rows, step=1000)
        matrix = np.diag(np.random.default_rng(1).integers(20, 60, 1000))
        for i in range(0, 1000, 7):
            matrix[i, (i + 1) % 1000] = i % 50
        writer.add_confusion_matrix("imagenet", matrix=matrix, step=1000)


def put(writer, tag, kind, content):
    """A value of one of our kinds with any content."""
    text = np.array(json.dumps(content).encode(), dtype=object)
    value = tensor_value(tag, text, plugin=f"sightline_{kind}")
    writer._add_value(value.SerializeToString(), 1000, None)


def broken():
    """A run of tables and matrices that are cut or none."""
    with SummaryWriter(FOLDER / "broken") as writer:
        columns = [
            {"name": "a", "type": "int", "values": [1, 2, 3]},
            {"name": "b", "type": "string", "values": ["x"]},
        ]
        put(writer, "odd/uneven", "table", {"version": 0, "columns": columns})
        put(writer, "odd/none", "table", {"version": 0, "columns": 5})
        matrix = {"version": 0, "class_names": ["a", "b"], "matrix": [[5, -1], [float("nan"), 3]]}
        put(writer, "odd/negative", "confusion_matrix", matrix)
        writer.add_table("جدول/النتائج", {"الاسم": ["قطة", "كلب"], "n": [1, 2]}, step=1000)
        writer.add_table("long/" + "x" * 1995, {"n": [1]}, step=1000)


if len(sys.argv) > 2:
    training(sys.argv[2], 0.7)
else:
    training("resnet/a", 0.4)
    training("resnet/b", 0.6)
    large()
    broken()
