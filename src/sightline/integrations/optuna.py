"""Optuna: every trial as a run with its parameters, intermediate values and result."""

from __future__ import annotations

import os
from typing import Any

import optuna

from sightline.integrations.session import end_session


class SightlineCallback:
    """Logs each trial when it ends: ``study.optimize(…, callbacks=[SightlineCallback("runs/study")])``.

    With `start` at the beginning of an objective the trial is in the table while it runs.

    :param log_dir: folder of the study; the runs are its folders ``trial-<number>``.
    :param metrics: names for the objective's values; ``value``, or ``value_0``, … if there are several.
    """

    def __init__(self, log_dir: str | os.PathLike[str], metrics: list[str] | None = None) -> None:
        """Choose the folder; nothing is written before the first trial."""
        self._log_dir = os.fspath(log_dir)
        self._metrics = metrics
        self._writers: dict[int, Any] = {}

    def start(self, trial: Any) -> Any:
        """Return the writer of a running trial, for values of its own; its parameters so far are logged."""
        writer = self._writer(trial.number)
        self._log_params(writer, trial, self._names(1))
        writer.flush()
        return writer

    def __call__(self, study: optuna.Study, trial: Any) -> None:
        """Log a trial that ended: parameters, intermediate values, result and status."""
        values = trial.values or []
        names = self._names(len(study.directions))
        writer = self._writer(trial.number)
        self._log_params(writer, trial, names)
        for step, value in sorted(trial.intermediate_values.items()):
            writer.add_scalar("intermediate_value", value, step)
        for name, value in zip(names, values, strict=False):
            writer.add_scalar(name, value, max(trial.intermediate_values, default=0))
        succeeded = trial.state in (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)
        writer.add_text("state", trial.state.name.lower())
        end_session(writer, succeeded=succeeded)
        writer.close()
        del self._writers[trial.number]

    def _log_params(self, writer: Any, trial: Any, names: list[str]) -> None:
        attributes = {f"user/{name}": value for name, value in trial.user_attrs.items()}
        hparams = {**trial.params, **attributes}
        writer.log_hparams(hparams, names, trial_id=f"trial-{trial.number}")

    def _names(self, count: int) -> list[str]:
        if self._metrics is not None:
            return self._metrics
        return ["value"] if count == 1 else [f"value_{index}" for index in range(count)]

    def _writer(self, number: int) -> Any:
        if number not in self._writers:
            from sightline.writer.summary_writer import SummaryWriter

            self._writers[number] = SummaryWriter(os.path.join(self._log_dir, f"trial-{number}"))
        return self._writers[number]
