"""Loads one plugin as TensorBoard does: flags, context, loader; says why where that fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Any

from sightline.tensorboard.host.config import HostConfig

_MAX_REASON_CHARS = 400
_MULTIPLEXER = (
    "It asks for `context.multiplexer`, which is not here: logs are read by `context.data_provider` alone, "
    "so what it reads by the multiplexer is missing."
)


class LoadError(Exception):
    """The plugin cannot be shown; the message says why."""


class MissingModules(MetaPathFinder):
    """Records the packages that were looked for in vain: a loader that returns nothing names none of them."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Find nothing, as the last one that is asked."""
        if path is None:
            self.names[fullname] = None

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record for the time of the block."""
        sys.meta_path.append(self)
        try:
            yield
        finally:
            sys.meta_path.remove(self)


def reason_of(error: BaseException) -> str:
    """An exception as one sentence."""
    text = f"{type(error).__name__}: {error}".strip().rstrip(":")
    return text if len(text) <= _MAX_REASON_CHARS else text[: _MAX_REASON_CHARS - 1] + "…"


def import_target(target: str) -> Any:
    """What the entry point names."""
    module, _, attributes = target.partition(":")
    found: Any = import_module(module)
    for attribute in filter(None, attributes.split(".")):
        found = getattr(found, attribute)
    return found


def load_plugin(config: HostConfig) -> tuple[Any, Any, str | None]:
    """The plugin, the context it was given, and a note about it; LoadError where it cannot be loaded."""
    missing = MissingModules()
    context = None
    try:
        context, loader = _context_and_loader(config, import_target(config.target))
        with missing.recording():
            plugin = loader.load(context)
    except BaseException as error:  # a plugin may call sys.exit()
        hint = f". {_MULTIPLEXER}" if context and context.wanted_multiplexer else ""
        raise LoadError(reason_of(error) + hint) from error
    if plugin is None:
        raise LoadError(_declined(list(missing.names)))
    context.plugin_name_to_instance[plugin.plugin_name] = plugin
    return plugin, context, _MULTIPLEXER if context.wanted_multiplexer else None


def _declined(missing: list[str]) -> str:
    if not missing:
        return "its loader returned no plugin, and gives no reason"
    return f"its loader returned no plugin; it looked for {', '.join(missing)}, which is not installed here"


def _context_and_loader(config: HostConfig, target: Any) -> tuple[Any, Any]:
    from tensorboard.plugins import base_plugin

    from sightline.tensorboard.host.context import HostContext

    loader = target() if isinstance(target, type) and issubclass(target, base_plugin.TBLoader) else target
    if isinstance(target, type) and issubclass(target, base_plugin.TBPlugin):
        loader = base_plugin.BasicLoader(target)
    if not isinstance(loader, base_plugin.TBLoader):
        raise TypeError(f"{config.target} is neither a plugin of TensorBoard nor a loader of one")
    return HostContext(config, loader), loader
