from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sightline import SummaryWriter
from sightline.cli._group import group

DAY_SECS = 86400


def make_run(path: Path, *, days_old: float, n_steps: int = 20) -> None:
    wall_time = time.time() - days_old * DAY_SECS
    with SummaryWriter(str(path)) as writer:
        for step in range(n_steps):
            writer.add_scalar("loss", float(step), step, walltime=wall_time)
    age(path, days_old)


def age(path: Path, days_old: float) -> None:
    when = time.time() - days_old * DAY_SECS
    for file in path.rglob("*"):
        os.utime(file, (when, when))


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    root = tmp_path / "runs"
    make_run(root / "old", days_old=60)
    make_run(root / "older" / "deep", days_old=90)
    make_run(root / "short", days_old=40, n_steps=3)
    make_run(root / "new", days_old=1)
    return root


def prune(logdir: Path, *args: str, answer: str | None = None) -> Result:
    return CliRunner().invoke(group, ["prune", str(logdir), *args], input=answer)


def going(logdir: Path, *args: str) -> list[str]:
    done = prune(logdir, *args, "--dry-run", "--json")
    assert done.exit_code == 0, done.output
    return [run["run"] for run in json.loads(done.stdout)["runs"]]


def names(logdir: Path) -> set[str]:
    found = (path.parent.relative_to(logdir) for path in logdir.rglob("*tfevents*"))
    return {str(path) for path in found if ".sightline" not in path.parts}


def test_prune_moves_runs_that_meet_all_conditions(logdir: Path) -> None:
    assert going(logdir, "--older-than", "30d") == ["older/deep", "old", "short"]
    assert going(logdir, "--older-than", "70d") == ["older/deep"]
    assert going(logdir, "--min-steps", "10") == ["short"]
    assert going(logdir, "--older-than", "70d", "--min-steps", "10") == []
    assert going(logdir, "--keep-last", "2") == ["older/deep", "old"]
    assert going(logdir, "--older-than", "30d", "--keep-last", "3") == ["older/deep"]
    assert going(logdir, "--filter", "name:old") == ["older/deep", "old"]
    assert going(logdir, "--keep-last", "10") == []


def test_prune_moves_nothing_on_dry_run_or_without_confirmation(logdir: Path) -> None:
    before = names(logdir)
    shown = prune(logdir, "--older-than", "30d", "--dry-run")
    assert "older/deep" in shown.output
    assert "in 3 runs" in shown.output
    refused = prune(logdir, "--older-than", "30d")
    assert refused.exit_code == 1
    assert "--yes" in refused.output
    assert names(logdir) == before


def test_prune_moves_runs_to_the_trash_and_restores_them(logdir: Path) -> None:
    before = {path: path.read_bytes() for path in logdir.rglob("*tfevents*")}
    assert prune(logdir, "--older-than", "30d", "--yes").exit_code == 0
    assert names(logdir) == {"new"}
    assert not (logdir / "older").exists()
    restored = prune(logdir, "--restore")
    assert "Restored 3 files" in restored.output
    assert {path: path.read_bytes() for path in logdir.rglob("*tfevents*")} == before


def test_prune_restore_never_overwrites(logdir: Path) -> None:
    (event_file,) = (logdir / "old").glob("*tfevents*")
    prune(logdir, "--older-than", "50d", "--keep-last", "0", "--yes")
    event_file.parent.mkdir()
    event_file.write_bytes(b"another")
    done = prune(logdir, "--restore", "--json")
    assert json.loads(done.stdout)["not_restored"] == [str(event_file)]
    assert event_file.read_bytes() == b"another"


def test_prune_moves_runs_to_a_given_trash_folder(logdir: Path, tmp_path: Path) -> None:
    trash = tmp_path / "trash"
    assert prune(logdir, "--older-than", "70d", "--trash", str(trash), "--yes").exit_code == 0
    assert len(list(trash.rglob("manifest.json"))) == 1
    prune(logdir, "--restore", "--trash", str(trash))
    assert "older/deep" in names(logdir)


def test_prune_delete_removes_the_files(logdir: Path) -> None:
    assert prune(logdir, "--older-than", "70d", "--delete", "--yes").exit_code == 0
    assert "older/deep" not in names(logdir)
    assert prune(logdir, "--restore").output.startswith("Restored 0 files")


def test_prune_moves_only_event_files_and_profiles(logdir: Path) -> None:
    run = logdir / "old"
    profile = run / "plugins" / "profile" / "1" / "host.xplane.pb"
    profile.parent.mkdir(parents=True)
    profile.write_bytes(b"profile")
    for name in ("model.pt", "notes.txt", "plugins/other.bin"):
        (run / name).write_text("precious")
    age(run, 60)
    assert prune(logdir, "--older-than", "50d", "--yes").exit_code == 0
    assert sorted(str(path.relative_to(run)) for path in run.rglob("*") if path.is_file()) == [
        "model.pt",
        "notes.txt",
        "plugins/other.bin",
    ]


def test_prune_never_moves_a_run_that_is_being_written(logdir: Path) -> None:
    (event_file,) = (logdir / "old").glob("*tfevents*")
    os.utime(event_file)
    assert "old" not in going(logdir, "--older-than", "30d")


def test_links_out_of_the_logdir_are_never_followed(logdir: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    make_run(outside, days_old=99)
    (logdir / "linked").symlink_to(outside)
    (target,) = outside.glob("*tfevents*")
    (logdir / "old" / ("link-" + target.name)).symlink_to(target)
    assert "linked" not in going(logdir, "--older-than", "30d")
    assert prune(logdir, "--older-than", "30d", "--yes").exit_code == 0
    assert target.exists()


@pytest.mark.parametrize("args", [[], ["--older-than", "soon"], ["--filter", "((", "--yes"]])
def test_prune_refuses_malformed_durations_and_filters(logdir: Path, args: list[str]) -> None:
    assert prune(logdir, *args).exit_code == 2


def test_prune_of_a_missing_log_directory_fails_in_one_line(tmp_path: Path) -> None:
    done = prune(tmp_path / "none", "--keep-last", "1")
    assert done.exit_code == 4
    assert "is not a folder" in done.output
