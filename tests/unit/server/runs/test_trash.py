from __future__ import annotations

import json
import os
import time
from pathlib import Path

from sightline import SummaryWriter
from unit.server.serving import Served, served, wait_for


def old_run(path: Path, *, age_secs: float = 86_400.0) -> None:
    with SummaryWriter(str(path)) as writer:
        writer.add_scalar("loss", 1.0, 1)
    when = time.time() - age_secs
    for file in path.iterdir():
        os.utime(file, (when, when))


def names(it: Served) -> list[str]:
    return [run["name"] for run in it.client.api("runs")["runs"]]


def ids(it: Served, *wanted: str) -> list[int]:
    return [run["id"] for run in it.client.api("runs")["runs"] if run["name"] in wanted]


def test_runs_go_to_the_trash_and_come_back(tmp_path: Path) -> None:
    for name in ("a", "b/c", "d"):
        old_run(tmp_path / name)
    with served(tmp_path, reload_interval_secs=0.05) as it:
        it.wait_loaded()
        thrown = it.client.edit("PUT", "trash", {"runs": ids(it, "a", "b/c")})
        assert thrown.status == 200
        (batch,) = thrown.json["batches"]
        assert sorted(batch["runs"]) == ["a", "b/c"]
        wait_for(lambda: names(it) == ["d"], "the runs to go")
        assert not (tmp_path / "b").exists()
        assert it.client.api("trash")["batches"] == [batch]
        back = it.client.edit("DELETE", f"trash/{batch['batch']}")
        assert back.json == {"restored": 2, "not_restored": 0}
        wait_for(lambda: names(it) == ["a", "b/c", "d"], "the runs to come back")
        assert it.client.api("trash")["batches"] == []


def test_each_run_goes_to_the_trash_of_its_own_root(tmp_path: Path) -> None:
    old_run(tmp_path / "one" / "a")
    old_run(tmp_path / "two" / "b")
    with served(tmp_path / "one", tmp_path / "two") as it:
        it.wait_loaded()
        runs = [run["id"] for run in it.client.api("runs")["runs"]]
        batches = it.client.edit("PUT", "trash", {"runs": runs}).json["batches"]
        assert len(batches) == 2
        assert (tmp_path / "one" / ".sightline" / "trash").is_dir()
        assert (tmp_path / "two" / ".sightline" / "trash").is_dir()


def test_a_run_being_written_stays(tmp_path: Path) -> None:
    old_run(tmp_path / "quiet")
    old_run(tmp_path / "busy", age_secs=5)
    with served(tmp_path) as it:
        it.wait_loaded()
        answer = it.client.edit("PUT", "trash", {"runs": ids(it, "quiet", "busy")})
        assert answer.status == 409
        assert "busy" in answer.json["error"]["message"]
        assert names(it) == ["busy", "quiet"]


def test_failed_moves_to_trash_and_restores_are_reported(tmp_path: Path) -> None:
    old_run(tmp_path / "a")
    with served(tmp_path) as it:
        it.wait_loaded()
        assert it.client.edit("PUT", "trash", {"runs": [99]}).status == 404
        assert it.client.edit("PUT", "trash", {"runs": []}).status == 400
        assert it.client.edit("PUT", "trash", {"runs": [True]}).status == 400
        for batch in ("0:none", "7:none", "none", "0:..", "0:*"):
            assert it.client.edit("DELETE", f"trash/{batch}").status == 404
    with served(tmp_path, writable=False) as it:
        it.wait_loaded()
        assert it.client.edit("PUT", "trash", {"runs": ids(it, "a")}).status == 403


def test_a_batch_whose_list_is_bad_is_refused_and_the_others_come_back(tmp_path: Path) -> None:
    root, victim = tmp_path / "runs", tmp_path / "victim"
    old_run(root / "a")
    bad = root / ".sightline" / "trash" / "bad"
    bad.mkdir(parents=True)
    (bad / "0").write_text("harm")
    (bad / "manifest.json").write_text(
        json.dumps({"files": [{"run": "x", "from": str(victim), "file": "0"}]})
    )
    with served(root) as it:
        it.wait_loaded()
        (batch,) = it.client.edit("PUT", "trash", {"runs": ids(it, "a")}).json["batches"]
        assert it.client.api("trash")["batches"] == [batch]
        refused = it.client.edit("DELETE", "trash/0:bad")
        assert refused.status == 400
        assert "outside the log directory" in refused.json["error"]["message"]
        assert not victim.exists()
        assert it.client.edit("DELETE", f"trash/{batch['batch']}").json == {"restored": 1, "not_restored": 0}
        assert it.client.edit("DELETE", f"trash/{'9' * 5000}:x").status == 404
