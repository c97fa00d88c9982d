"""Small sweeps on disk, opened by the real engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.kinds.hparams.query import QUERIES
from sightline.wire.frame import Frame
from support.logs import load

Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a run: hyperparameters (None: none) and scalars as lists of values by tag."""

    def write(
        name: str,
        hparams: Mapping[str, Any] | None = None,
        scalars: Mapping[str, Sequence[float]] | None = None,
        trial_id: str | None = "",
    ) -> None:
        with SummaryWriter(str(tmp_path / name)) as writer:
            if hparams is not None:
                writer.log_hparams(hparams, [], trial_id=trial_id)
            for tag, values in (scalars or {}).items():
                for step, value in enumerate(values):
                    writer.add_scalar(tag, value, step, walltime=1000.0 + step)

    return write


@pytest.fixture
def view(tmp_path: Path) -> Callable[[], StoreView]:
    """Opens what was written."""
    return lambda: load(tmp_path).view()


@pytest.fixture
def table(view: Callable[[], StoreView]) -> Callable[..., Frame]:
    """Asks for the table of what was written."""
    return lambda *metrics, **more: QUERIES["table"](view(), {"metrics": list(metrics) or None, **more})
