"""Sightline: the board you watch while a model trains. Public names only, each loaded when first used."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing's, without the milliseconds of importing typing
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

# Public name -> the module that has it. Importing sightline itself loads none of them.
_HOMES: dict[str, str] = {
    "Logs": "sightline.logs",
    "SummaryWriter": "sightline.writer.summary_writer",
    "capture": "sightline.capturing",
    "hparams": "sightline.hparams",
    "load_ipython_extension": "sightline.notebook",
    "notebook": "sightline.notebook",
    "open": "sightline.logs",
    "profiler": "sightline.profiler",
    "projector": "sightline.projector",
    "shim": "sightline.shim",
    "summary": "sightline.summary",
    "tracker": "sightline.tracker",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    """Load the module behind a public name at its first use."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'sightline' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(home)
    value = module if home == f"{__name__}.{name}" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
