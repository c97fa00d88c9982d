"""Hyperparameters and the metrics that judge them → the values of an experiment and of a session."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.summary_values import tensor_value
from sightline.kinds.hparams.tags import EXPERIMENT_TAG, SESSION_END_TAG, SESSION_START_TAG

PLUGIN = "hparams"
_TYPES = {"string_value": 1, "bool_value": 2, "number_value": 3}
STATUS_SUCCESS = 1


def experiment_value(experiment: Any, *, bare: bool = False) -> Any:
    """The value of an Experiment message."""
    return _value(EXPERIMENT_TAG, messages.HParamsPluginData(experiment=experiment), bare)


def session_start_value(
    hparams: Mapping[str, Any],
    *,
    group_name: str = "",
    start_time_secs: float = 0.0,
    bare: bool = False,
) -> Any:
    """The value of a session's start with plain hyperparameter values (`as_plain` makes them)."""
    start = messages.SessionStartInfo(group_name=group_name, start_time_secs=start_time_secs)
    for name, value in hparams.items():
        setattr(start.hparams[name], _field(value), value)
    return _value(SESSION_START_TAG, messages.HParamsPluginData(session_start_info=start), bare)


def session_end_value(status: int = STATUS_SUCCESS, end_time_secs: float = 0.0, *, bare: bool = False) -> Any:
    """The value of a session's end; status 1 is success, 2 failure, 3 still running."""
    end = messages.SessionEndInfo(status=status, end_time_secs=end_time_secs)
    return _value(SESSION_END_TAG, messages.HParamsPluginData(session_end_info=end), bare)


def experiment(
    hparams: Mapping[str, Any], metrics: Iterable[str], domains: Mapping[str, list[Any]] | None = None
) -> Any:
    """An Experiment message that lists the hyperparameters by their values, and the metrics' tags."""
    message = messages.Experiment()
    for name, value in hparams.items():
        info = message.hparam_infos.add(name=name, type=_TYPES[_field(value)])
        if domains and name in domains:
            info.domain_discrete.extend(domains[name])
    for tag in metrics:
        message.metric_infos.add().name.tag = tag
    return message


def as_plain(name: str, value: Any) -> bool | float | str:
    """A bool, number or text out of Python's, numpy's or a tensor of one element; TypeError otherwise."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)):
        return float(value) if isinstance(value, float) else value
    if isinstance(value, (list, tuple, dict, set)) or not hasattr(value, "item"):
        raise TypeError(
            f"hyperparameter {name!r}: expected bool, int, float, str or None, got {type(value).__name__}"
        )
    try:
        plain = value.item()
    except (RuntimeError, ValueError) as error:
        raise TypeError(f"hyperparameter {name!r}: expected one number ({error})") from error
    return as_plain(name, plain)


def trial_id_of(hparams: Mapping[str, Any], trial_id: str | None = None) -> str:
    """The given id, or TensorBoard's hash of the values: sessions of one id are repeats of a trial."""
    if trial_id is None:
        text = json.dumps(dict(hparams), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
    if not isinstance(trial_id, str):
        raise TypeError(f"trial_id: expected text (str), got {type(trial_id).__name__}")
    return trial_id


def flattened(nested: Mapping[Any, Any], separator: str = "/") -> dict[str, Any]:
    """A nested mapping (dict, Namespace, dataclass) as one level: {"opt": {"lr": 1}} → {"opt/lr": 1}."""
    flat: dict[str, Any] = {}
    for name, value in nested.items():
        inner = as_mapping(value)
        if inner is None:
            flat[str(name)] = value
        else:
            flat.update({f"{name}{separator}{key}": v for key, v in flattened(inner, separator).items()})
    return flat


def as_mapping(value: Any) -> Mapping[Any, Any] | None:
    """The value as a mapping when it is one, a dataclass, a named tuple or a Namespace; otherwise None."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, type):
        return None
    if hasattr(value, "__dataclass_fields__"):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        fields: Mapping[Any, Any] = value._asdict()
        return fields
    return vars(value) if type(value).__name__ in ("Namespace", "SimpleNamespace") else None


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "bool_value"
    return "string_value" if isinstance(value, str) else "number_value"


def _value(tag: str, content: Any, bare: bool) -> Any:
    """`bare` leaves the tensor out, as torch does; TensorFlow's own way is an empty one."""
    empty = None if bare else np.zeros(0, dtype=np.float32)
    return tensor_value(tag, empty, plugin=PLUGIN, content=content.SerializeToString())
