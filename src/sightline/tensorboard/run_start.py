"""When a run began: TensorBoard lists runs by the time of their first event."""

from __future__ import annotations

import math

from google.protobuf.message import DecodeError

from sightline import _native
from sightline.engine.run_view import RunView
from sightline.engine.tip import Tip
from sightline.formats import messages


def by_start(run: RunView) -> tuple[float, str]:
    """The key to sort runs by: the time of the first event, then the name."""
    start = run.cache.get("tensorboard.start")
    if start is None:
        first = min(run.tips, key=lambda tip: tip.path)
        start = run.cache["tensorboard.start"] = _first_event_time(run, first)
    return start, run.name


def _first_event_time(run: RunView, tip: Tip) -> float:
    """When the first event of a file was written: mostly that of the file version, which we do not keep."""
    try:
        with run.reader.open(tip.path) as source:
            record = _native.read_record(source, 0)
        time: float = messages.Event.FromString(record).wall_time
        return time
    except (OSError, ValueError, DecodeError):
        return math.inf if tip.totals.first_wall_time is None else tip.totals.first_wall_time
