"""Step time, tokens per second and model FLOPs utilization of a training."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import isfinite


def flops_per_token(
    n_params: float, n_layers: int = 0, hidden_size: int = 0, sequence_length: int = 0
) -> float:
    """Floating-point operations for one token, forward and backward: 6P + 12·L·D·S of a transformer."""
    return 6.0 * n_params + 12.0 * n_layers * hidden_size * sequence_length


def model_flops_utilization(
    tokens_per_sec: float, flops_per_token: float, peak_flops_per_sec: float
) -> float:
    """The share of the devices' peak that the model uses, as a fraction; the peak is that of all devices."""
    return tokens_per_sec * flops_per_token / peak_flops_per_sec


class StepClock:
    """Measures steps, each from the end of the one before."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """Begin now."""
        self._clock = clock
        self._before = clock()

    def end_step(self) -> float:
        """Return the seconds of the step that ends."""
        now = self._clock()
        elapsed, self._before = now - self._before, now
        return elapsed


class Smoothed:
    """Exponential moving averages of several numbers, over every step."""

    def __init__(self, weight: float) -> None:
        """Give each new number this weight."""
        self._weight = weight
        self.values: dict[str, float] = {}

    def add(self, numbers: dict[str, float]) -> None:
        """Take the numbers of a step; a first one counts fully, NaN and infinity not at all."""
        for name, number in numbers.items():
            if not isfinite(number):
                continue
            before = self.values.get(name, number)
            self.values[name] = before + self._weight * (number - before)
