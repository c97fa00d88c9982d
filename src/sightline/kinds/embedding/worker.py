"""A process that computes a projection, neighbor graph or index of neighbors, with a folder as its argument.

It reads `task.json` and `vectors.npy`, and writes `result.npz` again and again until the state in it is
"done" or "failed". It ends when its standard input does: with the server that started it.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import platform
from sightline.formats.cache_folder import CacheFolder
from sightline.kinds.embedding.compute.approximate import NeighborIndex, build_index
from sightline.kinds.embedding.compute.neighbors import Distances, Indices, all_neighbors
from sightline.kinds.embedding.compute.prepared import Prepared, Vectors
from sightline.kinds.embedding.compute.supervised import POOL, draw_together
from sightline.kinds.embedding.compute.tsne import tsne
from sightline.kinds.embedding.results import Result, SavedResults, write_result
from sightline.kinds.embedding.saved_index import SavedIndexes

TASK, VECTORS, LABELS, INITIAL, RESULT = "task.json", "vectors.npy", "labels.npy", "initial.npy", "result.npz"
MAX_EXACT = 100_000
# For t-SNE of up to so many points, exact neighbors are found sooner than openTSNE finds approximate ones.
_MAX_OWN_NEIGHBORS = 25_000
_REPORT_SECS = 0.3


class Worker:
    """One task: its inputs, and the reports of how far it is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._task: dict[str, Any] = json.loads((folder / TASK).read_text())
        self._reported = 0.0
        self._began = time.monotonic()

    def run(self) -> None:
        """Compute, and leave the result or the error."""
        try:
            arrays, about = self._computed()
        except Exception as error:  # whatever a library raises is shown to the person who waits
            message = str(error) or type(error).__name__
            write_result(self._folder / RESULT, Result({"state": "failed", "error": message}))
            return
        total = self._task["iterations"]
        done = {"state": "done", "iteration": total, "iterations": total, "secs": self._secs(), **about}
        result = Result(done, arrays)
        self._saved().save(self._task["key"], result)
        write_result(self._folder / RESULT, result)

    def _computed(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        methods = {"tsne": self._tsne, "knn": self._knn, "index": self._index}
        return methods[self._task["method"]]()

    def _saved(self) -> SavedResults:
        return SavedResults(CacheFolder(Path(self._task["saved_folder"])))

    def _secs(self) -> float:
        return round(time.monotonic() - self._began, 3)

    def _report(self, iteration: int, iterations: int, arrays: dict[str, NDArray[Any]], **more: Any) -> None:
        if time.monotonic() - self._reported < _REPORT_SECS:
            return
        about = {
            "state": "running",
            "iteration": iteration,
            "iterations": iterations,
            "secs": self._secs(),
            **more,
        }
        write_result(self._folder / RESULT, Result(about, arrays))
        self._reported = time.monotonic()

    def _load(self, name: str) -> Any:
        return np.load(self._folder / name, mmap_mode="r", allow_pickle=False)

    def _tsne(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        task, total = self._task, self._task["iterations"]
        vectors: Vectors = self._load(VECTORS)
        neighbors = None
        # Importing it takes as long as finding the neighbors of thousands of points.
        threading.Thread(target=import_module, args=("openTSNE",), daemon=True).start()
        self._report(0, total, {}, stage="Finding neighbors")
        if len(vectors) <= _MAX_OWN_NEIGHBORS or (self._folder / LABELS).exists():
            k = int(min(len(vectors) - 1, 3 * task["perplexity"]))
            neighbors = self._neighbors(vectors, k)[0]
        made = tsne(
            vectors,
            self._load(INITIAL),
            metric=task["metric"],
            perplexity=task["perplexity"],
            iterations=total,
            seed=task["seed"],
            n_threads=platform.cpu_count(),
            neighbors=neighbors,
            report=lambda iteration, shown, divergence: self._report(
                iteration, total, {"coordinates": shown}, divergence=divergence
            ),
        )
        return {"coordinates": made}, {}

    def _knn(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        (indices, distances), is_exact = self._neighbors(self._load(VECTORS), self._task["k"])
        return {"neighbor": indices, "distance": distances}, {"exact": is_exact}

    def _index(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        vectors: Vectors = self._load(VECTORS)
        index = self._built_index(vectors)
        return {}, SavedIndexes(self._saved()).save(self._task["key"], index)

    def _built_index(self, vectors: Vectors) -> NeighborIndex:
        return build_index(
            vectors,
            self._task["metric"],
            seed=self._task["seed"],
            n_threads=platform.cpu_count(),
            progress=lambda done, total: self._report(done, total, {}, stage="Indexing"),
        )

    def _neighbors(self, vectors: Vectors, k: int) -> tuple[tuple[Indices, Distances], bool]:
        task = self._task
        labels = self._load(LABELS) if (self._folder / LABELS).exists() else None
        n_found = k if labels is None else min(POOL * k, len(vectors) - 1)
        is_exact = len(vectors) <= MAX_EXACT

        def progress(done: int, total: int) -> None:
            self._report(done, total, {}, stage="Finding neighbors")

        if is_exact:
            found = all_neighbors(Prepared(vectors, None), n_found, task["metric"], progress=progress)
        else:
            index = self._saved_index(vectors)
            found = index.all_neighbors(vectors, n_found, n_threads=platform.cpu_count(), progress=progress)
        if labels is not None:
            found = draw_together(*found, np.asarray(labels), task["supervision"], k)
        return found, is_exact

    def _saved_index(self, vectors: Vectors) -> NeighborIndex:
        """The index that other computations over these vectors left, or one that is left for them."""
        key, saved = self._task["index_key"], SavedIndexes(self._saved())
        index = saved.open(key, len(vectors), vectors.shape[1], self._task["metric"])
        if index is None:
            index = self._built_index(vectors)
            with suppress(OSError):  # no room: this computation goes on without
                saved.save(key, index)
        return index


def _end_with_input(folder: Path) -> None:
    """End with the server: it holds the other end of standard input."""
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def main(path: str) -> None:
    """Run the task in a folder."""
    folder = Path(path)
    threading.Thread(target=_end_with_input, args=(folder,), daemon=True).start()
    Worker(folder).run()


if __name__ == "__main__":
    main(sys.argv[1])
