"""TensorBoard's API on every golden log: each route answers what TensorBoard itself answers, sampling off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from unit.server.serving import Answer, Client, served

pytest.importorskip("tensorboard")
pytest.importorskip("bleach")

from interop.torch.tensorboard_routes import ROUTES, Wanted
from support.tensorboard_app import TensorBoardApp

GOLDEN = Path(__file__).parents[2] / "golden"
FOUND = sorted(str(path.parent.relative_to(GOLDEN)) for path in GOLDEN.rglob("expected.json"))
# What is read of damaged files differs from reader to reader; tests/golden/test_damaged.py compares that.
CASES = [case for case in FOUND if not case.startswith("damaged/")]

# The deliberate differences: golden log, route, and why.
_RESTART = "points that a restart superseded are left out; TensorBoard's Python reader keeps them"
_MERGED = "points of writers at the same time are merged by step; TensorBoard has them file after file"
_SORTS = "of several sorts of values under one tag the first is shown; TensorBoard mixes them"
_EDGES = "where minimum or maximum is not finite, the bucket's own edge serves"
DIFFERENCES: list[tuple[str, str, str]] = [
    ("t*/purge_step", "scalars/scalars*", _RESTART),
    ("t*/purge_step", "timeseries/timeSeries", _RESTART),
    ("torch/purge_step", "histograms/histograms", _RESTART),
    ("torch/purge_step", "distributions/distributions", _RESTART),
    ("torch/purge_step", "text/text*", _RESTART),
    ("torch/resume_without_purge", "scalars/scalars*", _RESTART),
    ("torch/resume_without_purge", "timeseries/timeSeries", _RESTART),
    ("torch/two_writers", "scalars/scalars*", _MERGED),
    ("torch/two_writers", "timeseries/timeSeries", _MERGED),
    ("torch/same_tag_many_kinds", "scalars/scalars*", _SORTS),
    ("torch/same_tag_many_kinds", "timeseries/timeSeries", _SORTS),
    ("torch/same_tag_many_kinds", "timeseries/imageData", _SORTS),
    ("*", "plugins_listing", "the projector is not served"),
    ("torch/histogram", "timeseries/timeSeries", _EDGES),
    ("torch/histogram", "histograms/histograms", _EDGES),
    ("torch/histogram", "distributions/distributions", _EDGES),
]


class Boards:
    """TensorBoard and a server of ours, over the same log directory."""

    def __init__(self, logdir: Path, client: Client) -> None:
        self.theirs = TensorBoardApp(logdir)
        self._client = client

    def ours(self, wanted: Wanted) -> Answer:
        if wanted.form is None:
            return self._client.get(f"/data/{wanted.path}")
        body = urlencode(wanted.form, doseq=True).encode()
        kind = "application/x-www-form-urlencoded"
        return self._client.ask("POST", f"/data/{wanted.path}", body, content_type=kind)

    def compare(self, wanted: Wanted) -> None:
        ours = self.ours(wanted)
        get = self.theirs.get
        theirs = get(wanted.path) if wanted.form is None else self.theirs.post_form(wanted.path, wanted.form)
        assert (ours.status, media_type(ours.headers["content-type"])) == (
            theirs.status_code,
            media_type(theirs.headers["content-type"]),
        ), wanted
        assert content(ours.body, theirs.mimetype) == content(theirs.data, theirs.mimetype), wanted


def media_type(content_type: str) -> str:
    return content_type.partition(";")[0]


def content(body: bytes, kind: str) -> Any:
    if kind != "application/json":
        return body
    answer = json.loads(body)
    if isinstance(answer, dict):
        answer.pop("debug", None)  # of environment: the flags of TensorBoard's process, which we do not show
    return answer


@pytest.fixture(scope="module")
def boards(request: pytest.FixtureRequest) -> Iterator[Boards]:
    logdir = GOLDEN / request.param
    with ExitStack() as stack:
        server = stack.enter_context(served(logdir))
        server.wait_loaded()
        yield Boards(logdir, server.client)


def table() -> Iterator[Any]:
    for case in CASES:
        for route in ROUTES:
            why = [reason for log, path, reason in DIFFERENCES if fnmatch(case, log) and fnmatch(route, path)]
            marks = [pytest.mark.xfail(strict=True, reason=why[0])] if why else []
            yield pytest.param(case, route, id=f"{case}-{route}", marks=marks)


@pytest.mark.parametrize(("boards", "route"), list(table()), indirect=["boards"])
def test_answers_are_those_of_tensorboard(boards: Boards, route: str) -> None:
    for wanted in ROUTES[route](boards.theirs):
        boards.compare(wanted)
