"""The search for logs near an empty log directory."""

from __future__ import annotations

from pathlib import Path

from sightline.engine.nearby import Budget, find_nearby

EVENTS = "events.out.tfevents.1700000000.host.1.0"


def log(directory: Path) -> None:
    directory.mkdir(parents=True)
    (directory / EVENTS).write_bytes(b"")


def found(root: Path, cwd: Path, **budget: float) -> dict[str, int]:
    near = find_nearby([str(root)], str(cwd), budget=Budget(**budget) if budget else None)  # type: ignore[arg-type]
    return {logs.path: logs.n_runs for logs in near.found}


def test_sibling_and_usual_folder_are_found_with_their_runs(tmp_path: Path) -> None:
    root, cwd = tmp_path / "work/runs", tmp_path / "project"
    root.mkdir(parents=True)
    for name in ("a", "b/seed-1", "b/seed-2"):
        log(tmp_path / "work/old_runs" / name)
    log(cwd / "lightning_logs/version_0")
    near = find_nearby([str(root)], str(cwd))
    assert [(logs.path, logs.n_runs) for logs in near.found] == [
        (str(tmp_path / "work/old_runs"), 3),
        (str(cwd / "lightning_logs"), 1),
    ]
    assert near.searched[:2] == [str(tmp_path / "work"), str(cwd)]


def test_missing_root_and_parents_of_the_working_directory_are_searched(tmp_path: Path) -> None:
    cwd = tmp_path / "project/scripts"
    cwd.mkdir(parents=True)
    log(tmp_path / "project/outputs/2026-01-01/12-00")
    assert found(tmp_path / "nowhere/at/all", cwd) == {str(tmp_path / "project/outputs"): 1}


def test_links_hidden_folders_and_the_root_itself_are_left_out(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    log(elsewhere / "runs/secret")
    root = tmp_path / "here/runs"
    log(root / "own")
    log(tmp_path / "here/.cache/run")
    log(tmp_path / "here/node_modules/run")
    (tmp_path / "here/logs").symlink_to(elsewhere)
    (tmp_path / "here/results").mkdir()
    (tmp_path / "here/results/link").symlink_to(elsewhere)
    assert found(root, tmp_path / "here") == {}


def test_search_ends_with_its_budget(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    root.mkdir()
    for number in range(20):
        log(tmp_path / f"logs/{number:02}")
    assert found(root, tmp_path, directories=11) == {str(tmp_path / "logs"): 10}
    assert found(root, tmp_path, seconds=0) == {}
