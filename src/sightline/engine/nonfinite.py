"""Counts of values that are no finite numbers, gathered as a series grows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sightline.engine.segment import Columns


class Nonfinite(NamedTuple):
    """How many values of a series are NaN or infinite, and the step of the first NaN."""

    n_nan: int = 0
    n_inf: int = 0
    first_nan_step: int | None = None

    def plus(self, later: Nonfinite) -> Nonfinite:
        """Together with the counts of points after these."""
        first = later.first_nan_step if self.first_nan_step is None else self.first_nan_step
        return Nonfinite(self.n_nan + later.n_nan, self.n_inf + later.n_inf, first)


def count_nonfinite(arrays: Iterable[Columns]) -> Nonfinite:
    """Count chunk by chunk."""
    found = Nonfinite()
    for steps, _, values in arrays:
        if not np.isfinite(values).all():
            nan = np.isnan(values)
            first = int(steps[int(nan.argmax())]) if nan.any() else None
            found = found.plus(Nonfinite(int(nan.sum()), int(np.isinf(values).sum()), first))
    return found


def after(arrays: Iterable[Columns], n: int) -> Iterable[Columns]:
    """The chunks without their first `n` points."""
    for columns in arrays:
        length = len(columns.steps)
        if n < length:
            yield columns.at(slice(n, None)) if n else columns
        n = max(0, n - length)
