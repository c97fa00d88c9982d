"""Reports made in the page: described, fetched as a file, refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline
from sightline.share.html_file import TEMPLATE
from sightline.share.read import open_report
from support.logs import line, write_events
from unit.server.serving import served

pytestmark = pytest.mark.skipif(not TEMPLATE.is_file(), reason="the page is not built")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        points = line("loss", range(10), at=100.0)
        write_events(tmp_path / "logs" / name, points + line("acc", range(10), at=100.0))
    return tmp_path / "logs"


def test_report_is_described_and_fetched(logs: Path, tmp_path: Path) -> None:
    with served(logs, writable=False) as it:
        it.wait_loaded()
        run = next(run for run in it.client.api("runs")["runs"] if run["name"] == "b")
        wish = {"name": "Week 46!", "note": "see b", "runs": [run["id"]], "tags": ["loss"]}
        made = it.client.ask("POST", "/api/v1/report", {**wish, "view": "#/scalars?only=a,b&smooth=0.5"})
        assert made.status == 200, made.body
        fetched = it.client.get(f"/api/v1/report/{made.json['id']}")
    assert {size["kind"] for size in made.json["sizes"]} == {"board", "scalar", "page"}
    assert made.json["bytes"] == sum(size["bytes"] for size in made.json["sizes"])
    assert fetched.headers["content-disposition"] == 'attachment; filename="week-46.html"'
    path = tmp_path / made.json["file"]
    path.write_bytes(fetched.body)
    assert abs(len(fetched.body) - made.json["bytes"]) < 5000
    assert open_report(str(path)).header["view"] == "#/scalars?only=b&smooth=0.5"
    frame = sightline.open(path).scalars()
    assert set(zip(frame["run"], frame["tag"], strict=True)) == {("b", "loss")}


@pytest.mark.parametrize(
    ("wish", "status", "sentence"),
    [
        ({}, 400, "name"),
        ({"name": "x", "runs": []}, 400, "no run matches"),
        ({"name": "x", "pages": ["nowhere"]}, 400, "no page 'nowhere'"),
        ({"name": "x", "max_bytes": 1}, 409, "choose fewer runs"),
    ],
)
def test_wrong_wishes_are_refused_with_a_sentence(
    wish: dict[str, object], status: int, sentence: str, logs: Path
) -> None:
    with served(logs) as it:
        it.wait_loaded()
        refused = it.client.ask("POST", "/api/v1/report", wish)
        assert it.client.get("/api/v1/report/unknown").status == 404
    assert refused.status == status
    assert sentence in refused.json["error"]["message"]
