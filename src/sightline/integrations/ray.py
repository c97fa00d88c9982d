"""Ray Tune: `SightlineCallback` logs every trial to a run, with its hyperparameters and status."""

from __future__ import annotations

import numbers
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from ray.tune.logger import TBXLoggerCallback

from sightline.integrations.session import FLUSH_SECS, end_session

# Not metrics of the training; the configuration is logged as hyperparameters.
_LEFT_OUT = frozenset({"config", "pid", "timestamp", "time_total_s", "training_iteration", "done"})
_VIDEO_FPS = 20


class SightlineCallback(TBXLoggerCallback):
    """Logs each trial into its own folder: ``tune.RunConfig(callbacks=[SightlineCallback()])``.

    Tags and steps are those of Ray's own TensorBoard logger (``ray/tune/<name>``), which it stands in for:
    Ray adds its own where no callback is one.

    :param metrics: names of results that judge a trial, shown beside its hyperparameters.
    """

    def __init__(self, metrics: tuple[str, ...] | list[str] = ()) -> None:
        """Take the metrics; a trial's run is opened when it starts."""
        self._metrics = [f"ray/tune/{name}" for name in metrics]
        self._writers: dict[Any, Any] = {}

    def log_trial_start(self, trial: Any) -> None:
        """Open the run and log the trial's parameters, so that it is in the table while it runs."""
        from sightline.writer.summary_writer import SummaryWriter

        if trial in self._writers:
            self._writers.pop(trial).close()
        trial.init_local_path()
        writer = self._writers[trial] = SummaryWriter(trial.local_path, flush_secs=FLUSH_SECS)
        writer.log_hparams(
            dict(trial.evaluated_params or trial.config), self._metrics, trial_id=trial.trial_id
        )
        writer.flush()

    def log_trial_result(self, iteration: int, trial: Any, result: dict[str, Any]) -> None:
        """Log the numbers of one result."""
        if trial not in self._writers:
            self.log_trial_start(trial)
        writer = self._writers[trial]
        step = result.get("timesteps_total") or result["training_iteration"]
        for name, value in _flat({key: result[key] for key in result if key not in _LEFT_OUT}, "ray/tune/"):
            _log(writer, name, value, step)

    def log_trial_end(self, trial: Any, failed: bool = False) -> None:
        """Log how the trial ended."""
        writer = self._writers.pop(trial, None)
        if writer is not None:
            end_session(writer, succeeded=not failed)
            writer.close()


def _flat(nested: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in nested.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}/")
        else:
            yield prefix + name, value


def _log(writer: Any, tag: str, value: Any, step: int) -> None:
    """Log a number, or an array by its rank: one image, several, videos, else a histogram."""
    if isinstance(value, bool):
        return
    if isinstance(value, numbers.Number):
        writer.add_scalar(tag, value, step)
    elif isinstance(value, np.ndarray) and value.ndim in (3, 4, 5) and value.size:
        if value.ndim == 5:
            writer.add_video(tag, value, step, fps=_VIDEO_FPS)
        else:
            (writer.add_image if value.ndim == 3 else writer.add_images)(tag, value, step)
    elif isinstance(value, list | np.ndarray) and len(value):
        array = np.asarray(value)
        if array.dtype.kind in "iuf":
            writer.add_histogram(tag, array, step)
