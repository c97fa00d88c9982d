"""One opened embedding: its vectors, its metadata, and what was computed from them."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np

from sightline.formats.number_table import Vectors
from sightline.kinds.embedding.columns import Metadata
from sightline.kinds.embedding.compute.approximate import NeighborIndex
from sightline.kinds.embedding.compute.prepared import Metric, Prepared, Rows, finite_rows, prepare

T = TypeVar("T")
# Results are as small as the points' coordinates: a few of them are kept.
_MAX_RESULTS = 24


class Embedding:
    """Vectors (points, dimensions) with their metadata. `notes` say what was wrong with the files."""

    def __init__(self, vectors: Vectors, metadata: Metadata | None, notes: tuple[str, ...] = ()) -> None:
        self.vectors = vectors
        self.metadata = metadata
        self._notes = notes
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, Any] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}

    def __len__(self) -> int:
        return len(self.vectors)

    @property
    def nbytes(self) -> int:
        """How much memory vectors, metadata and indexes of neighbors take."""
        columns = [] if self.metadata is None else self.metadata.columns.values()
        with self._lock:
            indexes = [each for each in self._results.values() if isinstance(each, NeighborIndex)]
        n_metadata = sum(column.cells.nbytes for column in columns)
        return self.vectors.nbytes + n_metadata + sum(index.nbytes for index in indexes)

    @cached_property
    def finite_rows(self) -> Rows | None:
        """The points without NaN and infinity; None where those are all."""
        return finite_rows(self.vectors)

    @property
    def n_finite(self) -> int:
        """How many points can be projected."""
        return len(self.vectors) if self.finite_rows is None else len(self.finite_rows)

    @cached_property
    def n_constant(self) -> int:
        """How many dimensions have the same value everywhere."""
        low = high = None
        for _, block in Prepared(self.vectors, self.finite_rows).blocks():
            least, most = block.min(axis=0), block.max(axis=0)
            low = least if low is None else np.minimum(low, least)
            high = most if high is None else np.maximum(high, most)
        return 0 if low is None else int((low == high).sum())

    @property
    def notes(self) -> list[str]:
        """What a person should know about the data, in sentences."""
        found = [*self._notes, *(() if self.metadata is None else self.metadata.notes)]
        lost = len(self) - self.n_finite
        if lost:
            found.append(_n_not_projected(lost))
        if self.n_constant and len(self) > 1:
            found.append(_n_constant(self.n_constant, self.vectors.shape[1]))
        return found

    @cached_property
    def digest(self) -> str:
        """What identifies the vectors by their content."""
        digest = hashlib.blake2b(repr(self.vectors.shape).encode(), digest_size=16)
        for _, block in Prepared(self.vectors, None).blocks():
            digest.update(block.data)
        return digest.hexdigest()

    def prepared(self, *, sphereize: bool, metric: Metric = "euclidean") -> Prepared:
        """The vectors as a computation needs them; LookupError where none is finite."""
        if not self.n_finite:
            raise LookupError("no point is free of NaN and infinity, so there is nothing to project")
        make = lambda: prepare(self.vectors, self.finite_rows, sphereize=sphereize, metric=metric)  # noqa: E731
        return self.once(("prepared", sphereize, metric), make)

    def result(self, key: str) -> Any:
        """A result that was computed by a worker process before; None where there is none."""
        with self._lock:
            return self._results.get(("result", key))

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` returns, computed once per key while it is kept; threads wait for one computation."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                if key in self._results:
                    self._results.move_to_end(key)
                    return cast(T, self._results[key])
            made = make()
            with self._lock:
                self._results[key] = made
                while len(self._results) > _MAX_RESULTS:
                    self._making.pop(self._results.popitem(last=False)[0], None)
            return made


def _n_not_projected(n: int) -> str:
    if n == 1:
        return "1 point contains NaN or infinity and is not projected."
    return f"{n:,} points contain NaN or infinity and are not projected."


def _n_constant(n: int, of: int) -> str:
    return f"{n:,} of {of:,} dimensions {'is' if n == 1 else 'are'} constant."
