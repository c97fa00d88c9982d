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

from sightline.tensorboard.routes import ROUTES as OUR_ROUTES
from unit.server.serving import Answer, Client, served

pytest.importorskip("tensorboard")
pytest.importorskip("bleach")

from interop.torch.tensorboard_routes import ROUTES, Wanted
from support.tensorboard_app import TensorBoardApp

GOLDEN = Path(__file__).parents[2] / "golden"
FOUND = sorted(str(path.parent.relative_to(GOLDEN)) for path in GOLDEN.rglob("expected.json"))
# TensorBoard itself fails to load these.
FATAL = {f"damaged/{name}" for name in ("absurd_length", "bad_protobuf_middle", "non_utf8_tag")}
CASES = [case for case in FOUND if case not in FATAL]

# The deliberate differences: golden log, route, and why.
_RESTART = "points that a restart superseded are left out; TensorBoard's Python reader keeps them"
_MERGED = "points of writers at the same time are merged by step; TensorBoard has them file after file"
_SORTS = "of several sorts of values under one tag the first is shown; TensorBoard mixes them"
_EDGES = "where minimum or maximum is not finite, the bucket's own edge serves"
_DAMAGE = "what can be read behind a damaged record is read; TensorBoard stops there"
_CUT_SHORT = (
    *("absurd_length_bad_crc", "bad_data_crc_middle", "bad_length_crc_middle", "bad_length_middle"),
    *("corrupt_then_next_file", "length_past_end", "zero_hole_middle"),
)
_POINTS = ("scalars/scalars*", "timeseries/timeSeries", "custom_scalars/scalars", "custom_scalars/download*")
_KERAS = "a Keras model's layers have their class as op, and all their settings as attributes"
DIFFERENCES: list[tuple[str, str, str]] = [
    *((f"damaged/{case}", route, _DAMAGE) for case in _CUT_SHORT for route in _POINTS),
    ("damaged/bad_data_crc_first", "scalars/tags", _DAMAGE),
    ("damaged/bad_data_crc_first", "timeseries/tags", _DAMAGE),
    ("damaged/bad_data_crc_first", "plugins_listing", _DAMAGE),
    ("damaged/bad_data_crc_first", "custom_scalars/scalars", _DAMAGE),
    ("tf/summary_text", "text/text*", "text that is not UTF-8 is shown; TensorBoard fails"),
    *(("t*/purge_step", route, _RESTART) for route in _POINTS),
    ("torch/purge_step", "histograms/histograms", _RESTART),
    ("torch/purge_step", "distributions/distributions", _RESTART),
    ("torch/purge_step", "text/text*", _RESTART),
    *(("torch/resume_without_purge", route, _RESTART) for route in _POINTS),
    *(("torch/two_writers", route, _MERGED) for route in _POINTS),
    *(("torch/same_tag_many_kinds", route, _SORTS) for route in _POINTS),
    ("torch/same_tag_many_kinds", "timeseries/imageData", _SORTS),
    ("torch/same_tag_many_kinds", "hparams/[smd]*", _SORTS),
    ("tf/keras_fit_e*", "graphs/graph[?]conceptual=true", _KERAS),
    ("keras_torch/fit", "graphs/graph[?]conceptual=true", _KERAS),
    ("tf/v1_summaries", "graphs/graph", "the experimental field for types of nodes is not shown"),
    ("torch/histogram", "timeseries/timeSeries", _EDGES),
    ("torch/histogram", "histograms/histograms", _EDGES),
    ("torch/histogram", "distributions/distributions", _EDGES),
]


class Boards:
    """TensorBoard and a server of ours, over the same log directory."""

    def __init__(self, logdir: Path, client: Client) -> None:
        self.theirs = TensorBoardApp(logdir)
        self._client = client

    def ours(self, wanted: Wanted, base: str) -> Answer:
        path = f"{base}/data/{wanted.path}"
        if wanted.body is not None:
            return self._client.ask("POST", path, wanted.body)
        if wanted.form is None:
            return self._client.get(path)
        body = urlencode(wanted.form, doseq=True).encode()
        return self._client.ask("POST", path, body, content_type="application/x-www-form-urlencoded")

    def compare(self, wanted: Wanted, base: str = "") -> None:
        ours = self.ours(wanted, base)
        theirs = self.theirs.ask(wanted.path, form=wanted.form, body=wanted.body, base=base)
        assert (ours.status, media_type(ours.headers["content-type"])) == (
            theirs.status_code,
            media_type(theirs.headers["content-type"]),
        ), wanted
        assert content(ours.body, theirs.mimetype) == content(theirs.data, theirs.mimetype), wanted


def media_type(content_type: str) -> str:
    # "arraybuffer", as TensorBoard says for meshes, is no media type.
    return content_type.partition(";")[0].replace("arraybuffer", "application/octet-stream")


def content(body: bytes, kind: str) -> Any:
    if kind != "application/json":
        return body
    answer = json.loads(body)
    if isinstance(answer, dict):
        answer.pop("debug", None)  # of environment: the flags of TensorBoard's process, which we do not show
        for info in answer.get("hparamInfos", ()):  # TensorBoard has them in the order of a set
            info.get("domainDiscrete", []).sort(key=str)
    return answer


class OpenBoards:
    """The boards of one golden log at a time: all of its routes are asked in a row."""

    def __init__(self) -> None:
        self._case = ""
        self._stack = ExitStack()
        self._boards: Boards | None = None

    def of(self, case: str) -> Boards:
        if self._boards is None or case != self._case:
            self.close()
            server = self._stack.enter_context(served(GOLDEN / case))
            server.wait_loaded()
            self._case, self._boards = case, Boards(GOLDEN / case, server.client)
        return self._boards

    def close(self) -> None:
        self._stack.close()
        self._boards = None


@pytest.fixture(scope="module")
def open_boards() -> Iterator[OpenBoards]:
    opened = OpenBoards()
    yield opened
    opened.close()


def table() -> Iterator[Any]:
    for case in CASES:
        for route in ROUTES:
            why = [reason for log, path, reason in DIFFERENCES if fnmatch(case, log) and fnmatch(route, path)]
            marks = [pytest.mark.xfail(strict=True, reason=why[0])] if why else []
            yield pytest.param(case, route, id=f"{case}-{route}", marks=marks)


def test_the_table_has_every_route() -> None:
    # TensorBoard answers the first with a redirect to a file of its front end.
    also = {"notifications", "window_properties", "experiment_runs"}
    files = {"plugin/projector/projector_binary.html", "plugin/projector/projector_binary.js"}
    tested = {name.partition("?")[0] for name in ROUTES}
    assert {path.removeprefix("plugin/") for path in OUR_ROUTES.keys() - also - files} <= tested


@pytest.mark.parametrize(("case", "route"), list(table()))
def test_answers_are_those_of_tensorboard(open_boards: OpenBoards, case: str, route: str) -> None:
    boards = open_boards.of(case)
    for wanted in ROUTES[route](boards.theirs):
        boards.compare(wanted)


@pytest.mark.parametrize("case", ["torch/image", "torch/hparams", "torch/mesh", "tf/v1_summaries"])
def test_answers_below_an_experiment_are_those_of_tensorboard(open_boards: OpenBoards, case: str) -> None:
    boards = open_boards.of(case)
    for name, route in ROUTES.items():
        if any(fnmatch(case, log) and fnmatch(name, path) for log, path, _ in DIFFERENCES):
            continue
        for wanted in route(boards.theirs):
            boards.compare(wanted, "/experiment/some-id")
