"""Many histograms, quickly: every run logs every tag at every step, the values spreading out with the steps.

python many_histograms.py FOLDER RUNS TAGS STEPS
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sightline._native import EventFileWriter
from sightline.formats import messages
from sightline.kinds.histogram.encode import encode, request

SHAPES = 50
START = 1_780_000_000.0


def shapes(seed: int) -> list[bytes]:
    """The histogram fields of values that spread out, to be used again and again."""
    rng = np.random.default_rng(seed)
    spread = [rng.normal(0, (0.1 + place / SHAPES) * (1 + seed / 5), 2000) for place in range(SHAPES)]
    values = [encode(request("x", sample, bins=30)) for sample in spread]
    return [messages.Summary.Value.FromString(value).histo for value in values]


def write(folder: Path, seed: int, n_tags: int, n_steps: int) -> None:
    """One run."""
    folder.mkdir(parents=True)
    writer = EventFileWriter(str(folder))
    fields = shapes(seed)
    tags = [
        f"layer{place // 4:03}/{('weight', 'bias', 'gradient', 'output')[place % 4]}"
        for place in range(n_tags)
    ]
    for step in range(n_steps):
        field = fields[step * SHAPES // n_steps]
        for tag in tags:  # an event each, as the writers do it
            summary = messages.Summary(value=[messages.Summary.Value(tag=tag, histo=field)])
            event = messages.Event(wall_time=START + step, step=step, summary=summary)
            writer.add_event(event.SerializeToString())
    writer.close()


if __name__ == "__main__":
    runs, tags, steps = map(int, sys.argv[2:5])
    for run in range(runs):
        write(Path(sys.argv[1]) / f"trial-{run:02}", run, tags, steps)
