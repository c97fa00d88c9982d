"""Projections of embeddings beside plain numpy, openTSNE and umap-learn, on the same curved clusters.

One JSON line: seconds of wall and CPU time, their ratios, and the share of the ten nearest neighbors that
each projection keeps. Our UMAP is the page's, run by Node. What is not installed is left out;
tests/interop/projector/requirements.txt has it.
    python benchmarks/projector.py [--points 10000] [--pca-points 100000] [--large-points 1000000]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sightline
from sightline import projector
from sightline.kinds.embedding.compute.neighbors import all_neighbors
from sightline.kinds.embedding.compute.pca import principal_components
from sightline.kinds.embedding.compute.prepared import Prepared
from sightline.kinds.embedding.compute.quality import neighbors_kept
from sightline.kinds.embedding.query import QUERIES

N_DIMENSIONS = 128
N_CLUSTERS = 40
ITERATIONS = 750
N_NEIGHBORS = 15
POLL_SECS = 0.1

Vectors = NDArray[np.float32]


def clusters(n: int, seed: int = 0) -> Vectors:
    """Clusters that bend: a coordinate and its square, turned into many dimensions."""
    rng = np.random.default_rng(seed)
    centers = rng.normal(size=(N_CLUSTERS, N_DIMENSIONS)) * 1.5
    along = rng.normal(size=(N_CLUSTERS, 3, N_DIMENSIONS))
    which = rng.integers(0, N_CLUSTERS, n)
    made = np.empty((n, N_DIMENSIONS), np.float32)
    for begin in range(0, n, 100_000):
        rows = which[begin : begin + 100_000]
        place = rng.normal(size=(len(rows), 2))
        shape = np.stack([place[:, 0], place[:, 1], place[:, 0] ** 2], axis=1)
        bent = np.einsum("ij,ijk->ik", shape, along[rows])
        noise = rng.normal(size=bent.shape) * 0.3
        made[begin : begin + 100_000] = centers[rows] + bent + noise
    return made


def timed(work: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    """The result, and wall and CPU seconds, those of worker processes that have ended included."""
    wall, cpu = time.perf_counter(), _cpu_secs()
    result = work()
    return result, {"wall": round(time.perf_counter() - wall, 3), "cpu": round(_cpu_secs() - cpu, 3)}


def _cpu_secs() -> float:
    usages = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def best(work: Callable[[], Any], times: int = 3) -> dict[str, float]:
    """The quickest of some runs."""
    return min((timed(work)[1] for _ in range(times)), key=lambda secs: secs["wall"])


def plain_pca(vectors: Vectors) -> Vectors:
    centered = vectors - vectors.mean(axis=0)
    _, directions = np.linalg.eigh(centered.T @ centered / (len(vectors) - 1))
    return centered @ directions[:, ::-1][:, :2]


def our_pca(vectors: Vectors) -> Vectors:
    prepared = Prepared(vectors, None)
    return principal_components(prepared).project(prepared, (0, 1))


def served(folder: Path, vectors: Vectors) -> tuple[Any, dict[str, Any]]:
    """The vectors as a log that is opened, and the parameters that name them."""
    config = projector.ProjectorConfig()
    entry = config.embeddings.add(tensor_name="t", tensor_path="t.bytes")
    entry.tensor_shape.extend(projector.write_tensor(folder / "t.bytes", vectors))
    projector.visualize_embeddings(folder, config)
    view = sightline.open(folder, progress=False).view
    return view, {"run": view.runs[0].id, "name": "t"}


def our_tsne(view: Any, given: dict[str, Any]) -> Any:
    params = {**given, "method": "tsne", "iterations": ITERATIONS, "seed": time.time_ns() % 2**31}
    while (frame := QUERIES["projection"](view, params)).metadata["state"] in ("running", "waiting"):
        time.sleep(POLL_SECS)
    return frame


def their_tsne(vectors: Vectors) -> Vectors:
    from openTSNE import TSNE

    return np.asarray(TSNE(n_jobs=-1, random_state=0).fit(vectors), np.float32)


def our_umap(vectors: Vectors) -> Vectors:
    """Neighbors as the server finds them, then the code of the page in Node."""
    indices, distances = all_neighbors(Prepared(vectors, None), N_NEIGHBORS, "euclidean")
    with tempfile.TemporaryDirectory() as folder:
        indices.astype(np.int32).tofile(f"{folder}/indices.i32")
        distances.astype(np.float32).tofile(f"{folder}/distances.f32")
        script = Path(__file__).with_name("umap.mjs")
        subprocess.run(["node", script, folder, str(indices.shape[1])], check=True)
        return np.fromfile(f"{folder}/places.f32", np.float32).reshape(len(vectors), 2)


def their_umap(vectors: Vectors) -> Vectors:
    import umap

    return np.asarray(umap.UMAP(init="pca", random_state=0).fit_transform(vectors), np.float32)


def kept(vectors: Vectors, coordinates: Vectors) -> float | None:
    quality = neighbors_kept(Prepared(vectors, None), coordinates, "euclidean")
    return None if quality.kept is None else round(quality.kept, 3)


def umap_beside(vectors: Vectors) -> dict[str, Any]:
    """Ours and, where it is installed, umap-learn's, which compiles itself before it is timed."""
    made, secs = timed(lambda: our_umap(vectors))
    ours = {**secs, "kept": kept(vectors, made)}
    if not find_spec("umap"):
        return {"sightline": ours}
    their_umap(vectors[:500])
    made, secs = timed(lambda: their_umap(vectors))
    cpu_ratio = round(ours["cpu"] / max(secs["cpu"], 1e-9), 2)
    return {"sightline": ours, "umap_learn": {**secs, "kept": kept(vectors, made)}, "cpu_ratio": cpu_ratio}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=10_000)
    parser.add_argument("--pca-points", type=int, default=100_000)
    parser.add_argument("--large-points", type=int, default=1_000_000)
    args = parser.parse_args()
    found: dict[str, Any] = {"benchmark": "projector", "dimensions": N_DIMENSIONS}

    many = clusters(args.pca_points)
    ours, plain = best(lambda: our_pca(many)), best(lambda: plain_pca(many))
    found["pca"] = {
        "points": len(many),
        "sightline": ours,
        "numpy": plain,
        "wall_ratio": round(ours["wall"] / max(plain["wall"], 1e-9), 2),
    }
    vectors = clusters(args.points)
    _, found["exact_neighbors_10"] = timed(lambda: all_neighbors(Prepared(vectors, None), 10, "euclidean"))
    with tempfile.TemporaryDirectory() as folder:
        view, given = served(Path(folder), vectors)
        if find_spec("openTSNE"):
            frame, secs = timed(lambda: our_tsne(view, given))
            shown = np.stack([frame["x"], frame["y"]], axis=1)
            theirs, their_secs = timed(lambda: their_tsne(vectors))
            found["tsne"] = {
                "sightline": {**secs, "kept": kept(vectors, shown)},
                "openTSNE": {**their_secs, "kept": kept(vectors, theirs)},
            }
    found["umap"] = umap_beside(vectors)
    with tempfile.TemporaryDirectory() as folder:
        view, given = served(Path(folder), clusters(args.large_points))
        _, opening = timed(lambda: QUERIES["columns"](view, given))
        _, projecting = timed(lambda: QUERIES["projection"](view, given))
        found["large"] = {"points": args.large_points, "open": opening, "pca": projecting}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
