"""One training run of the demo: learns step by step and logs as a training script would."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sightline import SummaryWriter, hparams, profiler
from sightline.demo import shapes
from sightline.demo.evaluation import Evaluation
from sightline.demo.network import Hyper, Network, no_span

BATCH = 32
NOISE = 0.25
# A turn with a profile takes so many steps at once: those of other runs would stand between its own.
PROFILED_TURNS = (20, 200)
PROFILED_STEPS = 10


class Training:
    """A model, its data and its writer; `take_turn()` is called until the time is up."""

    def __init__(self, hyper: Hyper, log_dir: str, *, n_steps: int) -> None:
        self.hyper = hyper
        self.n_steps = n_steps
        self.n_done = 0
        self._n_turns = 0
        self._rng = np.random.default_rng(hyper.seed)
        self._network = Network(hyper, shapes.SIDE_PX**2, len(shapes.NAMES))
        self._writer = SummaryWriter(log_dir, flush_secs=1)
        self._evaluation = Evaluation(self._writer, self._network)
        self._evaluation.begin(hyper)
        self._batches = self._draw_batches()

    def take_turn(self) -> None:
        """Take one step, or some with a profile of them."""
        if self._n_turns in PROFILED_TURNS:
            self._profile()
        else:
            self._step(self._batches)
        self._n_turns += 1

    def close(self) -> None:
        """Write what is left, and that the training is over: a run that falls silent looks stalled."""
        self._evaluation.end(self.n_done)
        self._writer.file_writer.add_summary(hparams.session_end_pb())
        self._writer.close()

    def _profile(self) -> None:
        """Learn from some batches, with a profile of all but the first."""
        with profiler.profile(
            self._writer, framework="python", wait=1, warmup=0, active=PROFILED_STEPS - 1, step=self.n_done
        ) as prof:
            self._network.span = prof.span
            batches = iter(prof.data(self._batches))
            for _ in range(PROFILED_STEPS):
                self._step(batches)
                prof.step()
        self._network.span = no_span

    def _draw_batches(self) -> Iterator[tuple[shapes.Floats, shapes.Labels]]:
        """Yield batches without end."""
        while True:
            with self._network.span("draw"):
                batch = shapes.draw(BATCH, self._rng, noise=NOISE)
            yield batch

    def _step(self, batches: Iterator[tuple[shapes.Floats, shapes.Labels]]) -> None:
        """Learn from one batch and log it; evaluate on the held-out pictures now and then."""
        rate = self._learning_rate()
        pictures, labels = next(batches)
        loss, accuracy = self._network.learn(pictures, labels, rate)
        with self._network.span("log"):
            self._log(loss, accuracy, rate)
        self.n_done += 1

    def _log(self, loss: float, accuracy: float, rate: float) -> None:
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

    def _learning_rate(self) -> float:
        """Warm up over the first twentieth, then a cosine down to a tenth."""
        share = self.n_done / max(self.n_steps, 1)
        warm = min(1.0, share * 20 + 0.05)
        return self.hyper.learning_rate * warm * (0.55 + 0.45 * math.cos(math.pi * min(share, 1.0)))
