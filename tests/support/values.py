"""Event files of given summary values, also of such as no writer of ours would make."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sightline import _native
from sightline.formats import messages


def write_values(folder: Path, values: Sequence[Any], *, first_step: int = 0) -> None:
    """An event file with one value a step."""
    folder.mkdir(parents=True, exist_ok=True)
    writer = _native.EventFileWriter(str(folder))
    for step, value in enumerate(values, first_step):
        event = messages.Event(step=step, wall_time=1000.0 + step)
        event.summary.value.append(value)
        writer.add_event(event.SerializeToString())
    writer.close()
