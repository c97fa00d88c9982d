"""The context that a hosted plugin is given: TensorBoard's, over the board's API."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cached_property
from typing import Any

from tensorboard.plugins import base_plugin

from sightline.tensorboard.host.config import HostConfig


class HostContext(base_plugin.TBContext):
    """Has a data provider and no multiplexer, and knows whether somebody asked for that one.

    Its fields are made when they are asked for: a plugin that cannot be loaded mostly asks for none.
    """

    def __init__(self, config: HostConfig, loader: Any) -> None:
        self._config = config
        self._loader = loader
        self.logdir = config.logdir
        self.window_title = config.window_title
        self.plugin_name_to_instance: dict[str, Any] = {}
        self.sampling_hints: dict[str, int] = {}
        self.wanted_multiplexer = False

    @property
    def multiplexer(self) -> None:
        """None, and that it was asked for is recorded."""
        self.wanted_multiplexer = True

    @cached_property
    def data_provider(self) -> Any:
        """The logs."""
        from sightline.tensorboard.host.board_client import BoardClient
        from sightline.tensorboard.host.data_provider import BoardDataProvider

        return BoardDataProvider(
            BoardClient(self._config.board), self._config.logdir or self._config.logdir_spec
        )

    @cached_property
    def assets_zip_provider(self) -> Callable[[], Any] | None:
        """The files of TensorBoard's front end."""
        from tensorboard import assets

        found: Callable[[], Any] | None = assets.get_default_assets_zip_provider()
        return found

    @cached_property
    def flags(self) -> argparse.Namespace:
        """TensorBoard's flags and those of the plugin, all as if none was given but the log directory."""
        from tensorboard.plugins.core.core_plugin import CorePluginLoader

        parser = argparse.ArgumentParser(allow_abbrev=False)
        CorePluginLoader().define_flags(parser)
        self._loader.define_flags(parser)
        flags = parser.parse_args([])
        flags.logdir, flags.logdir_spec = self._config.logdir, self._config.logdir_spec
        flags.window_title, flags.path_prefix = self._config.window_title, ""
        flags.samples_per_plugin = {}
        return flags
