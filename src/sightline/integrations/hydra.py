"""Hydra: the composed configuration of a job as hyperparameters of its run.

`log_config(cfg, writer)` in the program, or `SightlineCallback` in the configuration::

    hydra:
      callbacks:
        sightline:
          _target_: sightline.integrations.hydra.SightlineCallback
"""

from __future__ import annotations

import os
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig, OmegaConf

from sightline.integrations.session import end_session


def log_config(cfg: Any, writer: Any, *, metrics: tuple[str, ...] | list[str] = ()) -> None:
    """Log a composed configuration as hyperparameters, and as the texts ``config`` and ``overrides``."""
    cfg = cfg if OmegaConf.is_config(cfg) else OmegaConf.create(cfg)
    own = {
        str(name): _resolved(cfg, name)
        for name in cfg
        if name != "hydra" and not OmegaConf.is_missing(cfg, name)
    }
    writer.log_hparams(own, list(metrics))
    writer.add_text("config", "```yaml\n" + OmegaConf.to_yaml(OmegaConf.create(own)) + "```")
    overrides = _task_overrides(cfg)
    if overrides:
        writer.add_text("overrides", "\n".join(f"- `{override}`" for override in overrides))
    writer.flush()


class SightlineCallback(Callback):
    """Logs the configuration of every job into the job's folder, and whether the job succeeded.

    :param log_dir: folder of the run below the job's own; "" is the job's own.
    :param metrics: tags that judge the run, shown beside its hyperparameters.
    """

    def __init__(self, log_dir: str = "", metrics: tuple[str, ...] | list[str] = ()) -> None:
        """Take what the configuration gives; a job opens its file when it begins."""
        self._log_dir = log_dir
        self._metrics = list(metrics)
        self._writer: Any = None

    def on_job_start(self, config: DictConfig, **kwargs: Any) -> None:
        """Log the configuration of a job."""
        from sightline.writer.summary_writer import SummaryWriter

        folder = OmegaConf.select(config, "hydra.runtime.output_dir") or os.getcwd()
        self._writer = SummaryWriter(os.path.join(folder, self._log_dir))
        log_config(config, self._writer, metrics=self._metrics)

    def on_job_end(self, config: DictConfig, job_return: Any, **kwargs: Any) -> None:
        """Log how a job ended."""
        if self._writer is not None:
            succeeded = job_return.status.name == "COMPLETED"
            raised = None if succeeded else getattr(job_return, "_return_value", None)
            error = raised if isinstance(raised, BaseException) else None
            end_session(self._writer, succeeded=succeeded, error=error)
            self._writer.close()
            self._writer = None


def _resolved(cfg: Any, name: Any) -> Any:
    """One entry in plain types. Hydra's own part may have interpolations that lead nowhere yet."""
    value = cfg[name]
    return OmegaConf.to_container(value, resolve=True) if OmegaConf.is_config(value) else value


def _task_overrides(cfg: Any) -> list[str]:
    found = OmegaConf.select(cfg, "hydra.overrides.task")
    if found is None:
        from hydra.core.hydra_config import HydraConfig

        found = HydraConfig.get().overrides.task if HydraConfig.initialized() else ()
    return [str(override) for override in found]
