from __future__ import annotations

import gzip
import json
import logging
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import nanoarrow
import nanoarrow.ipc
import pytest

from sightline.plugins import Installed, LoadedKind
from sightline.server.handlers.kind_queries import KindQueries
from unit.server.handlers import sample_kind
from unit.server.handlers.sample_kind.query import CALLS, SLOW, EchoParams
from unit.server.serving import Client, served

SAMPLE = {"sample": LoadedKind(sample_kind.kind, "unit.server.handlers.sample_kind")}
ROUTE = "/api/v1/kinds/sample"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("logs"), installed=Installed(SAMPLE)) as it:
        it.wait_loaded()
        yield it.client


def test_parameters_come_as_a_body_as_json_in_the_address_or_one_by_one(client: Client) -> None:
    wanted = {"text": "a b", "numbers": [1.0, 2.5], "limit": 3, "nan": "NaN"}
    params = {"text": "a b", "numbers": [1, 2.5], "limit": 3}
    ways = [
        client.ask("POST", f"{ROUTE}/echo", params),
        client.get(f"{ROUTE}/echo?params={quote(json.dumps(params))}"),
        client.get(f"{ROUTE}/echo?text=a%20b&numbers=[1,2.5]&limit=3"),
    ]
    for answer in ways:
        assert answer.status == 200
        assert answer.headers["content-type"] == "application/json"
        assert answer.json == wanted


def test_parameters_given_in_two_ways_are_refused(client: Client) -> None:
    assert client.get(f"{ROUTE}/echo?params=%7B%7D&text=a").status == 400


def test_a_string_that_looks_like_a_number_stays_a_string(client: Client) -> None:
    assert client.get(f"{ROUTE}/echo?text=12").json["text"] == "12"


def test_columns_come_as_an_arrow_stream(client: Client) -> None:
    answer = client.get(f"{ROUTE}/count?n=1000")
    assert answer.headers["content-type"] == "application/vnd.apache.arrow.stream"
    with nanoarrow.ipc.InputStream.from_readable(answer.body) as stream:
        table = nanoarrow.Array(nanoarrow.ArrayStream(stream).read_all())
    assert [row["i"] for row in table.to_pylist()] == list(range(1000))


def test_a_file_is_sent_while_it_is_made(client: Client) -> None:
    answer = client.get(f"{ROUTE}/file?n=1000")
    assert answer.headers["content-disposition"] == 'attachment; filename="numbers.csv"'
    assert "content-length" not in answer.headers
    assert answer.body.split() == [b"%d" % i for i in range(1000)]
    refused = client.get(f"{ROUTE}/file?n=0")
    assert (refused.status, refused.json["error"]["message"]) == (400, "there is nothing to send")


@pytest.mark.parametrize(
    ("query", "params", "word"),
    [
        ("echo", {"text": 1}, "text"),
        ("echo", {"nonsense": 1}, "nonsense"),
        ("echo", [], "object"),
        ("count", {}, "n"),
        ("count", {"n": -1}, "n: expected `int` >= 0"),
        ("count", {"n": 10**12}, "n: expected `int` <= 1000000"),
    ],
)
def test_wrong_parameters_are_named(client: Client, query: str, params: object, word: str) -> None:
    answer = client.ask("POST", f"{ROUTE}/{query}", params)
    assert answer.status == 400
    assert word in answer.json["error"]["message"]


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"text": NaN}'])
def test_a_body_that_is_no_json_is_refused(client: Client, body: bytes) -> None:
    assert client.ask("POST", f"{ROUTE}/echo", body).status == 400


def test_what_a_query_does_not_find_is_404(client: Client) -> None:
    answer = client.get(f"{ROUTE}/lost")
    assert answer.status == 404
    assert "no such tag" in answer.json["error"]["message"]


def test_a_broken_query_is_500_without_its_secrets(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL):
        answer = client.get(f"{ROUTE}/broken")
    assert answer.status == 500
    assert b"secret" not in answer.body
    assert client.get(f"{ROUTE}/echo").status == 200


def test_equal_questions_about_one_generation_are_answered_once(client: Client) -> None:
    CALLS.clear()
    answers = [client.get(f"{ROUTE}/echo?text=once") for _ in range(5)]
    answers.append(client.ask("POST", f"{ROUTE}/echo", {"text": "once"}))
    assert {answer.body for answer in answers} == {answers[0].body}
    assert len(CALLS) == 1


def test_an_unchanged_answer_is_not_sent_again(client: Client) -> None:
    first = client.get(f"{ROUTE}/echo")
    again = client.get(f"{ROUTE}/echo", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert client.get(f"{ROUTE}/echo", if_none_match='W/"another"').status == 200


def test_large_answers_are_compressed_as_the_client_asks(client: Client) -> None:
    plain = client.get(f"{ROUTE}/count?n=10000")
    packed = client.get(f"{ROUTE}/count?n=10000", accept_encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 3


def item_of(client: Client, media_type: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    answer = client.get(f"{ROUTE}/item?media_type={quote(media_type, safe='')}", **headers)
    return answer.status, answer.headers, answer.body


@pytest.mark.parametrize("media_type", ["image/png", "audio/wav", "video/mp4", "image/gif"])
def test_items_keep_their_own_type_and_can_do_nothing(client: Client, media_type: str) -> None:
    status, headers, body = item_of(client, media_type)
    assert (status, body) == (200, b"0123456789")
    assert headers["content-type"] == media_type
    assert headers["content-security-policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "media_type",
    [
        "text/html",
        "image/svg+xml",
        "application/xhtml+xml",
        "text/xml",
        "text/javascript",
        "x",
        "image/png\r\nset-cookie: a=b",
    ],
)
def test_what_a_browser_could_run_is_a_download_of_bytes(client: Client, media_type: str) -> None:
    _, headers, _ = item_of(client, media_type)
    assert headers["content-type"] == "application/octet-stream"
    assert headers["content-disposition"] == "attachment"
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    ("requested", "status", "body", "content_range"),
    [
        ("bytes=0-3", 206, b"0123", "bytes 0-3/10"),
        ("bytes=4-", 206, b"456789", "bytes 4-9/10"),
        ("bytes=-3", 206, b"789", "bytes 7-9/10"),
        ("bytes=8-100", 206, b"89", "bytes 8-9/10"),
        ("bytes=10-", 416, b"", "bytes */10"),
        ("bytes=99999999999999999999-", 416, b"", "bytes */10"),
        ("bytes=5-2", 200, b"0123456789", None),
        ("bytes=0-1,3-4", 200, b"0123456789", None),
        ("lines=1-2", 200, b"0123456789", None),
        ("bytes=-", 200, b"0123456789", None),
    ],
)
def test_parts_of_items(
    client: Client, requested: str, status: int, body: bytes, content_range: str | None
) -> None:
    found = item_of(client, "video/mp4", range=requested)
    assert (found[0], found[2], found[1].get("content-range")) == (status, body, content_range)
    assert found[1]["accept-ranges"] == "bytes"


def test_a_part_of_what_has_changed_since_is_sent_whole(client: Client) -> None:
    etag = item_of(client, "video/mp4")[1]["etag"]
    assert item_of(client, "video/mp4", range="bytes=0-1", if_range=etag)[0] == 206
    assert item_of(client, "video/mp4", range="bytes=0-1", if_range='"old"')[0] == 200
    assert item_of(client, "video/mp4", if_none_match=etag)[0] == 304


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a second loopback address unasked")
def test_a_client_with_many_slow_queries_does_not_stall_others(client: Client) -> None:
    SLOW.clear()
    waiting = [
        threading.Thread(target=client.get, args=(f"{ROUTE}/slow?text={number}",)) for number in range(64)
    ]
    for thread in waiting:
        thread.start()
    try:
        other = replace(client, source="127.0.0.2")
        for number in range(20):
            assert client.get("/api/v1/runs").status == 200
            assert other.get(f"{ROUTE}/echo?text=quick{number}").status == 200
    finally:
        SLOW.set()
        for thread in waiting:
            thread.join()


def test_warm_cache_runs_the_other_queries_when_one_fails() -> None:
    CALLS.clear()
    KindQueries(Installed(SAMPLE)).warm_cache("sample", None)
    (requested,) = CALLS
    assert requested == EchoParams()


def test_a_kind_that_does_not_load_leaves_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad = LoadedKind(sample_kind.kind, "unit.server.test_kinds_missing")
    with (
        served(tmp_path, installed=Installed({**SAMPLE, "bad": bad})) as it,
        caplog.at_level(logging.CRITICAL),
    ):
        assert it.client.get("/api/v1/kinds/bad/echo").status == 404
        assert it.client.get(f"{ROUTE}/echo").status == 200
