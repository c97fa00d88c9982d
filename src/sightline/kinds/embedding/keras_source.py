"""Vectors in the weights that Keras 3 saves with `embeddings_freq`, where h5py is installed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.engine.run_view import RunView
from sightline.engine.side_files import find_side_file
from sightline.formats.byte_blocks import Progress
from sightline.formats.number_table import Vectors
from sightline.formats.text_table import TextTable
from sightline.kinds.embedding.decode import EmbeddingInfo
from sightline.kinds.embedding.entries import Place
from sightline.kinds.embedding.memory import check_memory
from sightline.kinds.embedding.projector_source import opened

_FILE = re.compile(r".*\.ckpt-(\d{1,18})\.weights\.h5", re.DOTALL)


@dataclass(frozen=True)
class KerasWeights:
    """The embedding layer in one file of weights."""

    run: RunView
    path: str

    def state(self) -> tuple[Any, ...]:
        """The file's path, size, time and identity."""
        with opened(self.run, self.path) as file:
            return (self.path, *file.stat())

    def shape(self) -> tuple[int | None, int | None]:
        """As the file says."""
        with self._open() as weights:
            shape = self._embedding(weights).shape
        return int(shape[0]), int(shape[1])

    def read(self, progress: Progress) -> tuple[Vectors, TextTable | None]:
        """The layer's matrix."""
        with self._open() as weights:
            found = self._embedding(weights)
            check_memory(4 * found.shape[0] * found.shape[1])
            return np.ascontiguousarray(found[...], dtype=np.float32), None

    def _open(self) -> Any:
        try:
            import h5py
        except ImportError:
            raise LookupError(
                f"the vectors are in {self.path}; this needs h5py, which is not installed: pip install h5py"
            ) from None
        try:
            return h5py.File(find_side_file(self.run, self.path), "r")
        except OSError as error:
            raise LookupError(f"{self.path} cannot be read: {error}") from error

    def _embedding(self, weights: Any) -> Any:
        """The first matrix in a layer that is called an embedding."""
        found: list[Any] = []
        weights.visititems(
            lambda name, item: found.append(item) if "embedding" in name and _is_matrix(item) else None
        )
        if not found:
            raise LookupError(f"{self.path} has no matrix of a layer that is called an embedding")
        return found[0]


def keras_places(run: RunView, paths: list[str], info: EmbeddingInfo) -> dict[int | None, Place]:
    """The steps for which Keras saved weights: its epochs."""
    matches = [(path, _FILE.fullmatch(path)) for path in paths]
    return {int(match[1]): Place(KerasWeights(run, path), info) for path, match in matches if match}


def _is_matrix(item: Any) -> bool:
    return len(getattr(item, "shape", ())) == 2 and item.dtype.kind in "biuf"
