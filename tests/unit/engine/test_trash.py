"""The trash of a folder that strangers may write: nothing leaves the root, nothing is read through a link."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.retention import Candidate
from sightline.engine.trash import Trash, TrashError


def make_batch(root: Path, *entries: Any, name: str = "20260101T000000") -> Trash:
    batch = root / ".sightline" / "trash" / name
    batch.mkdir(parents=True)
    (batch / "0").write_text("pruned")
    (batch / "manifest.json").write_text(json.dumps({"files": list(entries)}))
    return Trash(root)


def entry(place: Path | str) -> dict[str, str]:
    return {"run": "a", "from": str(place), "file": "0"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "runs"
    path.mkdir()
    return path


def moved(root: Path) -> tuple[Trash, Path]:
    file = root / "a" / "b" / "events.out.tfevents.1"
    file.parent.mkdir(parents=True)
    file.write_text("points")
    trash = Trash(root)
    trash.move([Candidate("a/b", root, (file,), 6, None)])
    assert not file.exists()
    return trash, file


def test_files_come_back_to_their_place(root: Path) -> None:
    trash, file = moved(root)
    (name,) = trash.names()
    assert trash.batches() == {name: ["a/b"]}
    assert trash.restore(name) == ([file], [])
    assert file.read_text() == "points"
    assert trash.names() == []


def test_files_come_back_after_the_root_was_renamed(root: Path) -> None:
    trash, file = moved(root)
    (name,) = trash.names()
    renamed = root.rename(root.parent / "elsewhere")
    Trash(renamed).restore(name)
    assert (renamed / file.relative_to(root)).read_text() == "points"


@pytest.mark.parametrize(
    "place", ["{outside}/x", "../outside/x", "a/../../outside/x", "link/x", "link/deep/x"]
)
def test_a_manifest_cannot_name_a_place_outside_the_root(root: Path, tmp_path: Path, place: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / "link").symlink_to(outside)
    trash = make_batch(root, entry("fine/x"), entry(place.format(outside=outside)))
    assert trash.batches() == {}
    with pytest.raises(TrashError, match="outside the log directory"):
        trash.restore("20260101T000000")
    assert list(outside.iterdir()) == []
    assert not (root / "fine").exists()


def test_a_restored_file_never_replaces_a_link(root: Path, tmp_path: Path) -> None:
    (root / "x").symlink_to(tmp_path / "missing")
    trash = make_batch(root, entry("x"))
    assert trash.restore("20260101T000000") == ([], [root / "x"])
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"files": 3}',
        '{"files": [3]}',
        '{"files": [{"run": "a"}]}',
        "[" * 100_000,
        '{"files": [{"run": 1, "from": 2, "file": 3}]}',
    ],
)
def test_invalid_manifest_is_reported(root: Path, text: str) -> None:
    trash = make_batch(root)
    (trash.directory / "20260101T000000" / "manifest.json").write_text(text)
    assert trash.batches() == {}
    with pytest.raises(TrashError):
        trash.restore("20260101T000000")


def test_a_pipe_as_manifest_does_not_block(root: Path) -> None:
    trash = make_batch(root)
    manifest = trash.directory / "20260101T000000" / "manifest.json"
    manifest.unlink()
    os.mkfifo(manifest)
    with pytest.raises(TrashError, match="not a regular file"):
        trash.restore("20260101T000000")


def test_links_in_a_batch_are_left_alone(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    trash = make_batch(root, entry("x"))
    (trash.directory / "20260101T000000" / "0").unlink()
    (trash.directory / "20260101T000000" / "0").symlink_to(secret)
    with pytest.raises(TrashError, match="not a regular file"):
        trash.restore("20260101T000000")
    assert secret.exists()


@pytest.mark.parametrize("linked", [".sightline", ".sightline/trash"])
def test_runs_are_never_moved_through_a_link(root: Path, tmp_path: Path, linked: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / linked).parent.mkdir(exist_ok=True)
    (root / linked).symlink_to(outside)
    file = root / "events.out.tfevents.1"
    file.write_text("points")
    with pytest.raises(OSError, match="not a folder"):
        Trash(root).move([Candidate("a", root, (file,), 6, None)])
    assert file.exists()
    assert Trash(root).batches() == {}
    assert list(outside.iterdir()) == []
