"""What the demo logs besides scalars: every kind of data, from the model as it trains."""

from __future__ import annotations

import os
from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from sightline.demo import shapes
from sightline.demo.graph import training_graph
from sightline.demo.network import Hyper, Network
from sightline.demo.onnx import network_file
from sightline.kinds.graph.encode import graph_def, run_metadata

if TYPE_CHECKING:
    from sightline import SummaryWriter

N_PICTURES = 256
_FILTERS_IN_FILM = 12
_SAMPLE_RATE = 8000


class Evaluation:
    """Held-out pictures, and the metrics of the model on them."""

    def __init__(self, writer: SummaryWriter, network: Network) -> None:
        self._writer = writer
        self._network = network
        self._pictures, self._labels = shapes.draw(N_PICTURES, np.random.default_rng(1), noise=0.25)
        self._film: deque[shapes.Floats] = deque(maxlen=_FILTERS_IN_FILM)
        self._losses: list[float] = []

    def begin(self, hyper: Hyper) -> None:
        """Log what is known before the first step: settings, layout of charts, the graph."""
        rows = "\n".join(f"| {name} | {value} |" for name, value in hyper.values().items())
        self._writer.add_text("settings", f"# {hyper.name}\n\n| setting | value |\n|---|---|\n{rows}", 0)
        self._writer.log_hparams(hyper.values(), ["evaluation/accuracy", "evaluation/loss"])
        self._writer.add_custom_scalars(
            {
                "Learning": {
                    "accuracy": ["Multiline", ["train/accuracy", "evaluation/accuracy"]],
                    "loss": ["Multiline", ["train/loss", "evaluation/loss"]],
                    "confidence": ["Margin", ["confidence/median", "confidence/low", "confidence/high"]],
                },
            }
        )
        self._draw_graph(hyper)

    def _draw_graph(self, hyper: Hyper) -> None:
        path = os.path.join(str(self._writer.log_dir), "network.onnx")
        with open(path, "wb") as file:
            file.write(network_file(shapes.SIDE_PX**2, hyper.hidden, len(shapes.NAMES)))
        graph = graph_def(training_graph(self._network))
        self._writer.file_writer.add_graph((graph, run_metadata()))

    def small(self, step: int) -> None:
        """Log what is cheap: quality on the held-out pictures, weights and gradients as histograms."""
        shares = self._shares()
        right = shares[np.arange(N_PICTURES), self._labels]
        loss = float(-np.log(np.maximum(right, 1e-12)).mean())
        self._losses.append(loss)
        self._writer.add_scalar("evaluation/loss", loss, step)
        self._writer.add_scalar("evaluation/accuracy", self._accuracy(shares), step)
        for name, share in (("low", 0.1), ("median", 0.5), ("high", 0.9)):
            self._writer.add_scalar(f"confidence/{name}", float(np.quantile(right, share)), step)
        for name, weight in self._network.weights.items():
            self._writer.add_histogram(f"weights/{name}", weight, step)
            if name in self._network.gradients:
                self._writer.add_histogram(f"gradients/{name}", self._network.gradients[name], step)
        self._writer.add_histogram("activations/hidden", self._network.hidden(self._pictures), step)

    def large(self, step: int) -> None:
        """Log what is shown as pictures, curves, clips and tables."""
        shares = self._shares()
        self._pictures_and_film(step, shares)
        for label in (0, 1, 2):
            name, is_it = shapes.NAMES[label], self._labels == label
            self._writer.add_pr_curve(f"pr/{name}", is_it, shares[:, label], step)
            self._writer.add_roc_curve(f"roc/{name}", is_it, shares[:, label], step)
        guesses = shares.argmax(axis=1)
        self._writer.add_confusion_matrix("confusion", self._labels, guesses, step, class_names=shapes.NAMES)
        self._writer.add_tensor("prototypes", self._prototypes(), step)
        self._writer.add_audio("loss_as_sound", self._sound(), step, sample_rate=_SAMPLE_RATE)
        self._worst(step, shares)
        self._cloud(step)
        # At 0, 100, 200, 400, 800, …: classes part early, and files stay few however long the demo runs.
        if (step // 100) & (step // 100 - 1) == 0:
            self._embedding(step)

    def end(self, step: int) -> None:
        """Log the hidden layer's view of the pictures once more."""
        self._embedding(step)
        self._writer.flush()

    def _embedding(self, step: int) -> None:
        """Log the hidden layer's view of the pictures, for the projector."""
        shares = self._shares()
        guesses, right = shares.argmax(axis=1), shares[np.arange(N_PICTURES), self._labels]
        rows = [
            [f"picture {i}", shapes.NAMES[label], shapes.NAMES[guess], f"{share:.3f}", guess == label]
            for i, (label, guess, share) in enumerate(zip(self._labels, guesses, right, strict=True))
        ]
        self._writer.add_embedding(
            self._network.hidden(self._pictures),
            rows,
            np.repeat(self._pictures[:, None], 3, axis=1),
            step,
            tag="hidden",
            metadata_header=["picture", "class", "guess", "share", "right"],
        )

    def _shares(self) -> shapes.Floats:
        return self._network.probabilities(self._network.hidden(self._pictures))

    def _accuracy(self, shares: shapes.Floats) -> float:
        return float((shares.argmax(axis=1) == self._labels).mean())

    def _pictures_and_film(self, step: int, shares: shapes.Floats) -> None:
        order = np.argsort(shares[np.arange(N_PICTURES), self._labels])
        self._writer.add_images("hardest", self._pictures[order[:16], None], step)
        filters = self._network.weights["hidden/kernel"].T.reshape(-1, 1, shapes.SIDE_PX, shapes.SIDE_PX)[:16]
        spread = float(np.abs(filters).max()) or 1.0
        filters = filters / (2 * spread) + 0.5
        self._writer.add_images("filters", filters, step)
        self._film.append(np.repeat(np.kron(filters[0], np.ones((1, 4, 4), np.float32)), 3, axis=0))
        self._writer.add_video("first_filter", np.stack(self._film)[None], step, fps=4)

    def _prototypes(self) -> shapes.Floats:
        means = [self._pictures[self._labels == label].mean(axis=0) for label in range(len(shapes.NAMES))]
        return np.stack(means)

    def _sound(self) -> shapes.Floats:
        """Return the loss so far as a tone that falls as the model learns."""
        losses = np.array(self._losses[-40:] or [1.0])
        pitch = np.repeat(220.0 + 440.0 * losses / losses.max(), _SAMPLE_RATE // 40)
        wave: shapes.Floats = 0.4 * np.sin(2 * np.pi * np.cumsum(pitch) / _SAMPLE_RATE).astype(np.float32)
        return wave

    def _worst(self, step: int, shares: shapes.Floats) -> None:
        right = shares[np.arange(N_PICTURES), self._labels]
        worst = np.argsort(right)[:10]
        guesses = shares.argmax(axis=1)
        self._writer.add_table(
            "worst",
            {
                "picture": worst.tolist(),
                "is": [shapes.NAMES[self._labels[i]] for i in worst],
                "guess": [shapes.NAMES[guesses[i]] for i in worst],
                "share": [float(right[i]) for i in worst],
            },
            step=step,
        )

    def _cloud(self, step: int) -> None:
        """Log the held-out pictures as the first three directions of the hidden layer, colored by class."""
        hidden = self._network.hidden(self._pictures)
        centerd = hidden - hidden.mean(axis=0)
        points = centerd @ np.linalg.svd(centerd, full_matrices=False)[2][:3].T
        hues = np.linspace(0, 2 * np.pi, len(shapes.NAMES), endpoint=False)
        wheel = np.stack([np.cos(hues + turn) * 127 + 128 for turn in (0, 2.1, 4.2)], axis=1)
        colors = wheel[self._labels].astype(np.uint8)
        self._writer.add_mesh("hidden_layer", points[None].astype(np.float32), colors[None], global_step=step)
