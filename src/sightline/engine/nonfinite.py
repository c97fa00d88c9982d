"""Counts of values that are no finite numbers, gathered as a series grows."""

from __future__ import annotations

from typing import NamedTuple


class Nonfinite(NamedTuple):
    """How many values of a series are NaN or infinite, and the step of the first NaN."""

    n_nan: int = 0
    n_inf: int = 0
    first_nan_step: int | None = None

    def plus(self, later: Nonfinite) -> Nonfinite:
        """Together with the counts of points after these."""
        first = later.first_nan_step if self.first_nan_step is None else self.first_nan_step
        return Nonfinite(self.n_nan + later.n_nan, self.n_inf + later.n_inf, first)


# One object for all series without such values.
ALL_FINITE = Nonfinite()
