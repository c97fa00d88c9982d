"""Structured logging calls beside torch's, on the caller's thread: one JSON line of medians and ratios.

Run with a Python that has torch and tensorboard: `python benchmarks/structured.py [repeats]`.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from statistics import median
from typing import Any

import numpy as np
from torch.utils.tensorboard import SummaryWriter as TorchWriter

from sightline import SummaryWriter

RNG = np.random.default_rng(0)
LABELS, SCORES = RNG.integers(0, 2, 10_000), RNG.random(10_000)
VERTICES = RNG.random((1, 10_000, 3)).astype(np.float32)
POINTS = RNG.random((1000, 64)).astype(np.float32)

CALLS: dict[str, Any] = {
    "add_pr_curve_10k": lambda w, i: w.add_pr_curve("pr", LABELS, SCORES, i),
    "add_mesh_10k": lambda w, i: w.add_mesh("mesh", VERTICES, global_step=i),
    "add_embedding_1000x64": lambda w, i: w.add_embedding(POINTS, global_step=i),
    "add_hparams": lambda w, i: w.add_hparams({"lr": 0.1, "n": i}, {"acc": 0.5}, run_name=f"t{i}"),
}


def seconds(writer: Any, call: Any, step: int) -> float:
    begin = time.perf_counter()
    call(writer, step)
    return time.perf_counter() - begin


def main(repeats: int) -> None:
    found: dict[str, Any] = {"benchmark": "structured", "repeats": repeats}
    with tempfile.TemporaryDirectory() as folder:
        ours, torchs = SummaryWriter(f"{folder}/ours"), TorchWriter(f"{folder}/torch")
        for name, call in CALLS.items():
            pairs = [(seconds(ours, call, i), seconds(torchs, call, i)) for i in range(repeats + 1)][1:]
            mine, theirs = (median(column) for column in zip(*pairs, strict=True))
            found[name] = {
                "sightline_us": round(mine * 1e6, 1),
                "torch_us": round(theirs * 1e6, 1),
                "times_cheaper": round(theirs / mine, 1),
            }
        ours.close()
        torchs.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
