"""XGBoost: `SightlineCallback` logs the evaluation of every round."""

from __future__ import annotations

from typing import Any

from xgboost.callback import TrainingCallback


class SightlineCallback(TrainingCallback):
    """Logs ``<data>/<metric>`` at each round: ``xgb.train(…, callbacks=[SightlineCallback(writer)])``.

    The mean over folds in cross-validation; with their deviation under ``<data>/<metric>_std``.

    :param writer: a `sightline.SummaryWriter`; it is flushed at the end, and left open.
    """

    def __init__(self, writer: Any) -> None:
        """Log to a writer."""
        super().__init__()
        self._writer = writer

    def after_iteration(self, model: Any, epoch: int, evals_log: Any) -> bool:
        """Log one round; never ask to stop."""
        for data, metrics in evals_log.items():
            for metric, values in metrics.items():
                self._log(f"{data}/{metric}", values[-1], epoch)
        return False

    def after_training(self, model: Any) -> Any:
        """Flush."""
        self._writer.flush()
        return model

    def _log(self, tag: str, value: Any, step: int) -> None:
        mean, *deviation = value if isinstance(value, (tuple, list)) else (value,)
        self._writer.add_scalar(tag, mean, step)
        for number in deviation:
            self._writer.add_scalar(f"{tag}_std", number, step)
