"""t-SNE by the library of `sightline[projector]`, in worker processes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.kinds.embedding.compute.tsne import _quicker_repulsion
from sightline.kinds.embedding.query import QUERIES
from support.logs import load

pytest.importorskip("openTSNE", reason="openTSNE is not installed: make test-interop-projector")

N = 400
CLASSES = [f"class {i % 4}" for i in range(N)]


def clusters(n: int, n_dimensions: int) -> Any:
    rng = np.random.default_rng(0)
    centers = rng.normal(size=(4, n_dimensions)) * 4
    return (centers[np.arange(n) % 4] + rng.normal(size=(n, n_dimensions))).astype(np.float32)


@pytest.fixture
def view(tmp_path: Path) -> StoreView:
    with SummaryWriter(tmp_path / "logs") as writer:
        writer.add_embedding(clusters(N, 16), CLASSES, tag="words", global_step=1)
        writer.add_embedding(clusters(3, 16), tag="three")
    return load(str(tmp_path / "logs")).view()


def until_done(view: StoreView, query: str, **params: Any) -> Any:
    given = {"run": view.runs[0].id, "name": "words", **params}
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        frame = QUERIES[query](view, given)
        if frame.metadata["state"] not in ("running", "waiting"):
            return frame
        time.sleep(0.05)
    raise AssertionError("the computation did not end")


def test_tsne_keeps_neighbors_better_than_pca(view: StoreView) -> None:
    frame = until_done(view, "projection", method="tsne", iterations=300, seed=int(time.time()))
    assert frame.metadata["state"] == "done"
    assert frame.metadata["iteration"] == frame.metadata["iterations"] == 300
    assert np.isfinite(frame["x"]).all()
    given = {"run": view.runs[0].id, "name": "words"}
    pca = QUERIES["quality"](view, given)["kept"]
    again = {"method": "tsne", "iterations": 300, "seed": 5}
    until_done(view, "projection", **again)
    assert QUERIES["quality"](view, {**given, **again})["kept"] > pca


def test_tsne_in_three_dimensions(view: StoreView) -> None:
    params = {"method": "tsne", "dimensions": 3, "iterations": 60, "seed": int(time.time())}
    frame = until_done(view, "projection", **params)
    assert frame.metadata["state"] == "done"
    assert all(np.isfinite(frame[axis]).all() and np.ptp(frame[axis]) > 0 for axis in "xyz")


def test_tsne_in_three_dimensions_of_many_points(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "logs") as writer:
        writer.add_embedding(clusters(10_000, 4), tag="words")
    params = {"method": "tsne", "dimensions": 3, "iterations": 10, "perplexity": 5, "seed": int(time.time())}
    frame = until_done(load(str(tmp_path / "logs")).view(), "projection", **params)
    assert frame.metadata["state"] == "done", frame.metadata
    assert np.ptp(frame["z"]) > 0


@pytest.mark.parametrize(
    ("n_points", "side", "expected"),
    [(3000, 10, "bh"), (10_000, 10, "fft"), (10_000, 100, "bh"), (100_000, 100, "fft")],
)
def test_repulsion_is_computed_the_quicker_way(n_points: int, side: float, expected: str) -> None:
    places = np.random.default_rng(0).uniform(0, side, (n_points, 2))
    assert _quicker_repulsion(places) == expected


def test_tsne_of_two_steps_is_aligned(tmp_path: Path) -> None:
    vectors = clusters(N, 16)
    with SummaryWriter(tmp_path / "logs") as writer:
        writer.add_embedding(vectors, CLASSES, tag="moving", global_step=1)
        # The same points mirrored: without alignment the picture is mirrored too.
        writer.add_embedding(-vectors, CLASSES, tag="moving", global_step=2)
    view = load(str(tmp_path / "logs")).view()
    params = {"name": "moving", "method": "tsne", "iterations": 60, "align": True, "seed": 1}
    first, second = (until_done(view, "projection", step=step, **params) for step in (1, 2))
    for axis in "xy":
        assert np.corrcoef(first[axis], second[axis])[0, 1] > 0.9


def test_tsne_supervised_by_a_column(view: StoreView) -> None:
    params = {"method": "tsne", "iterations": 60, "supervised_by": "label", "supervision": 1.0}
    assert until_done(view, "projection", **params).metadata["state"] == "done"


def test_tsne_is_cancelled(view: StoreView) -> None:
    params = {
        "run": view.runs[0].id,
        "name": "words",
        "method": "tsne",
        "iterations": 10_000,
        "seed": int(time.time_ns() % 2**31),
    }
    deadline = time.monotonic() + 240
    while QUERIES["projection"](view, params).metadata["state"] != "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert QUERIES["cancel"](view, params) == {"cancelled": True}
    assert QUERIES["cancel"](view, params) == {"cancelled": False}


def test_tsne_of_three_points_says_why_not(view: StoreView) -> None:
    with pytest.raises(LookupError, match="at least 4 points, and there are 3"):
        until_done(view, "projection", name="three", method="tsne")
