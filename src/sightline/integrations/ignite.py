"""Ignite: `SightlineLogger` with the handlers of its `TensorboardLogger`."""

from __future__ import annotations

from typing import Any

from ignite.handlers import tensorboard_logger as _theirs
from ignite.handlers.base_logger import BaseLogger


class SightlineLogger(_theirs.TensorboardLogger):
    """Logs to a run. Takes the arguments of `sightline.SummaryWriter`; ``attach_output_handler`` and the
    handlers of `ignite.handlers.tensorboard_logger` work with it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Open the run."""
        from sightline.writer.summary_writer import SummaryWriter

        BaseLogger.__init__(self)
        self.writer = SummaryWriter(*args, **kwargs)

    def close(self) -> None:
        """Close the run."""
        self.writer.close()
