"""Experiments and sessions → Summary messages, and on to the default writer of `sightline.summary`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any

from sightline.hparams.declared import HParam, Metric

# Where torch's writer, and then TensorFlow's, have their Summary message.
_STANDARD_MESSAGES = ("tensorboard.compat.proto.summary_pb2", "tensorflow.core.framework.summary_pb2")


def hparams(
    hparams: Mapping[Any, Any], trial_id: str | None = None, start_time_secs: float | None = None
) -> bool:
    """Write a session's hyperparameters to the default writer; return whether there was one.

    Keys are names or `HParam` objects, values Python or numpy numbers, texts or booleans. Sessions of one
    `trial_id` (by default a hash of the values) are repeats of one trial.
    """
    return _write(hparams_pb(hparams, trial_id, start_time_secs))


def hparams_pb(
    hparams: Mapping[Any, Any], trial_id: str | None = None, start_time_secs: float | None = None
) -> Any:
    """Return the Summary message that `hparams` writes, for writers of any package."""
    from sightline.kinds.hparams.encode import session_start_value, trial_id_of

    plain = _plain(hparams)
    value = session_start_value(
        {name: plain[name] for name in sorted(plain)},
        group_name=trial_id_of(plain, trial_id),
        start_time_secs=time.time() if start_time_secs is None else start_time_secs,
    )
    return _summary(value)


def hparams_config(
    hparams: Iterable[HParam], metrics: Iterable[Metric], time_created_secs: float | None = None
) -> bool:
    """Write what an experiment varies and is judged by; return whether there was a default writer."""
    return _write(hparams_config_pb(hparams, metrics, time_created_secs))


def hparams_config_pb(
    hparams: Iterable[HParam], metrics: Iterable[Metric], time_created_secs: float | None = None
) -> Any:
    """Return the Summary message that `hparams_config` writes."""
    from sightline.formats import messages
    from sightline.kinds.hparams.encode import experiment_value

    experiment = messages.Experiment(time_created_secs=time_created_secs)
    for hparam in hparams:
        info = experiment.hparam_infos.add(
            name=hparam.name, description=hparam.description, display_name=hparam.display_name
        )
        if hparam.domain is not None:
            hparam.domain.update_hparam_info(info)
    experiment.metric_infos.extend(metric.as_proto() for metric in metrics)
    return _summary(experiment_value(experiment))


def session_end(status: str = "success", end_time_secs: float | None = None) -> bool:
    """Write how a session ended ("success", "failure" or "running"); return whether there was a writer."""
    return _write(session_end_pb(status, end_time_secs))


def session_end_pb(status: str = "success", end_time_secs: float | None = None) -> Any:
    """Return the Summary message that `session_end` writes."""
    from sightline.kinds.hparams.encode import session_end_value

    numbers = {"success": 1, "failure": 2, "running": 3}
    if status not in numbers:
        raise ValueError(f"session_end: expected one of {sorted(numbers)}, got {status!r}")
    return _summary(
        session_end_value(numbers[status], time.time() if end_time_secs is None else end_time_secs)
    )


def _plain(hparams: Mapping[Any, Any]) -> dict[str, Any]:
    from sightline.kinds.hparams.encode import as_plain

    if not hasattr(hparams, "items"):
        raise TypeError(f"hparams: expected a dict of values, got {type(hparams).__name__}")
    plain: dict[str, Any] = {}
    for key, value in hparams.items():
        name = key.name if isinstance(key, HParam) else key
        if name in plain:
            raise ValueError(f"hyperparameter {name!r}: expected one value, got two")
        plain[name] = as_plain(name, value)
    return plain


def _summary(value: Any) -> Any:
    """A Summary that other writers take: their own message where its package is loaded, else ours."""
    from sightline.formats import messages

    summary = messages.Summary(value=[value])
    for name in _STANDARD_MESSAGES:
        if standard := sys.modules.get(name):
            return standard.Summary.FromString(summary.SerializeToString())
    return summary


def _write(summary: Any) -> bool:
    from sightline.summary.experimental import write_raw_pb

    return write_raw_pb(summary, step=0)
