from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sightline import SummaryWriter
from unit.server.serving import PATIENCE_SECS, Served, served, wait_for


class Stream:
    """A client of the live stream, as a browser's EventSource is."""

    def __init__(self, it: Served, last_event_id: str | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", it.client.port, timeout=PATIENCE_SECS)
        headers = {"last-event-id": last_event_id} if last_event_id else {}
        self._connection.request("GET", "/api/v1/live", headers=headers)
        self._answer = self._connection.getresponse()
        assert self._answer.getheader("content-type") == "text/event-stream; charset=utf-8"
        assert self._answer.getheader("content-encoding") is None

    def __next__(self) -> dict[str, Any]:
        fields = {}
        while line := self._answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return {**fields, "data": json.loads(fields["data"])}

    def until(self, condition: Any) -> dict[str, Any]:
        while not condition(message := next(self)):
            pass
        return message

    def close(self) -> None:
        self._connection.close()


@contextmanager
def streaming(it: Served, last_event_id: str | None = None) -> Iterator[Stream]:
    stream = Stream(it, last_event_id)
    try:
        yield stream
    finally:
        stream.close()


def test_saved_view_is_sent_to_every_client(tmp_path: Path) -> None:
    with served(tmp_path) as it, streaming(it) as stream:
        before = stream.until(lambda message: message["event"] == "generation")["data"]["views"]
        assert it.client.edit("PUT", "views/mine", {"page": "custom"}).status == 200
        stream.until(lambda message: message["data"].get("views") == before + 1)
        assert it.client.edit("DELETE", "views/mine").status == 204
        stream.until(lambda message: message["data"].get("views") == before + 2)


def test_flush_is_sent_to_every_client_with_the_run_that_grew(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer, served(tmp_path) as it:
        writer.add_scalar("loss", 1.0, 0)
        writer.flush()
        wait_for(lambda: it.client.api("runs")["runs"], "the run")
        with streaming(it) as first, streaming(it) as second:
            for stream in (first, second):
                assert next(stream)["event"] == "hello"
                assert next(stream)["data"]["structure"] is True
            (run,) = it.client.api("runs")["runs"]
            writer.add_scalar("loss", 0.5, 1)
            writer.flush()
            for stream in (first, second):
                sent = stream.until(
                    lambda message: message["data"]["runs"].get(str(run["id"]), 0) > run["generation"]
                )
                assert sent["event"] == "generation"
                assert sent["data"]["progress"]["points"] >= 1
            assert it.client.api("runs")["runs"][0]["last_step"] == 1


def test_a_client_that_comes_back_gets_what_it_missed_and_no_more(tmp_path: Path) -> None:
    with (
        SummaryWriter(str(tmp_path / "a")) as a,
        SummaryWriter(str(tmp_path / "b")) as b,
        served(tmp_path) as it,
    ):
        for writer in (a, b):
            writer.add_scalar("loss", 1.0, 0)
            writer.flush()
        wait_for(lambda: sum(run["n_points"] for run in it.client.api("runs")["runs"]) == 2, "two runs")
        with streaming(it) as stream:
            next(stream)
            seen = stream.until(
                lambda message: len(message["data"]["progress"]) and len(it.client.api("runs")["runs"]) == 2
            )
        ids = {run["name"]: str(run["id"]) for run in it.client.api("runs")["runs"]}
        b.add_scalar("loss", 0.5, 1)
        b.flush()
        wait_for(lambda: it.client.api("progress")["points"] == 3, "the third point")
        with streaming(it, seen["id"]) as stream:
            next(stream)
            sent = stream.until(lambda message: ids["b"] in message["data"]["runs"])
        assert (
            ids["a"] not in sent["data"]["runs"]
            or int(seen["data"]["generation"]) < sent["data"]["runs"][ids["a"]]
        )


def test_edit_is_sent_to_other_pages(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_scalar("loss", 1.0, 0)
    with served(tmp_path) as it:
        it.wait_loaded()
        (run,) = wait_for(lambda: it.client.api("runs")["runs"], "the run")
        with streaming(it) as stream:
            next(stream)
            next(stream)
            assert it.client.edit("PATCH", f"runs/{run['id']}", {"display_name": "x"}).status == 200
            stream.until(lambda message: message["data"].get("structure"))


def test_clients_that_leave_are_forgotten(tmp_path: Path) -> None:
    with served(tmp_path) as it:
        with streaming(it) as first, streaming(it) as second:
            next(first)
            next(second)
            assert it.board.hub.n_clients == 2
        wait_for(lambda: it.board.hub.n_clients == 0, "the clients to be forgotten")


def test_first_message_has_progress_before_anything_was_found(tmp_path: Path) -> None:
    with served(tmp_path) as it, streaming(it) as stream:
        assert next(stream)["event"] == "hello"
        assert next(stream)["data"]["progress"]["files"] == {"found": 0, "read": 0}
