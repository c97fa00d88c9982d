"""Logs to share as a report: seeds in two folders with noise, NaN, infinities, a restart, and most kinds.

python report.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter
from sightline.formats import messages
from sightline.formats.graph_nodes import Node, graph_def, run_metadata

N_POINTS = 3000
START = 1_790_000_000.0


def write_scalars(writer: SummaryWriter, seed: int, first: int = 0) -> None:
    """Curves of different lengths and densities; one of them breaks."""
    random = np.random.default_rng(seed)
    for i in range(first, N_POINTS - 200 * seed):
        time = START + 3 * i + random.random()
        loss = float(np.exp(-i / 800) + random.normal(0, 0.05))
        writer.add_scalar("train/loss", loss, i * 10, walltime=time)
        if i % 7 == 0:
            writer.add_scalar("train/lr", 1e-3 / (1 + i / 500), i * 10, walltime=time + 1e-5)
        if i % 50 == 0:
            broken = (
                float("nan") if seed == 2 and i > 1000 else float("inf") if seed == 3 and i == 500 else loss
            )
            writer.add_scalar("val/loss", broken, i * 10, walltime=time + 2e-5)


def write_others(writer: SummaryWriter, seed: int) -> None:
    """A histogram, a picture and a text now and then."""
    random = np.random.default_rng(100 + seed)
    for step in range(0, 100, 20):
        writer.add_histogram("weights", random.normal(step / 50, 1, 500), step)
        writer.add_image("samples", random.integers(0, 255, (3, 16, 16), dtype=np.uint8), step)
        writer.add_text("notes", f"</script><!-- step {step} of **seed {seed}**", step)


def write_histograms(writer: SummaryWriter, seed: int, first: int = 0) -> None:
    """One in 10 steps, of different widths; some are empty, broken, or of one value."""
    random = np.random.default_rng(200 + seed)
    for step in range(first, 600, 10):
        values = random.normal(step / 300, 1 + seed, 50 + step)
        writer.add_histogram("grads", values, step, walltime=START + step + random.random())
    odd = {
        "empty": ([1.0, 2.0], [0.0, 0.0]),
        "falling": ([3.0, 1.0, 2.0], [1.0, 1.0, 1.0]),
        "nan": ([float("nan"), 1.0, 2.0], [1.0, 1.0, 2.0]),
        "unequal": ([1.0, 2.0, 3.0], [2.0]),
        "point": ([2.0], [7.0]),
    }
    for step, (limits, counts) in enumerate(odd.values()):
        fields = {"bucket_limit": limits, "bucket": counts, "num": 9.0, "min": 0.0, "max": 2.0}
        histogram = messages.HistogramProto(**fields)
        value = messages.Summary.Value(tag="odd", histo=histogram)
        writer.file_writer.add_summary(messages.Summary(value=[value]), step)


def write_model(writer: SummaryWriter) -> None:
    """A graph of three operations, and an embedding of two classes at two steps."""
    nodes = [
        Node("net/x", "Placeholder"),
        Node("net/mul", "Mul", ["net/x"]),
        Node("out", "Identity", ["net/mul"]),
    ]
    writer.file_writer.add_graph((graph_def(nodes), run_metadata()))
    random = np.random.default_rng(0)
    for step in (0, 10):
        points = random.normal(size=(40, 8)) + np.arange(40)[:, None] % 2 * step
        writer.add_embedding(points, [f"class {i % 2}" for i in range(40)], tag="hidden", global_step=step)


def main(folder: Path) -> None:
    """Each run is named model/seed; the first was restarted at half."""
    for seed in range(6):
        run = folder / ("wide" if seed % 2 else "base") / f"seed-{seed}"
        with SummaryWriter(str(run)) as writer:
            writer.add_hparams(
                {"width": 512 if seed % 2 else 256, "seed": seed},
                {"val/best": 1.0 / (1 + seed)},
                run_name=".",
            )
            write_scalars(writer, seed)
            write_others(writer, seed)
            write_histograms(writer, seed)
            if seed == 0:
                write_model(writer)
        if seed == 0:
            with SummaryWriter(str(run), purge_step=N_POINTS * 5) as writer:
                write_scalars(writer, seed, first=N_POINTS // 2)
            with SummaryWriter(str(run), purge_step=300) as writer:
                write_histograms(writer, seed, first=300)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
