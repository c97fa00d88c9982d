"""Embeddings for the projector: classes that part over the steps, two runs, pictures, and bad files.

python projector.py FOLDER [points]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter, projector

CLASSES = ("beach", "forest", "harbor", "dog", "cat", "bicycle")
N_POINTS = 600
N_DIMENSIONS = 24


def vectors(n: int, step: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Points around one center a class; later steps are farther apart."""
    rng = np.random.default_rng(seed)
    classes = np.arange(n) % len(CLASSES)
    centers = rng.normal(size=(len(CLASSES), N_DIMENSIONS))
    points = centers[classes] * (0.3 + step / 100) + 0.35 * rng.normal(size=(n, N_DIMENSIONS))
    return points.astype(np.float32), classes


def write_run(folder: Path, seed: int, n: int, *, pictures: bool) -> None:
    """Two tags: one with three steps, metadata and maybe pictures, one of plain vectors; else a tensor."""
    rng = np.random.default_rng(seed)
    with SummaryWriter(str(folder)) as writer:
        for step in (0, 100, 200):
            points, classes = vectors(n, step, seed)
            rows = [
                [f"img_{i:05d}", CLASSES[c], f"{abs(rng.normal()) / 4:.3f}"] for i, c in enumerate(classes)
            ]
            colors = rng.random((len(CLASSES), 3, 1, 1))
            noisy = colors[classes] + 0.1 * rng.normal(size=(n, 3, 8, 8))
            writer.add_embedding(
                points,
                metadata=rows,
                metadata_header=["image", "class", "loss"],
                label_img=np.clip(noisy, 0, 1) if pictures else None,
                global_step=step,
                tag="val/cls_token",
            )
        if not pictures:
            writer.add_tensor("weights", rng.normal(size=(20, 4)).astype(np.float32), 200)
        writer.add_embedding(rng.normal(size=(40, 3)), metadata=[f"word {i}" for i in range(40)], tag="words")


def write_fewer(folder: Path, n: int) -> None:
    """The last of the same pictures by another model."""
    points, classes = vectors(N_POINTS, 200, 3)
    rows = [[f"img_{i:05d}", CLASSES[c]] for i, c in enumerate(classes)]
    with SummaryWriter(str(folder)) as writer:
        writer.add_embedding(points[-n:], metadata=rows[-n:], metadata_header=["image", "class"], tag="fewer")


def write_bad(folder: Path) -> None:
    """A list whose vectors are ragged, and one with NaN, a label too few and a bookmark."""
    folder.mkdir(parents=True)
    (folder / "ragged.tsv").write_text("1\t2\t3\n4\t5\n")
    points = np.random.default_rng(5).normal(size=(30, 4))
    points[3] = np.nan
    (folder / "nan.tsv").write_text("\n".join("\t".join(map(str, row)) for row in points) + "\n")
    (folder / "nan_labels.tsv").write_text("".join(f"row {i}\n" for i in range(29)))
    bookmark = {"label": "Two points", "selectedProjection": "pca", "selectedPoints": [1, 2]}
    (folder / "views.json").write_text(json.dumps([bookmark]))
    config = projector.ProjectorConfig()
    for name in ("nan", "ragged"):
        embedding = config.embeddings.add()
        embedding.tensor_name = name
        embedding.tensor_path = f"{name}.tsv"
    config.embeddings[0].metadata_path = "nan_labels.tsv"
    config.embeddings[0].bookmarks_path = "views.json"
    projector.visualize_embeddings(str(folder), config)


def main(folder: Path, n: int = N_POINTS) -> None:
    """Write all of it."""
    write_run(folder / "runs/a", 1, n, pictures=True)
    write_run(folder / "runs/b", 2, n, pictures=False)
    write_fewer(folder / "runs/fewer", 240)
    write_bad(folder / "wrong")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
