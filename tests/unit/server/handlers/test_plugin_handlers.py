"""Plugins behind the API: their list, their pages' files, and queries that raise, hang or answer nonsense."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest

from sightline.plugins import OfferedPage, installed_from
from unit.server.serving import Served, served

OUTSIDE = "support.outside_plugin"
ACT = "/api/v1/kinds/outside/act"


@pytest.fixture(scope="module")
def it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    points = [
        *entry_points(group="sightline.kinds"),
        EntryPoint("outside", f"{OUTSIDE}:kind", "sightline.kinds"),
        EntryPoint("outside", f"{OUTSIDE}:page", "sightline.pages"),
    ]
    installed = installed_from(points, budget_secs=1.0)
    with served(tmp_path_factory.mktemp("logs"), installed=installed) as it:
        yield it


def listed(it: Served) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(it.client.get("/api/v1/plugins").body)
    return answer


def ask(it: Served, do: str) -> Any:
    return it.client.get(f"{ACT}?do={do}")


def message(answer: Any) -> str:
    return str(json.loads(answer.body)["error"]["message"])


def test_plugins_and_their_pages_are_listed(it: Served) -> None:
    ask(it, "answer")
    answer = listed(it)
    assert answer["page_api"] == 1
    assert [(plugin["name"], plugin["state"]) for plugin in answer["plugins"]] == [("support", "ok")]
    (page,) = answer["pages"]
    assert (page["slug"], page["module"], page["kinds"]) == (
        "outside",
        "plugins/outside/page.js",
        ["outside"],
    )


def test_files_of_a_page_are_served_and_nothing_else_of_the_package(it: Served) -> None:
    module = it.client.get("/api/v1/plugins/outside/page.js")
    assert (module.status, module.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    for path in ("../query.py", "..%2Fquery.py", "query.py", "", "nowhere.js"):
        assert it.client.get(f"/api/v1/plugins/outside/{path}").status == 404
    assert it.client.get("/api/v1/plugins/scalars/page.js").status == 404


def test_query_of_a_plugin_answers(it: Served) -> None:
    assert json.loads(ask(it, "answer").body) == {"runs": 0}
    refused = ask(it, "refuse")
    assert (refused.status, message(refused)) == (400, "do: not this")


@pytest.mark.parametrize(
    ("do", "status", "reason"),
    [
        ("raise", 500, "ZeroDivisionError: nothing to divide"),
        ("exit", 500, "SystemExit: gone"),
        ("object", 500, "TypeError"),
        ("spin", 504, "no answer within 1 s"),
    ],
)
def test_query_that_fails_is_reported_and_the_board_goes_on(
    it: Served, do: str, status: int, reason: str
) -> None:
    answer = ask(it, do)
    assert answer.status == status
    assert reason in message(answer)
    (plugin,) = listed(it)["plugins"]
    assert plugin["state"] == "broken"
    assert reason in plugin["reason"]
    assert it.client.get("/api/v1/runs").status == 200
    assert ask(it, "answer").status == 200
    assert listed(it)["plugins"][0]["state"] == "ok"


def test_answer_of_another_sort_than_declared_is_a_failure(it: Served) -> None:
    answer = it.client.get("/api/v1/kinds/outside/frame")
    assert answer.status == 500
    assert "the answer is a dict, not a Frame" in message(answer)


def test_page_offered_while_the_server_runs_is_listed_and_its_state_changes(tmp_path: Path) -> None:
    with served(tmp_path, plugins=False) as it:
        assert listed(it)["pages"] == []
        page = OfferedPage(
            slug="wit", title="What-If", plugin="tensorboard-plugin-wit", start="plugins/wit/start"
        )
        it.board.pages.offer(page)
        assert listed(it)["pages"][0]["start"] == "plugins/wit/start"
        it.board.pages.offer(page)
        assert it.board.pages.n_changes == 1
        it.board.pages.offer(
            OfferedPage(slug="wit", title="What-If", plugin="wit", state="broken", reason="no TensorFlow")
        )
        assert [page["reason"] for page in listed(it)["pages"]] == ["no TensorFlow"]
        assert it.board.pages.n_changes == 2
