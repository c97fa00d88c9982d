"""Cost of add_histogram of 100 k floats, beside torch's writer in the same run.

caller: time on the thread that logs, the encoder having rested before each call. sustained: calls one after
another and the closing flush, per call. Run with a Python that has torch and tensorboard: one JSON line.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

N_VALUES = 100_000
N_CALLS = 30


def caller_us(log: Callable[[int], None], rest: Callable[[], None]) -> float:
    """Median microseconds that a call keeps the caller."""
    times = []
    for step in range(N_CALLS):
        rest()
        begun = perf_counter()
        log(step)
        times.append(perf_counter() - begun)
    return median(times) * 1e6


def sustained_us(log: Callable[[int], None], flush: Callable[[], None]) -> float:
    """Microseconds per call when everything logged is also flushed."""
    begun = perf_counter()
    for step in range(N_CALLS):
        log(step)
    flush()
    return (perf_counter() - begun) / N_CALLS * 1e6


def measure(writer_class: Any, call: Callable[[Any, int], None]) -> dict[str, float]:
    """Both figures of one writer, after a first call that loads what it needs."""
    with tempfile.TemporaryDirectory() as folder, writer_class(folder) as writer:
        call(writer, 0)
        writer.flush()
        return {
            "caller_us": round(caller_us(lambda step: call(writer, step), writer.flush), 1),
            "sustained_us": round(sustained_us(lambda step: call(writer, step), writer.flush), 1),
        }


def compare(name: str, call: Callable[[Any, int], None]) -> None:
    """Print one JSON line with both writers' figures and how many times cheaper ours are."""
    from torch.utils.tensorboard import SummaryWriter as TorchWriter

    from sightline import SummaryWriter

    theirs, ours = measure(TorchWriter, call), measure(SummaryWriter, call)
    ratios = {f"{key.removesuffix('_us')}_ratio": round(theirs[key] / ours[key], 1) for key in ours}
    print(json.dumps({"benchmark": name, **ratios, "sightline": ours, "torch": theirs}))


def main() -> None:
    import torch

    torch.manual_seed(0)
    values = torch.randn(N_VALUES)
    compare("add_histogram of 100k floats", lambda writer, step: writer.add_histogram("w", values, step))


if __name__ == "__main__":
    sys.exit(main())
