"""SummaryWriter's methods for hyperparameters."""

from __future__ import annotations

import os
import time

from sightline.writer.arguments import as_number, as_step, as_tag
from sightline.writer.base import WriterBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


class HParamsMethods(WriterBase):
    """add_hparams as torch has it, and log_hparams, which needs no run of its own."""

    def add_hparams(
        self,
        hparam_dict: Mapping[str, Any],
        metric_dict: Mapping[str, Any],
        hparam_domain_discrete: Mapping[str, list[Any]] | str | None = None,
        run_name: str | None = None,
        global_step: Any = None,
        *,
        name: str | None = None,
        step: Any = None,
    ) -> None:
        """Log hyperparameters with the metrics they led to, in a sub-run named by the time or `run_name`.

        ``run_name="."`` keeps them in this run. Numbers, text and booleans (as 1 and 0, like torch) are
        taken, None is left out. `name` is tensorboardX's word for `run_name`. See also `log_hparams`.
        """
        if isinstance(hparam_domain_discrete, str):  # tensorboardX's third argument is the name
            hparam_domain_discrete, name = None, hparam_domain_discrete
        at = as_step(global_step, step)
        hparams = _torch_hparams(hparam_dict)
        metrics = _metrics("add_hparams", metric_dict)
        values = _torch_values(hparams, metrics, _torch_domains(hparam_dict, hparam_domain_discrete))
        run = os.fspath(run_name or name or str(time.time()))
        if os.path.normpath(run) == ".":
            self._add_session(self._file, values, metrics, at)
            return
        file = self._open_file(os.path.join(os.fspath(self.log_dir), run))
        self._add_session(file, values, metrics, at)
        file.close()

    def log_hparams(
        self,
        hparams: Any,
        metrics: Mapping[str, Any] | Iterable[str] = (),
        global_step: Any = None,
        *,
        trial_id: str | None = None,
        step: Any = None,
    ) -> None:
        """Log hyperparameters of this very run: no sub-run, nested ones flattened, booleans as booleans.

        `hparams` is a (nested) dict, dataclass or Namespace; lists and other objects are logged as text.
        `metrics` names the scalar tags that judge the run, or holds the final values, which are then logged
        too and end the session. Runs of one `trial_id` (by default: with equal hyperparameters) count as
        repeats of a trial.
        """
        from sightline.kinds.hparams import encode

        at = as_step(global_step, step)
        plain = _own_hparams(hparams)
        final = _metrics("log_hparams", metrics) if hasattr(metrics, "items") else {}
        tags = [as_tag(tag, "metric") for tag in metrics]
        values = [
            encode.experiment_value(encode.experiment(plain, tags)),
            encode.session_start_value(
                plain, group_name=encode.trial_id_of(plain, trial_id), start_time_secs=time.time()
            ),
        ]
        if final:
            values.append(encode.session_end_value(end_time_secs=time.time()))
        self._add_session(self._file, values, final, at)

    def _add_session(self, file: Any, values: list[Any], metrics: dict[str, float], step: int) -> None:
        for value in values:
            file.add_value(value.SerializeToString(), step, None)
        for tag, number in metrics.items():
            file.add_scalar(tag, number, step, None)
            if file is self._file:
                self._claim_tag(tag, "scalar")


def hparams_summaries(
    hparam_dict: Mapping[str, Any],
    metric_dict: Mapping[str, Any],
    hparam_domain_discrete: Mapping[str, list[Any]] | None = None,
) -> tuple[Any, Any, Any]:
    """Return three Summary messages, as torch's `summary.hparams`: experiment, session start, session end."""
    from sightline.formats import messages

    metrics = _metrics("hparams", metric_dict)
    domains = _torch_domains(hparam_dict, hparam_domain_discrete)
    experiment, start, end = _torch_values(_torch_hparams(hparam_dict), metrics, domains)
    summary = messages.Summary
    return summary(value=[experiment]), summary(value=[start]), summary(value=[end])


def _metrics(call: str, metrics: Any) -> dict[str, float]:
    if not hasattr(metrics, "items"):
        raise TypeError(f"{call}: expected a dict of metrics, got {type(metrics).__name__}")
    return {as_tag(tag, "metric"): as_number(v, f"{call} metric {tag!r}") for tag, v in metrics.items()}


def _torch_hparams(hparams: Any) -> dict[str, float | str]:
    from sightline.kinds.hparams.encode import as_plain

    if not hasattr(hparams, "items"):
        raise TypeError(f"add_hparams: expected a dict of hyperparameters, got {type(hparams).__name__}")
    given = {as_tag(name, "hyperparameter"): v for name, v in hparams.items() if v is not None}
    return {name: _as_in_torch(as_plain(name, value)) for name, value in given.items()}


def _as_in_torch(value: bool | float | str) -> float | str:
    return value if isinstance(value, str) else float(value)


def _torch_domains(hparams: Mapping[str, Any], domains: Any) -> dict[str, list[Any]]:
    if not hasattr(domains or {}, "items"):
        raise TypeError(
            f"add_hparams: expected a dict for hparam_domain_discrete, got {type(domains).__name__}"
        )
    found = {}
    for name, values in (domains or {}).items():
        if name not in hparams or not isinstance(values, (list, tuple)):
            raise TypeError(f"add_hparams: expected a list of values for the domain of {name!r}")
        if not all(isinstance(value, type(hparams[name])) for value in values):
            raise TypeError(
                f"add_hparams: expected {type(hparams[name]).__name__} values for the domain of {name!r}"
            )
        found[name] = [_as_in_torch(value) for value in values]
    return found


def _torch_values(hparams: dict[str, Any], metrics: dict[str, float], domains: dict[str, Any]) -> list[Any]:
    from sightline.kinds.hparams import encode

    return [
        encode.experiment_value(encode.experiment(hparams, metrics, domains), bare=True),
        encode.session_start_value(hparams, bare=True),
        encode.session_end_value(bare=True),
    ]


def _own_hparams(hparams: Any) -> dict[str, Any]:
    from sightline.kinds.hparams import encode

    nested = encode.as_mapping(hparams)
    if nested is None:
        raise TypeError(f"log_hparams: expected a dict, dataclass or Namespace, got {type(hparams).__name__}")
    plain = {}
    for name, value in encode.flattened(nested).items():
        if value is None:
            continue
        try:
            plain[as_tag(name, "hyperparameter")] = encode.as_plain(name, value)
        except TypeError:
            plain[name] = str(value)
    return plain
