"""SightlineCallback for the Trainer of Hugging Face transformers, and of TRL and sentence-transformers."""

from __future__ import annotations

import os
import time
from typing import Any

from transformers import TrainerCallback

from sightline.integrations.session import FLUSH_SECS, end_session
from sightline.writer.notices import warn_user

# As the Trainer names what it logs, and as TensorBoard's callback groups it.
_GROUPS = (("eval_", "eval/"), ("test_", "test/"))


class SightlineCallback(TrainerCallback):
    """Logs what `TensorBoardCallback` logs, and the training arguments as hyperparameters.

    Use it with ``report_to="none"``.

    :param log_dir: folder of the run; ``$TENSORBOARD_LOGGING_DIR``, else ``<output_dir>/runs/<time>_<host>``.
    :param writer: a writer to log to, in place of a folder; it is left open.
    :param hparams: hyperparameters beside the training arguments.
    :param metrics: tags that judge the run, shown beside its hyperparameters.
    """

    def __init__(
        self,
        log_dir: str | os.PathLike[str] | None = None,
        *,
        writer: Any = None,
        hparams: dict[str, Any] | None = None,
        metrics: tuple[str, ...] | list[str] = ("eval/loss", "train/loss"),
    ) -> None:
        """Choose the run; its file is made when training begins."""
        given = log_dir or os.environ.get("TENSORBOARD_LOGGING_DIR")
        self._log_dir = None if given is None else os.path.expanduser(os.fspath(given))
        self._writer = writer
        self._is_ours = writer is None
        self._hparams = dict(hparams or {})
        self._metrics = list(metrics)

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Log the arguments, the model's configuration and the hyperparameters."""
        if not state.is_world_process_zero:
            return
        writer = self._open(args, state)
        writer.add_text("args", args.to_json_string())
        config = getattr(kwargs.get("model"), "config", None)
        if config is not None:
            writer.add_text("model_config", config.to_json_string())
        writer.log_hparams({**_hyperparameters(args), **self._hparams}, self._metrics)
        writer.flush()

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        """Log numbers and texts under ``train/``, ``eval/`` or ``test/``."""
        if not state.is_world_process_zero:
            return
        writer = self._open(args, state)
        for name, value in (logs or {}).items():
            tag = _tag(name)
            if isinstance(value, str):
                writer.add_text(tag, value, state.global_step)
                continue
            try:
                writer.add_scalar(tag, value, state.global_step)
            except (TypeError, ValueError):
                warn_user(f"{tag}: {type(value).__name__} is not a number; it is not logged")

    def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """End the run."""
        if self._writer is None or not state.is_world_process_zero:
            return
        end_session(self._writer, succeeded=True)
        self._writer.flush()
        if self._is_ours:
            self._writer.close()
            self._writer = None

    def _open(self, args: Any, state: Any) -> Any:
        if self._writer is None:
            from sightline.writer.summary_writer import SummaryWriter

            self._writer = SummaryWriter(self._folder(args, state), flush_secs=FLUSH_SECS)
        return self._writer

    def _folder(self, args: Any, state: Any) -> str:
        if self._log_dir is None:
            from sightline._native import host_name

            name = time.strftime("%b%d_%H-%M-%S") + "_" + host_name()
            self._log_dir = os.path.join(args.output_dir, "runs", name)
        trial = state.trial_name if state.is_hyper_param_search else None
        return os.path.join(self._log_dir, trial) if trial else self._log_dir


def _tag(name: str) -> str:
    for prefix, group in _GROUPS:
        if name.startswith(prefix):
            return group + name[len(prefix) :]
    return "train/" + name


def _hyperparameters(args: Any) -> dict[str, Any]:
    """The training arguments that are numbers, text or booleans; folders and switches of logging are none."""
    left_out = ("_dir", "report_to", "run_name", "logging_", "hub_", "push_to_hub", "disable_tqdm", "log_")
    return {
        name: value
        for name, value in args.to_dict().items()
        if isinstance(value, (bool, int, float, str)) and not any(part in name for part in left_out)
    }
