"""The sidecar: edits are kept, told apart, remembered, and never in the way."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.notes import RunNotes
from sightline.engine.sidecar import Sidecar, SidecarReadOnlyError


def open_sidecar(tmp_path: Path) -> Sidecar:
    root = tmp_path / "runs"
    root.mkdir(exist_ok=True)
    return Sidecar(root, state_dir=tmp_path / "state")


def test_nothing_is_created_by_looking(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    assert (sidecar.runs(), sidecar.views(), sidecar.history()) == ({}, [], [])
    assert list((tmp_path / "runs").iterdir()) == []
    assert not (tmp_path / "state").exists()


def test_edits_are_kept_beside_the_logs(tmp_path: Path) -> None:
    edited = open_sidecar(tmp_path).edit_run(
        "a/b", {"note": "good", "labels": ["x", "y", "x"], "pinned": True}
    )
    assert edited == RunNotes(note="good", labels=("x", "y"), pinned=True)
    assert open_sidecar(tmp_path).runs() == {"a/b": edited}
    assert (tmp_path / "runs" / ".sightline" / "board.sqlite3").is_file()


def test_the_version_tells_of_every_change_by_whomever(tmp_path: Path) -> None:
    mine, theirs = open_sidecar(tmp_path), open_sidecar(tmp_path)
    seen = [mine.version()]
    theirs.edit_run("a", {"note": "good"})
    seen.append(mine.version())
    theirs.edit_run("a", {"note": "bad"})
    seen.append(mine.version())
    mine.save_view("v", {})
    seen.append(theirs.version())
    assert len(set(seen)) == len(seen)
    assert mine.version() == theirs.version()


def test_none_clears_and_history_remembers(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    sidecar.edit_run("a", {"color": "#FF0000"})
    sidecar.edit_run("a", {"color": "#ff0000"})
    assert sidecar.edit_run("a", {"color": None}) == RunNotes()
    assert [(c.field, c.old, c.new) for c in sidecar.history("a")] == [
        ("color", "#ff0000", None),
        ("color", None, "#ff0000"),
    ]


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"color": "#ffffff"}, "color"),
        ({"color": "red; background: url(x)"}, "color"),
        ({"pinned": 1}, "pinned"),
        ({"labels": "abc"}, "labels"),
        ({"labels": [""]}, "labels"),
        ({"note": "x" * 100_001}, "note"),
        ({"display_name": 3}, "display_name"),
    ],
)
def test_unfit_values_are_refused_whole(tmp_path: Path, changes: dict[str, Any], names: str) -> None:
    sidecar = open_sidecar(tmp_path)
    with pytest.raises(ValueError, match=names):
        sidecar.edit_run("a", {"hidden": True, **changes})
    assert sidecar.runs() == {}


def test_views(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    sidecar.save_view("mine", {"smooth": 0.9})
    sidecar.save_view("mine", {"smooth": 0.5})
    assert [(view.name, view.state) for view in sidecar.views()] == [("mine", {"smooth": 0.5})]
    assert sidecar.delete_view("mine")
    assert not sidecar.delete_view("mine")
    assert sidecar.views() == []
    with pytest.raises(ValueError, match="name"):
        sidecar.save_view("", {})


def test_a_root_that_cannot_be_written_uses_the_state_folder(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    (tmp_path / "runs" / ".sightline").write_text("a file where the folder would be")
    sidecar.edit_run("a", {"note": "kept"})
    assert open_sidecar(tmp_path).runs() == {"a": RunNotes(note="kept")}
    assert len(list((tmp_path / "state").iterdir())) == 1


def test_without_any_place_it_says_so_and_reading_works(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    (tmp_path / "runs" / ".sightline").write_text("")
    (tmp_path / "state").write_text("")
    with pytest.raises(SidecarReadOnlyError, match=r"\.sightline"):
        sidecar.edit_run("a", {"note": "lost"})
    assert sidecar.runs() == {}


def test_a_damaged_sidecar_does_not_stop_reading(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    sidecar.edit_run("a", {"note": "x"})
    (tmp_path / "runs" / ".sightline" / "board.sqlite3").write_bytes(b"not a database at all" * 100)
    assert sidecar.runs() == {}


def test_many_editors_at_once(tmp_path: Path) -> None:
    def edit(n: int) -> None:
        sidecar = open_sidecar(tmp_path)
        for step in range(5):
            sidecar.edit_run(f"run{n}", {"note": str(step)})

    threads = [threading.Thread(target=edit, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sidecar = open_sidecar(tmp_path)
    assert sidecar.runs() == {f"run{n}": RunNotes(note="4") for n in range(4)}
    assert len(sidecar.history()) == 20
