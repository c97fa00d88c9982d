"""The routes about the board as a whole: environment, log directory, runs."""

from __future__ import annotations

from typing import Any

from sightline.tensorboard.logged_series import logged_runs
from sightline.tensorboard.request import ApiRequest
from sightline.tensorboard.run_start import by_start

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
    return [run.name for run in sorted(logged_runs(request.view), key=by_start)]


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
