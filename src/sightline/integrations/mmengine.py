"""MMEngine: a visualization backend, ``vis_backends=[dict(type="SightlineVisBackend")]``.

Import this module once, for example by ``custom_imports=dict(imports=["sightline.integrations.mmengine"])``.
"""

from __future__ import annotations

import os
from typing import Any

from mmengine.registry import VISBACKENDS
from mmengine.visualization.vis_backend import BaseVisBackend, force_init_env


@VISBACKENDS.register_module()
class SightlineVisBackend(BaseVisBackend):
    """Logs to the folder of the visualizer; the configuration becomes the run's hyperparameters."""

    def __init__(self, save_dir: str, metrics: tuple[str, ...] | list[str] = (), **kwargs: Any) -> None:
        super().__init__(save_dir)
        self._metrics = list(metrics)
        self._kwargs = kwargs
        self._writer: Any = None

    def _init_env(self) -> None:
        """Open the run; MMEngine calls it before the first value."""
        from sightline.writer.summary_writer import SummaryWriter

        self._writer = SummaryWriter(os.fspath(self._save_dir), **self._kwargs)

    @property
    @force_init_env
    def experiment(self) -> Any:
        """The `sightline.SummaryWriter` of the run."""
        return self._writer

    @force_init_env
    def add_config(self, config: Any, **kwargs: Any) -> None:
        """Log the configuration as hyperparameters and as a text."""
        self._writer.log_hparams(config.to_dict(), self._metrics)
        self._writer.add_text("config", "```python\n" + config.pretty_text + "\n```")

    @force_init_env
    def add_image(self, name: str, image: Any, step: int = 0, **kwargs: Any) -> None:
        """Log an image (height, width, channels)."""
        self._writer.add_image(name, image, step, dataformats="HWC")

    @force_init_env
    def add_scalar(self, name: str, value: Any, step: int = 0, **kwargs: Any) -> None:
        """Log one number."""
        self._writer.add_scalar(name, value, step)

    @force_init_env
    def add_scalars(
        self, scalar_dict: dict[str, Any], step: int = 0, file_path: str | None = None, **kwargs: Any
    ) -> None:
        """Log several numbers; `step` may be among them."""
        step = scalar_dict.get("step", step)
        for name, value in scalar_dict.items():
            if name != "step":
                self.add_scalar(name, value, step)

    def close(self) -> None:
        """Close the run."""
        if self._writer is not None:
            self._writer.close()
