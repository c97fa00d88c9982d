"""TensorBoard's own web application in this process, loaded once over a log directory and queried by path."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

with warnings.catch_warnings():  # what TensorBoard itself imports is not ours to mend
    warnings.simplefilter("ignore")
    from tensorboard import default, program
    from tensorboard.backend import application
    from tensorboard.backend.event_processing import data_ingester
    from werkzeug.test import Client, TestResponse

# Zero would mean "none" to the plugins and "all" to the reader.
NO_SAMPLING = 10**6
SAMPLED = ("audio", "histograms", "images", "mesh", "pr_curves", "scalars", "text")


class TensorBoardApp:
    """Answers like `tensorboard --logdir` does, from everything that is in the directory now."""

    def __init__(self, logdir: Path) -> None:
        board = program.TensorBoard(plugins=default.get_plugins())
        board.configure(
            argv=[
                "tensorboard",
                f"--logdir={logdir}",
                "--load_fast=false",
                "--reload_interval=0",
                "--reload_task=blocking",
                "--samples_per_plugin=" + ",".join(f"{plugin}={NO_SAMPLING}" for plugin in SAMPLED),
            ]
        )
        ingester = data_ingester.LocalDataIngester(board.flags)
        ingester.start()
        app = application.TensorBoardWSGIApp(
            board.flags,
            board.plugin_loaders,
            ingester.data_provider,
            None,
            ingester.deprecated_multiplexer,
            [],
        )
        self._client = Client(app)
        self.data_provider = ingester.data_provider

    def ask(self, path: str, *, form: Any = None, body: Any = None, base: str = "") -> TestResponse:
        """The whole answer to GET, or to POST with a form or with JSON; `base` comes before `/data/`."""
        if form is None and body is None:
            return self._client.get(f"{base}/data/{path}")
        return self._client.post(f"{base}/data/{path}", data=form if body is None else json.dumps(body))

    def bytes(self, path: str, **query: Any) -> bytes:
        """The body of an answer to GET."""
        answer = self._client.get(f"/data/{path}?{urlencode(query)}" if query else f"/data/{path}")
        assert answer.status_code == 200, (path, query, answer.status, answer.data)
        return bytes(answer.data)

    def json(self, path: str, **query: Any) -> Any:
        """The JSON of an answer to GET."""
        return json.loads(self.bytes(path, **query))

    def post(self, path: str, body: Any) -> Any:
        """The JSON of an answer to POST with a JSON body."""
        answer = self._client.post(f"/data/{path}", data=json.dumps(body), content_type="application/json")
        assert answer.status_code == 200, (path, answer.status, answer.data)
        return json.loads(answer.data)


def without_times(answer: Any) -> Any:
    """The same answer with everything left out that depends on when it was logged."""
    if isinstance(answer, dict):
        times = ("wall_time", "wallTimeSecs", "startTimeSecs", "endTimeSecs", "timeCreatedSecs")
        return {key: without_times(value) for key, value in answer.items() if key not in times}
    return [without_times(item) for item in answer] if isinstance(answer, list) else answer
