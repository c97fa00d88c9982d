"""One training run of the demo: learns step by step and logs as a training script would."""

from __future__ import annotations

import math

import numpy as np

from sightline import SummaryWriter
from sightline.demo import shapes
from sightline.demo.evaluation import Evaluation
from sightline.demo.network import Hyper, Network

BATCH = 32
NOISE = 0.25


class Training:
    """A model, its data and its writer; `step()` is called until the time is up."""

    def __init__(self, hyper: Hyper, log_dir: str, *, n_steps: int) -> None:
        self.hyper = hyper
        self.n_steps = n_steps
        self.n_done = 0
        self._rng = np.random.default_rng(hyper.seed)
        self._network = Network(hyper, shapes.SIDE_PX**2, len(shapes.NAMES))
        self._writer = SummaryWriter(log_dir, flush_secs=1)
        self._evaluation = Evaluation(self._writer, self._network)
        self._evaluation.begin(hyper)

    def step(self) -> None:
        """Learn from one batch and log it; look at the held-out pictures now and then."""
        rate = self._learning_rate()
        pictures, labels = shapes.draw(BATCH, self._rng, noise=NOISE)
        loss, accuracy = self._network.learn(pictures, labels, rate)
        writer, step = self._writer, self.n_done
        writer.add_scalar("train/loss", loss, step)
        writer.add_scalar("train/accuracy", accuracy, step)
        writer.add_scalar("schedule/learning_rate", rate, step)
        for name, gradient in self._network.gradients.items():
            writer.add_scalar(f"gradient_norm/{name}", float(np.linalg.norm(gradient)), step)
        if step % 10 == 0:
            self._evaluation.small(step)
        if step % 100 == 0:
            self._evaluation.large(step)
        self.n_done += 1

    def close(self) -> None:
        """Write what is left."""
        self._evaluation.end(self.n_done)
        self._writer.close()

    def _learning_rate(self) -> float:
        """Warm up over the first twentieth, then a cosine down to a tenth."""
        share = self.n_done / max(self.n_steps, 1)
        warm = min(1.0, share * 20 + 0.05)
        return self.hyper.learning_rate * warm * (0.55 + 0.45 * math.cos(math.pi * min(share, 1.0)))
