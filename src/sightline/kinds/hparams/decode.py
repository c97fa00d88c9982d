"""The hparams values of any producer → experiment, session start or session end, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.formats import messages
from sightline.formats.summary_values import parsed, value_of

_TYPES = {0: None, 1: "string", 2: "bool", 3: "number"}
_DATASETS = {0: None, 1: "training", 2: "validation"}
_STATUS = {0: "unknown", 1: "success", 2: "failure", 3: "running"}
Plain = bool | float | str | None


@dataclass(frozen=True, slots=True)
class HParamInfo:
    """A declared hyperparameter: its type ("string", "bool", "number" or None) and domain, where declared."""

    name: str
    display_name: str
    description: str
    type: str | None
    values: tuple[Plain, ...] | None
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """A declared metric: the scalar `tag` in the session's run, or in its sub-run `group`."""

    tag: str
    group: str
    display_name: str
    description: str
    dataset: str | None

    @property
    def full_tag(self) -> str:
        """The tag as the session lists it: with the name of the sub-run before it, if any."""
        return f"{self.group}/{self.tag}" if self.group else self.tag


@dataclass(frozen=True, slots=True)
class Experiment:
    """What an experiment declares."""

    name: str
    description: str
    user: str
    time_created_secs: float
    hparams: tuple[HParamInfo, ...]
    metrics: tuple[MetricInfo, ...]


@dataclass(frozen=True, slots=True)
class SessionStart:
    """The hyperparameters of one session; sessions of one group name are repeats of one trial."""

    hparams: dict[str, Plain]
    group_name: str
    start_time_secs: float
    model_uri: str
    monitor_url: str


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """How a session ended: "unknown", "success", "failure" or "running"."""

    status: str
    end_time_secs: float


def decode(data: Any) -> Experiment | SessionStart | SessionEnd:
    """The content of a serialized (or parsed) Summary.Value; ValueError when it is none of the three."""
    value = value_of(data)
    return decode_content(value.metadata.plugin_data.content)


def decode_content(content: bytes) -> Experiment | SessionStart | SessionEnd:
    """The same from the plugin content alone, which a tag's metadata has."""
    message = parsed(messages.HParamsPluginData, content, kind="hparams")
    if message.version != 0:
        raise ValueError(f"hparams: version {message.version} is not known")
    which = message.WhichOneof("data")
    if which == "experiment":
        return _experiment(message.experiment)
    if which == "session_start_info":
        return _start(message.session_start_info)
    if which == "session_end_info":
        end = message.session_end_info
        return SessionEnd(_STATUS.get(end.status, "unknown"), end.end_time_secs)
    raise ValueError("hparams: neither an experiment nor a session")


def _experiment(message: Any) -> Experiment:
    hparams = tuple(_hparam(info) for info in message.hparam_infos)
    metrics = tuple(_metric(info) for info in message.metric_infos)
    return Experiment(
        message.name, message.description, message.user, message.time_created_secs, hparams, metrics
    )


def _hparam(info: Any) -> HParamInfo:
    domain = info.WhichOneof("domain")
    values = tuple(_plain(v) for v in info.domain_discrete.values) if domain == "domain_discrete" else None
    interval = None
    if domain == "domain_interval":
        interval = (info.domain_interval.min_value, info.domain_interval.max_value)
    kind = _TYPES.get(info.type)
    return HParamInfo(info.name, info.display_name, info.description, kind, values, interval)


def _metric(info: Any) -> MetricInfo:
    dataset = _DATASETS.get(info.dataset_type)
    return MetricInfo(info.name.tag, info.name.group, info.display_name, info.description, dataset)


def _start(message: Any) -> SessionStart:
    hparams = {name: _plain(message.hparams[name]) for name in sorted(message.hparams)}
    return SessionStart(
        hparams, message.group_name, message.start_time_secs, message.model_uri, message.monitor_url
    )


def _plain(value: Any) -> Plain:
    """A protobuf Value of one of the three types; anything else as text."""
    which = value.WhichOneof("kind")
    if which in (None, "null_value"):
        return None
    plain = getattr(value, which)
    return plain if which in ("bool_value", "number_value", "string_value") else str(plain)
