"""The routes about the board as a whole: environment, log directory, runs."""

from __future__ import annotations

import math
from typing import Any

from google.protobuf.message import DecodeError

from sightline import _native
from sightline.engine.run_view import RunView
from sightline.engine.tip import Tip
from sightline.formats import messages
from sightline.tensorboard.logged_series import logged_runs
from sightline.tensorboard.request import ApiRequest

# The version whose API this is.
TENSORBOARD_VERSION = "2.21.0"


def environment(request: ApiRequest) -> dict[str, Any]:
    """The version of the API and where the logs are; flags of this process are not shown."""
    return {
        "version": TENSORBOARD_VERSION,
        "data_location": request.logdir,
        "window_title": request.window_title,
        "experiment_name": "",
        "experiment_description": "",
        "creation_time": 0,
    }


def logdir(request: ApiRequest) -> dict[str, str]:
    """The log directory."""
    return {"logdir": request.logdir}


def window_properties(request: ApiRequest) -> dict[str, str]:
    """The title of the browser window."""
    return {"window_title": request.window_title}


def runs(request: ApiRequest) -> list[str]:
    """The names of the runs, by the time of their first event."""
    return [run.name for run in sorted(logged_runs(request.view), key=_by_start)]


def _by_start(run: RunView) -> tuple[float, str]:
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
        return math.inf if tip.first_wall_time is None else tip.first_wall_time


def experiments(_request: ApiRequest) -> list[Any]:
    """No experiments: the log directory is the only one."""
    return []


def experiment_runs(_request: ApiRequest) -> list[Any]:
    """No runs by experiment, as in TensorBoard."""
    return []


def notifications(_request: ApiRequest) -> dict[str, list[Any]]:
    """Nothing to announce."""
    return {"notifications": []}


def debugger_runs(_request: ApiRequest) -> dict[str, Any]:
    """No runs of TensorFlow's debugger, whose files are not read here."""
    return {}
