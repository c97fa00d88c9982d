from __future__ import annotations

import os
import time
from pathlib import Path
from urllib.parse import quote

import nanoarrow
import nanoarrow.ipc
import numpy as np
import pytest

import sightline
from sightline import SummaryWriter
from sightline.engine.run_view import LIVE_SECS
from sightline.engine.sidecar import Sidecar
from unit.server.serving import Served, served, wait_for


def write_run(path: Path, *, n: int = 10, tag: str = "train/loss") -> SummaryWriter:
    writer = SummaryWriter(str(path))
    for step in range(n):
        writer.add_scalar(tag, 1 / (step + 1), step)
    writer.flush()
    return writer


def test_health_has_version_and_settings(tmp_path: Path) -> None:
    with served(tmp_path, window_title="mine") as it:
        health = it.client.api("health")
    assert health["status"] == "ok"
    assert health["version"] == sightline.__version__
    assert health["window_title"] == "mine"
    assert health["writable"] is True


def test_runs_and_tags_of_a_logdir(tmp_path: Path) -> None:
    write_run(tmp_path / "a").close()
    write_run(tmp_path / "b" / "c", n=5).close()
    with served(tmp_path) as it:
        it.wait_loaded()
        runs = it.client.api("runs")
        tags = it.client.api("tags")
        progress = it.client.api("progress")
        roots = it.client.api("roots")
    assert [(run["name"], run["n_points"], run["last_step"]) for run in runs["runs"]] == [
        ("a", 10, 9),
        ("b/c", 5, 4),
    ]
    assert [(tag["kind"], tag["tag"], tag["n_points"]) for tag in tags["tags"]] == [
        ("scalar", "train/loss", 15)
    ]
    assert tags["tags"][0]["runs"] == [run["id"] for run in runs["runs"]]
    assert progress["points"] == 15
    assert progress["files"] == {"found": 2, "read": 2}
    assert roots["roots"] == [{"path": str(tmp_path), "name": None, "exists": True}]


def test_edits_of_another_server_are_listed_at_once(tmp_path: Path) -> None:
    write_run(tmp_path / "a").close()
    with served(tmp_path) as it:
        it.wait_loaded()
        assert it.client.api("runs")["runs"][0]["note"] is None
        Sidecar(tmp_path, state_dir=tmp_path / "state").edit_run("a", {"note": "good"})
        assert it.client.api("runs")["runs"][0]["note"] == "good"


def test_a_run_becomes_idle_without_a_new_generation(tmp_path: Path) -> None:
    write_run(tmp_path / "a").close()
    (events,) = (tmp_path / "a").iterdir()
    grew = time.time() - LIVE_SECS + 2
    os.utime(events, (grew, grew))
    with served(tmp_path) as it:
        it.wait_loaded()
        before = it.client.api("runs")
        wait_for(lambda: it.client.api("runs")["runs"][0]["state"] == "idle", "the run to become idle")
        assert it.client.api("runs")["generation"] == before["generation"]


def test_what_pages_ask_first_is_worked_out_before_they_ask(tmp_path: Path) -> None:
    writer = write_run(tmp_path / "a")
    writer.log_hparams({"lr": 0.1})
    writer.close()
    with served(tmp_path) as it:
        wait_for(lambda: "hparams.table.True.False" in it.board.view().cache, "the table of trials")
        (run,) = it.board.view().runs
        assert "_first_nan" in vars(run)


def test_a_logdir_that_does_not_exist_yet_fills_when_logs_appear(tmp_path: Path) -> None:
    with served(tmp_path / "later", reload_interval_secs=0.05) as it:
        assert it.client.api("runs")["runs"] == []
        write_run(tmp_path / "later" / "run").close()
        wait_for(lambda: [run["name"] for run in it.client.api("runs")["runs"]] == ["run"], "the run")


def test_an_unchanged_generation_is_not_sent_again(tmp_path: Path) -> None:
    with write_run(tmp_path / "a") as writer, served(tmp_path) as it:
        it.wait_loaded()
        first = it.client.get("/api/v1/tags")
        etag = first.headers["etag"]
        again = it.client.get("/api/v1/tags", if_none_match=etag)
        assert (again.status, again.body) == (304, b"")
        writer.add_scalar("new", 1.0, 1)
        writer.flush()
        wait_for(lambda: it.client.get("/api/v1/tags", if_none_match=etag).status == 200, "a new generation")


def test_runs_are_tagged_by_what_they_say(tmp_path: Path) -> None:
    write_run(tmp_path / "a").close()
    with served(tmp_path) as it:
        it.wait_loaded()
        etag = it.client.get("/api/v1/runs").headers["etag"]
        assert it.client.get("/api/v1/runs", if_none_match=etag).status == 304


@pytest.mark.parametrize("path", ["/api/v1/none", "/api/v1/kinds/scalar/none", "/api/v1/kinds/none/series"])
def test_missing_paths_are_a_404_in_json(tmp_path: Path, path: str) -> None:
    with served(tmp_path) as it:
        answer = it.client.get(path)
    assert answer.status == 404
    assert answer.json["error"]["message"]


def test_wrong_method_is_a_405_in_json(tmp_path: Path) -> None:
    with served(tmp_path) as it:
        answer = it.client.ask("POST", "/api/v1/health")
    assert answer.status == 405
    assert "error" in answer.json


def test_everything_lives_below_the_prefix(tmp_path: Path) -> None:
    write_run(tmp_path / "a").close()
    with served(tmp_path, path_prefix="/team/board") as it:
        it.wait_loaded()
        assert it.client.api("health")["status"] == "ok"
        it.client.prefix = ""
        assert it.client.get("/api/v1/health").status == 404
        for path, place in (("/team/board", "board/"), ("/", "./team/board/")):
            answer = it.client.get(path)
            assert (answer.status, answer.headers["location"]) == (307, place)


def edited(it: Served) -> dict[str, object]:
    (run,) = it.client.api("runs")["runs"]
    return run


def test_names_colors_and_labels_of_runs(tmp_path: Path) -> None:
    write_run(tmp_path / "a").close()
    with served(tmp_path) as it:
        it.wait_loaded()
        run_id = edited(it)["id"]
        changes = {"display_name": "Best", "color": "#2460FA", "labels": ["x", "y"], "pinned": True}
        answer = it.client.edit("PATCH", f"runs/{run_id}", changes)
        assert answer.status == 200
        assert answer.json == {
            **changes,
            "color": "#2460fa",
            "note": None,
            "step_notes": [],
            "goal_step": None,
            "hidden": False,
        }
        assert edited(it)["display_name"] == "Best"
        assert it.client.edit("PATCH", f"runs/{run_id}", {"display_name": None}).status == 200
        assert edited(it)["display_name"] is None


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("runs/1", {"color": "red"}, 400),
        ("runs/1", {"nonsense": 1}, 400),
        ("runs/1", [], 400),
        ("runs/1", b"{", 400),
        ("runs/1", b'{"note": NaN}', 400),
        ("runs/99", {"note": "x"}, 404),
        ("runs/x", {"note": "x"}, 404),
    ],
)
def test_edits_that_make_no_sense(tmp_path: Path, path: str, body: object, status: int) -> None:
    write_run(tmp_path / "a").close()
    with served(tmp_path) as it:
        it.wait_loaded()
        answer = it.client.edit("PATCH", path, body)
    assert answer.status == status
    assert answer.json["error"]["message"]


def test_views_are_saved_listed_and_forgotten(tmp_path: Path) -> None:
    with served(tmp_path) as it:
        assert it.client.api("views") == {"views": []}
        assert it.client.edit("PUT", "views/my%20view", {"page": "scalars"}).status == 200
        (view,) = it.client.api("views")["views"]
        assert (view["name"], view["state"]) == ("my view", {"page": "scalars"})
        assert it.client.edit("DELETE", "views/my%20view").status == 204
        assert it.client.edit("DELETE", "views/my%20view").status == 404
        assert it.client.api("views") == {"views": []}


def test_runs_are_found_by_their_metrics_hyperparameters_and_labels(tmp_path: Path) -> None:
    for name, rate in (("a", 0.1), ("b", 0.01)):
        with write_run(tmp_path / name) as writer:
            writer.log_hparams({"lr": rate}, ["train/loss"])
    with served(tmp_path) as it:
        it.wait_loaded()
        ids = {run["name"]: run["id"] for run in it.client.api("runs")["runs"]}
        it.client.edit("PATCH", f"runs/{ids['b']}", {"labels": ["best"]})
        for expression, names in (
            ("lr<0.05", "b"),
            ("label:best", "b"),
            ("train/loss.max>0.5", "ab"),
            ("a", "a"),
        ):
            found = it.client.api(f"filter?expr={quote(expression)}")["runs"]
            assert found == [ids[name] for name in names], expression


def test_series_of_many_runs_and_tags_come_in_one_arrow_answer(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_run(tmp_path / name, n=100).close()
    with served(tmp_path) as it:
        it.wait_loaded()
        params = {"tags": ["train/loss"], "width_px": 1000}
        answer = it.client.ask("POST", "/api/v1/kinds/scalar/series", params)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/vnd.apache.arrow.stream"
    with nanoarrow.ipc.InputStream.from_readable(answer.body) as stream:
        rows = nanoarrow.Array(nanoarrow.ArrayStream(stream).read_all()).to_pylist()
    assert [row["step"] for row in rows if row["series"] == 1] == list(range(100))
    assert len(rows) == 200


def test_pictures_come_as_pictures(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_image("picture", np.zeros((3, 8, 8), np.uint8), 1)
    with served(tmp_path) as it:
        it.wait_loaded()
        (run,) = it.client.api("runs")["runs"]
        answer = it.client.get(f"/api/v1/kinds/image/item?run={run['id']}&tag=picture&index=0")
        assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
        assert answer.body.startswith(b"\x89PNG")
        for wrong in ("run=99&tag=picture&index=0", f"run={run['id']}&tag=none&index=0"):
            assert it.client.get(f"/api/v1/kinds/image/item?{wrong}").status == 404


def test_logs_near_an_empty_root_are_told_on_loopback_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "work" / "runs"
    root.mkdir(parents=True)
    write_run(tmp_path / "work" / "old_runs" / "a").close()
    monkeypatch.chdir(tmp_path / "work")
    with served(root) as it:
        near = it.client.api("nearby")
    assert near["found"] == [{"path": str(tmp_path / "work" / "old_runs"), "runs": 1}]
    assert str(tmp_path / "work") in near["searched"]
    with served(root, host="0.0.0.0", token=None) as it:
        assert it.client.api("nearby") == {"searched": [], "found": []}
