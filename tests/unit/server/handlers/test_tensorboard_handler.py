"""TensorBoard's routes on a real server: guarded as all others, plain errors, forms of both encodings."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline import SummaryWriter
from sightline.formats import messages
from support.records import frame
from unit.server.serving import Served, served

ROUTES = ["/data/runs", "/experiment/any/data/runs", "/data/plugin/scalars/tags"]
TOKEN = "a-token-of-32-characters-or-more"


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Served]:
    with SummaryWriter(str(tmp_path / "logs" / "train")) as writer:
        for step in range(3):
            writer.add_scalar("loss", [1.0, float("nan"), float("-inf")][step], step, walltime=step)
        writer.add_text("note", "<script>alert(1)</script> **bold**", 0)
    with served(tmp_path / "logs") as it:
        it.wait_loaded()
        yield it


@pytest.mark.parametrize("route", ROUTES)
def test_foreign_hosts_and_pages_are_refused(board: Served, route: str) -> None:
    assert board.client.get(route).status == 200
    assert board.client.get(route, host="evil.example").status == 403
    assert board.client.get(route, origin="https://evil.example").status == 403


@pytest.mark.parametrize("route", ROUTES)
def test_beyond_loopback_the_token_is_needed_and_may_be_in_the_address(tmp_path: Path, route: str) -> None:
    with served(tmp_path, token=TOKEN, host="0.0.0.0") as it:
        it.wait_loaded()
        assert it.client.get(route).status == 200
        it.client.headers.clear()
        assert it.client.get(route).status == 401
        # No redirect to a page: a script would not keep the cookie.
        assert it.client.get(f"{route}?token={TOKEN}").status == 200


def test_numbers_that_json_lacks_are_strings(board: Served) -> None:
    answer = board.client.get("/data/plugin/scalars/scalars?run=train&tag=loss")
    assert answer.json == [[0.0, 0, 1.0], [1.0, 1, "NaN"], [2.0, 2, "-Infinity"]]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"tag=loss&runs=train&runs=other"),
        (
            "multipart/form-data; boundary=xx",
            b'--xx\r\nContent-Disposition: form-data; name="tag"\r\n\r\nloss\r\n'
            b'--xx\r\nContent-Disposition: form-data; name="runs"\r\n\r\ntrain\r\n--xx--\r\n',
        ),
    ],
)
def test_forms_of_both_encodings_are_read(board: Served, kind: str, body: bytes) -> None:
    path = "/data/plugin/scalars/scalars_multirun"
    answer = board.client.ask("POST", path, body, content_type=kind)
    assert list(answer.json) == ["train"]
    assert len(answer.json["train"]) == 3


def test_errors_are_plain_text_as_in_tensorboard(board: Served) -> None:
    answer = board.client.get("/data/plugin/scalars/scalars?run=train")
    assert (answer.status, answer.headers["content-type"]) == (400, "text/plain; charset=utf-8")
    assert answer.body == b"Invalid argument: Both run and tag must be specified: tag=None, run='train'"
    assert board.client.get("/data/plugin/scalars/scalars_multirun").status == 405


@pytest.mark.parametrize(
    "key",
    [
        "",
        "%00",
        "e30",
        base64.urlsafe_b64encode(json.dumps(["", "images", "../..", "x", 0, 0]).encode()).decode(),
        base64.urlsafe_b64encode(json.dumps(["", "images", "train", "loss", 0, -1]).encode()).decode(),
        base64.urlsafe_b64encode(b"[" * 100_00).decode(),
    ],
)
def test_a_key_reads_nothing_but_a_logged_value(board: Served, key: str) -> None:
    answer = board.client.get(f"/data/plugin/images/individualImage?blob_key={key}")
    assert answer.status in (400, 404)


def test_a_shape_that_claims_more_strings_than_there_are_bytes_counts_none(tmp_path: Path) -> None:
    value = messages.Summary.Value(tag="picture")
    value.metadata.plugin_data.plugin_name = "images"
    value.tensor.dtype = messages.DataType.Value("DT_STRING")
    value.tensor.tensor_shape.dim.add(size=10**12)
    value.tensor.string_val.append(b"1")
    event = messages.Event(wall_time=1.0, summary=messages.Summary(value=[value]))
    (tmp_path / "events.out.tfevents.1").write_bytes(frame(event.SerializeToString()))
    with served(tmp_path) as it:
        it.wait_loaded()
        assert it.client.get("/data/plugin/images/images?run=.&tag=picture").json == []


def test_texts_are_html_that_cannot_run(board: Served) -> None:
    tag = "note/text_summary"
    for more in ("", "&markdown=false"):
        (shown,) = board.client.get(f"/data/plugin/text/text?run=train&tag={tag}{more}").json
        assert "<script" not in shown["text"]
        assert "alert(1)" in shown["text"]


def test_pages_of_tensorboard_load_nothing_from_elsewhere(board: Served) -> None:
    page = board.client.get("/data/plugin_entry.html?name=projector")
    (script,) = re.findall(rb'<script type="module">(.*?)</script>', page.body)
    digest = base64.b64encode(hashlib.sha256(script).digest()).decode()
    policy = page.headers["content-security-policy"]
    assert f"script-src 'self' 'unsafe-eval' 'sha256-{digest}'" in policy
    assert "default-src 'self'" in policy
    assert "http" not in policy
    for name in ("<script>", "../x", "%2e%2e"):
        assert board.client.get(f"/data/plugin_entry.html?name={name}").status == 404
