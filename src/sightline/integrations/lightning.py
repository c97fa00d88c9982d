"""SightlineLogger for Lightning, under either of its names (`lightning`, `pytorch_lightning`)."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sightline.formats.whole_file import write_file
from sightline.integrations.session import end_session
from sightline.kinds.hparams import encode
from sightline.writer.notices import warn_user


def _package() -> str:
    """The package that the program has imported, else the one that is installed."""
    if "lightning" in sys.modules or ("pytorch_lightning" not in sys.modules and find_spec("lightning")):
        return "lightning.pytorch"
    return "pytorch_lightning"


_PACKAGE = _package()
_logger = import_module(f"{_PACKAGE}.loggers.logger")
_rank_zero_only = import_module(f"{_PACKAGE}.utilities").rank_zero_only

_VERSION = re.compile(r"version_(\d+)")
_FINISHED = ("success", "finished")


class SightlineLogger(_logger.Logger):  # type: ignore[name-defined]
    """Logs a Lightning training to ``save_dir/name/version``, with the arguments of `TensorBoardLogger`.

    Hyperparameters and metrics share one run, whose status is "running" until the training ends.

    :param save_dir: root of all experiments.
    :param name: name of the experiment; "" leaves that folder out.
    :param version: a number, or a name used as it is; the next free number if not given.
    :param log_graph: draw the model from its ``example_input_array``.
    :param default_hp_metric: log ``hp_metric`` (-1) where no metrics are named, as Lightning does.
    :param prefix: goes before every metric's name, joined by "-".
    :param sub_dir: a folder below the version.
    :param metrics: tags of the metrics that judge a run, shown beside its hyperparameters.
    :param kwargs: more arguments of `sightline.SummaryWriter`.
    """

    LOGGER_JOIN_CHAR = "-"
    NAME_HPARAMS_FILE = "hparams.yaml"

    def __init__(
        self,
        save_dir: str | os.PathLike[str],
        name: str | None = "lightning_logs",
        version: int | str | None = None,
        log_graph: bool = False,
        default_hp_metric: bool = False,
        prefix: str = "",
        sub_dir: str | os.PathLike[str] | None = None,
        *,
        metrics: tuple[str, ...] | list[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self._save_dir = os.fspath(save_dir)
        self._name = name or ""
        self._version = version
        self._sub_dir = None if sub_dir is None else os.fspath(sub_dir)
        self._log_graph = log_graph
        self._default_hp_metric = default_hp_metric
        self._prefix = prefix
        self._metrics = list(metrics)
        self._kwargs = kwargs
        self._writer: Any = None
        self._saved_hparams: str | None = None
        self.hparams: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return self._name

    @property
    def version(self) -> int | str:
        """The given version, or the next free number."""
        if self._version is None:
            self._version = _next_version(self.root_dir)
        return self._version

    @property
    def save_dir(self) -> str:
        """The root of all experiments."""
        return self._save_dir

    @property
    def root_dir(self) -> str:
        """The folder of the experiment."""
        return _expanded(os.path.join(self._save_dir, self._name))

    @property
    def sub_dir(self) -> str | None:
        """The folder below the version."""
        return self._sub_dir

    @property
    def log_dir(self) -> str:
        """The folder of the run."""
        version = self.version if isinstance(self.version, str) else f"version_{self.version}"
        below = (version,) if self._sub_dir is None else (version, self._sub_dir)
        return _expanded(os.path.join(self.root_dir, *below))

    @property
    @_logger.rank_zero_experiment
    def experiment(self) -> Any:
        """The `sightline.SummaryWriter` of the run; its file is made at the first use."""
        if self._writer is None:
            from sightline.writer.summary_writer import SummaryWriter

            self._writer = SummaryWriter(self.log_dir, **self._kwargs)
        return self._writer

    @_rank_zero_only
    def log_metrics(self, metrics: Mapping[str, Any], step: int | None = None) -> None:
        """Log numbers at a step; a dict of numbers as `add_scalars`."""
        add_scalar = self.experiment.add_scalar
        for name, value in metrics.items():
            tag = f"{self._prefix}{self.LOGGER_JOIN_CHAR}{name}" if self._prefix else name
            if isinstance(value, dict):
                self.experiment.add_scalars(tag, value, step)
            else:
                add_scalar(tag, value, step)

    @_rank_zero_only
    def log_hyperparams(
        self, params: dict[str, Any] | Namespace | None = None, metrics: Any = None, step: int | None = None
    ) -> None:
        """Log hyperparameters of this run; `metrics` are names of tags, or a dict of values to log too."""
        self.hparams.update(_as_dict(params))
        if metrics is not None and not isinstance(metrics, (dict, list, tuple, set)):
            metrics = {"hp_metric": metrics}
        if metrics is None and self._default_hp_metric and not self._metrics:
            metrics = {"hp_metric": -1}
        if isinstance(metrics, dict):
            self.log_metrics(metrics, step)
        names = [*self._metrics, *(name for name in metrics or () if name not in self._metrics)]
        self.experiment.log_hparams(self.hparams, names, step)
        self.experiment.flush()
        self._save_hparams()

    @_rank_zero_only
    def log_graph(self, model: Any, input_array: Any = None) -> None:
        """Draw the model, if the logger was made with `log_graph`."""
        if not self._log_graph:
            return
        example = getattr(model, "example_input_array", None) if input_array is None else input_array
        if example is None:
            warn_user("log_graph: set example_input_array on the model, or pass input_array")
            return
        self.experiment.add_graph(model, example)

    @_rank_zero_only
    def log_image(self, key: str, images: list[Any], step: int | None = None, **kwargs: Any) -> None:
        """Log a list of images, one after the other: ``<key>/0``, ``<key>/1``; a single one as `key`."""
        for index, image in enumerate(images):
            tag = key if len(images) == 1 else f"{key}/{index}"
            self.experiment.add_image(tag, image, step, **kwargs)

    @_rank_zero_only
    def log_text(self, key: str, text: str, step: int | None = None) -> None:
        """Log a text, which may be Markdown."""
        self.experiment.add_text(key, text, step)

    @_rank_zero_only
    def log_table(
        self, key: str, columns: list[str] | None = None, data: Any = None, step: int | None = None
    ) -> None:
        """Log a table: rows with the names of their columns, a data frame, or a dict of columns."""
        self.experiment.add_table(key, data, columns, step)

    @_rank_zero_only
    def save(self) -> None:
        """Flush the run's file, and bring ``hparams.yaml`` up to date."""
        if self._writer is not None:
            self._writer.flush()
        self._save_hparams()

    @_rank_zero_only
    def finalize(self, status: str) -> None:
        """End the run: its hyperparameters get a status, its file is closed."""
        if self._writer is None:
            return
        if self.hparams:
            succeeded = status in _FINISHED
            # Lightning calls this while it handles what the training raised.
            end_session(self._writer, succeeded=succeeded, error=None if succeeded else sys.exc_info()[1])
        self._save_hparams()
        self._writer.close()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the open file behind: a copy in another process opens its own."""
        return {**self.__dict__, "_writer": None}

    def _save_hparams(self) -> None:
        import yaml

        text = yaml.safe_dump(_plain(self.hparams))
        if text != self._saved_hparams and os.path.isdir(self.log_dir):
            write_file(os.path.join(self.log_dir, self.NAME_HPARAMS_FILE), text.encode())
            self._saved_hparams = text


def _as_dict(params: Any) -> dict[str, Any]:
    if params is None:
        return {}
    if type(params).__module__.startswith("omegaconf"):
        return dict(import_module("omegaconf").OmegaConf.to_container(params, resolve=True))
    return dict(vars(params) if isinstance(params, Namespace) else params)


def _plain(value: Any) -> Any:
    """A value of the types that YAML has; anything else as text."""
    mapping = encode.as_mapping(value)
    if mapping is not None:
        return {str(key): _plain(item) for key, item in mapping.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _expanded(path: str) -> str:
    return os.path.expanduser(os.path.expandvars(path))


def _next_version(folder: str) -> int:
    try:
        found = [_VERSION.fullmatch(entry.name) for entry in os.scandir(folder) if entry.is_dir()]
    except OSError:
        return 0
    return max((int(match[1]) for match in found if match), default=-1) + 1
