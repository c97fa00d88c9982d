"""What the shim's modules hold: SummaryWriter, FileWriter and summary.hparams."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from sightline.shim.names import DISTRIBUTION_VERSION


def fill(module: ModuleType) -> None:
    """Give a module of the shim its public names."""
    names = _summary_names() if module.__name__.endswith(".summary") else _writer_names()
    vars(module).update(names, __all__=sorted(names), __sightline__=True, __version__=DISTRIBUTION_VERSION)


def _writer_names() -> dict[str, Any]:
    from sightline.shim.file_writer import FileWriter
    from sightline.writer.summary_writer import SummaryWriter

    return {"FileWriter": FileWriter, "SummaryWriter": SummaryWriter}


def _summary_names() -> dict[str, Any]:
    from sightline.writer.hyperparameters import hparams_summaries

    return {"hparams": hparams_summaries}
