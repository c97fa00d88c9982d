"""SightlineTracker for Hugging Face accelerate: ``Accelerator(log_with=[SightlineTracker("runs/a")])``."""

from __future__ import annotations

import os
from typing import Any

from accelerate import PartialState
from accelerate.tracking import GeneralTracker

from sightline.integrations.session import end_session


class SightlineTracker(GeneralTracker):
    """Logs to one run, hyperparameters too; accelerate's own makes a run and a folder more for them.

    :param log_dir: folder of the run.
    :param metrics: tags that judge the run, shown beside its hyperparameters.
    :param kwargs: more arguments of `sightline.SummaryWriter`.
    """

    name = "sightline"
    requires_logging_directory = False
    main_process_only = True

    def __init__(
        self, log_dir: str | os.PathLike[str], *, metrics: tuple[str, ...] | list[str] = (), **kwargs: Any
    ) -> None:
        super().__init__()
        self._log_dir = os.fspath(log_dir)
        self._metrics = list(metrics)
        self._kwargs = kwargs
        self._writer: Any = None
        self._has_session = False
        self._is_main: bool | None = None

    @property
    def is_main(self) -> bool:
        """Whether this is the process that logs; accelerate is asked once, since asking takes 20 µs."""
        if self._is_main is None:
            self._is_main = bool(PartialState().is_main_process)
        return self._is_main

    @property
    def tracker(self) -> Any:
        """The `sightline.SummaryWriter` of the run; its file is made at the first use."""
        if self._writer is None:
            from sightline.writer.summary_writer import SummaryWriter

            self._writer = SummaryWriter(self._log_dir, **self._kwargs)
        return self._writer

    def start(self) -> None:
        """Do nothing: the file is made at the first value."""

    def store_init_configuration(self, values: dict[str, Any]) -> None:
        """Log hyperparameters, nested ones too."""
        if not self.is_main:
            return
        self._has_session = True
        self.tracker.log_hparams(values, self._metrics)
        self.tracker.flush()

    def log(self, values: dict[str, Any], step: int | None = None, **kwargs: Any) -> None:
        """Log numbers and texts at a step; a dict of numbers as `add_scalars`."""
        if not self.is_main:
            return
        writer = self.tracker
        for tag, value in values.items():
            if isinstance(value, str):
                writer.add_text(tag, value, step, **kwargs)
            elif isinstance(value, dict):
                writer.add_scalars(tag, value, step, **kwargs)
            else:
                writer.add_scalar(tag, value, step, **kwargs)

    def log_images(self, values: dict[str, Any], step: int | None = None, **kwargs: Any) -> None:
        """Log batches of images."""
        for tag, images in values.items() if self.is_main else ():
            self.tracker.add_images(tag, images, step, **kwargs)

    def finish(self) -> None:
        """End the run."""
        if self._writer is not None:
            if self._has_session:
                end_session(self._writer, succeeded=True)
            self._writer.close()
