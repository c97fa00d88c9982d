"""Finds plugins of TensorBoard by their entry points, without importing them or TensorBoard."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

GROUP = "tensorboard_plugins"
_NOT_IN_SLUGS = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class TensorBoardPlugin:
    """A plugin of TensorBoard; package and version are those of the distribution it comes with.

    name: the entry point's; target: what it names, "package.module:Name".
    """

    name: str
    target: str
    package: str
    version: str

    @property
    def slug(self) -> str:
        """The page's name in addresses; apart from built-in pages, which may have the same name."""
        return f"tensorboard-{_NOT_IN_SLUGS.sub('-', self.name)}"


def tensorboard_plugins() -> list[TensorBoardPlugin]:
    """Those that are installed; none where TensorBoard itself is not."""
    return plugins_from(entry_points(group=GROUP)) if find_spec("tensorboard") is not None else []


def plugins_from(points: Iterable[EntryPoint]) -> list[TensorBoardPlugin]:
    """The plugins of entry points, one for each name."""
    found = (
        TensorBoardPlugin(
            name=point.name,
            target=point.value.partition("[")[0].strip(),
            package=point.dist.name if point.dist else point.module.partition(".")[0],
            version=point.dist.version if point.dist else "",
        )
        for point in points
    )
    return sorted({plugin.slug: plugin for plugin in found}.values(), key=lambda plugin: plugin.name)
