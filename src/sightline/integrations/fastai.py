"""fastai: `SightlineCallback` logs what its TensorBoard callback logs, without TensorBoard."""

from __future__ import annotations

import os
from typing import Any

from fastai.callback.core import Callback
from fastai.learner import Recorder
from fastai.torch_core import rank_distrib

from sightline.integrations.session import end_session


class SightlineCallback(Callback):
    """Logs a training to one run: ``learn.fit(5, cbs=SightlineCallback("runs/a"))``.

    ``train_loss`` and the optimizer's hyperparameters at each batch, the recorder's metrics at each epoch.

    :param log_dir: folder of the run.
    :param hparams: further hyperparameters of the run, beside epochs, batch size, loss, optimizer and rate.
    :param metrics: tags that judge the run, shown beside its hyperparameters.
    """

    order = Recorder.order + 1

    def __init__(
        self,
        log_dir: str | os.PathLike[str],
        *,
        hparams: dict[str, Any] | None = None,
        metrics: tuple[str, ...] | list[str] = ("valid_loss",),
        **kwargs: Any,
    ) -> None:
        """Take the folder; the run is opened when the training begins."""
        super().__init__()
        self.log_dir = os.fspath(log_dir)
        self._hparams = hparams or {}
        self._metrics = list(metrics)
        self._kwargs = kwargs
        self.writer: Any = None

    def before_fit(self) -> None:
        """Open the run and log the hyperparameters; not for predictions, the rate finder, and other ranks."""
        is_training = not hasattr(self.learn, "lr_finder") and not hasattr(self.learn, "gather_preds")
        self.run = is_training and rank_distrib() == 0
        if not self.run:
            return
        from sightline.writer.summary_writer import SummaryWriter

        self.writer = SummaryWriter(self.log_dir, **self._kwargs)
        self.writer.log_hparams({**self._known_hparams(), **self._hparams}, self._metrics)

    def after_batch(self) -> None:
        """Log the smoothed loss and the optimizer's hyperparameters."""
        if not self.learn.training:
            return
        step = self.learn.train_iter
        self.writer.add_scalar("train_loss", self.learn.smooth_loss, step)
        for group, hypers in enumerate(self.learn.opt.hypers):
            for name, value in hypers.items():
                self.writer.add_scalar(f"{name}_{group}", value, step)

    def after_epoch(self) -> None:
        """Log the recorder's metrics, all but the epoch, the training loss and the time."""
        recorder = self.learn.recorder
        for name, value in zip(recorder.metric_names[2:-1], recorder.log[2:-1], strict=False):
            if value is not None:
                self.writer.add_scalar(name, value, self.learn.train_iter)

    def after_fit(self) -> None:
        """Close the run, as failed where the training did not come to its end."""
        if self.run and self.writer is not None:
            end_session(self.writer, succeeded=self.learn.epoch + 1 >= self.learn.n_epoch)
            self.writer.close()

    def _known_hparams(self) -> dict[str, Any]:
        learn = self.learn
        return {
            "epochs": learn.n_epoch,
            "lr": float(learn.opt.hypers[-1]["lr"]),
            "batch_size": getattr(learn.dls, "bs", None) or 0,
            "loss": type(learn.loss_func).__name__,
            "optimizer": getattr(learn.opt_func, "__name__", type(learn.opt).__name__),
        }
