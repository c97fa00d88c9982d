from __future__ import annotations

from pathlib import Path

from sightline import SummaryWriter
from unit.server.serving import served


def write(path: Path) -> None:
    with SummaryWriter(str(path)) as writer:
        for step in range(200):
            writer.add_scalar("loss", 1.0, step)


def test_run_details_list_files_and_damage(tmp_path: Path) -> None:
    write(tmp_path / "a")
    (file,) = (tmp_path / "a").iterdir()
    content = bytearray(file.read_bytes())
    content[5000:5008] = b"\xff" * 8
    file.write_bytes(content)
    with served(tmp_path) as it:
        it.wait_loaded()
        (run,) = it.client.api("runs")["runs"]
        details = it.client.api(f"runs/{run['id']}")
        assert it.client.get("/api/v1/runs/99").status == 404
        assert it.client.get("/api/v1/runs/none").status == 404
    assert details["directory"] == str(tmp_path / "a")
    (found,) = details["files"]
    assert found["path"] == str(file)
    assert found["n_bytes"] == found["n_bytes_read"] == len(content)
    (spot,) = found["damage"]
    assert 4900 < spot["offset"] <= 5000
    assert spot["reason"]


def test_restarts_sub_runs_and_hyperparameters(tmp_path: Path) -> None:
    write(tmp_path / "a")
    with SummaryWriter(str(tmp_path / "a"), filename_suffix=".again") as writer:
        writer.add_scalar("loss", 2.0, 100)
        writer.add_hparams({"lr": 0.1, "opt": "adam"}, {"best": 1.0}, run_name="session")
    with served(tmp_path) as it:
        it.wait_loaded()
        run = next(run for run in it.client.api("runs")["runs"] if run["name"] == "a")
        details = it.client.api(f"runs/{run['id']}")
        facts = it.client.api("facts")["runs"]
    assert [restart["step"] for restart in details["restarts"]] == [100]
    assert details["sub_runs"] == ["a/session"]
    assert details["facts"] == facts[str(run["id"])] == {"hparams": {"lr": 0.1, "opt": "adam"}}


def test_several_runs_are_edited_together_or_not_at_all(tmp_path: Path) -> None:
    write(tmp_path / "a")
    write(tmp_path / "b")
    with served(tmp_path) as it:
        it.wait_loaded()
        first, second = (run["id"] for run in it.client.api("runs")["runs"])
        edits = {str(first): {"labels": ["x"]}, str(second): {"hidden": True}}
        edited = it.client.edit("PATCH", "runs", {"runs": edits})
        assert edited.json["runs"][str(first)]["labels"] == ["x"]
        assert edited.json["runs"][str(second)]["hidden"] is True
        wrong = it.client.edit("PATCH", "runs", {"runs": {str(first): {"note": "n"}, "99": {"note": "n"}}})
        assert wrong.status == 404
        assert it.client.edit("PATCH", "runs", {"runs": {str(first): {"pinned": 3}}}).status == 400
        assert it.client.edit("PATCH", "runs", {"runs": [1]}).status == 400
        assert [run["note"] for run in it.client.api("runs")["runs"]] == [None, None]
