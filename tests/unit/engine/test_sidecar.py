"""The sidecar: edits are stored per run, logged, and never block reading."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.notes import RunNotes, StepNote
from sightline.engine.sidecar import Sidecar, SidecarReadOnlyError
from sightline.engine.sidecar_file import TABLES


def open_sidecar(tmp_path: Path) -> Sidecar:
    root = tmp_path / "runs"
    root.mkdir(exist_ok=True)
    return Sidecar(root, state_dir=tmp_path / "state")


def test_reading_creates_no_file(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    assert (sidecar.runs(), sidecar.views(), sidecar.history()) == ({}, [], [])
    assert list((tmp_path / "runs").iterdir()) == []
    assert not (tmp_path / "state").exists()


def test_edits_are_stored_beside_the_logs(tmp_path: Path) -> None:
    edited = open_sidecar(tmp_path).edit_run(
        "a/b", {"note": "good", "labels": ["x", "y", "x"], "pinned": True}
    )
    assert edited == RunNotes(note="good", labels=("x", "y"), pinned=True)
    assert open_sidecar(tmp_path).runs() == {"a/b": edited}
    assert (tmp_path / "runs" / ".sightline" / "board.sqlite3").is_file()


def test_step_notes_are_ordered_by_step(tmp_path: Path) -> None:
    notes = [{"step": 90, "text": "diverges", "tag": "loss"}, {"step": 20, "text": "EMA on"}]
    stored = open_sidecar(tmp_path).edit_run("a", {"step_notes": notes}).step_notes
    assert stored == (StepNote(20, "EMA on"), StepNote(90, "diverges", "loss"))
    assert open_sidecar(tmp_path).runs()["a"].step_notes == stored
    assert open_sidecar(tmp_path).edit_run("a", {"step_notes": None}).step_notes == ()


@pytest.mark.parametrize("note", [{"step": 1}, {"step": 1, "text": ""}, {"step": 2**60, "text": "far"}])
def test_a_note_needs_a_step_in_range_and_words(tmp_path: Path, note: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="step_notes"):
        open_sidecar(tmp_path).edit_run("a", {"step_notes": [note]})


def test_version_changes_with_every_edit_by_any_server(tmp_path: Path) -> None:
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
        ({"tint": "#ffffff"}, "tint"),
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


def test_views_are_saved_replaced_and_deleted(tmp_path: Path) -> None:
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


def test_edit_without_a_writable_place_raises_and_reading_works(tmp_path: Path) -> None:
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


def hostile(tmp_path: Path, *statements: str) -> Sidecar:
    """A sidecar database that somebody else made."""
    path = tmp_path / "runs" / ".sightline" / "board.sqlite3"
    path.parent.mkdir(parents=True)
    database = sqlite3.connect(path)
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()
    return open_sidecar(tmp_path)


ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select 'a', 'note', i from n"
RUN_FIELDS, VIEWS, _ = TABLES


@pytest.mark.parametrize(
    "statements",
    [
        [f"create view run_fields (run, field, value) as {ENDLESS}"],
        [RUN_FIELDS, "create trigger t after insert on run_fields begin delete from run_fields; end"],
        [RUN_FIELDS, "create table other (x)"],
        [RUN_FIELDS, "create index i on run_fields (abs(value))"],
        ["create table run_fields (run, field, value as (hex(zeroblob(100000000))))"],
        ["create table run_fields (run, field, value check (length(hex(zeroblob(100000000)))))"],
        ["create virtual table run_fields using fts5(run, field, value)"],
    ],
)
def test_foreign_database_is_reported_and_not_changed(tmp_path: Path, statements: list[str]) -> None:
    sidecar = hostile(tmp_path, *statements)
    before = (tmp_path / "runs" / ".sightline" / "board.sqlite3").read_bytes()
    assert sidecar.runs() == {}
    assert sidecar.problem is not None
    assert "not a Sightline database" in sidecar.problem[1]
    assert sidecar.edit_run("a", {"note": "kept"}) == RunNotes(note="kept")
    assert sidecar.problem is None
    assert len(list((tmp_path / "state").iterdir())) == 1
    assert (tmp_path / "runs" / ".sightline" / "board.sqlite3").read_bytes() == before


def test_rows_that_make_no_sense_are_left_out(tmp_path: Path) -> None:
    rows = [
        ("a", "note", '"good"'),
        ("a", "color", '"red"'),
        ("a", "labels", "{}"),
        ("a", "pinned", "not JSON"),
        ("a", "hidden", "[" * 100_000),
        ("b", "note", "1" * 5000),
        ("c", "no_such_field", "1"),
    ]
    statements = [
        f"insert into run_fields values ('{run}', '{field}', '{value}')" for run, field, value in rows
    ]
    odd = ["insert into run_fields values (x'00ff', 3, x'00')"]
    views = [VIEWS]
    views += [
        f"insert into views values ({values})"
        for values in ("'v', '{}', 1.5", "'w', 'no', 1", "x'00', '{}', 1")
    ]
    views += [
        "insert into views values ('x', '[NaN]', 1)",
        f"insert into views values ('y', '{'[' * 900}{']' * 900}', 1)",
    ]
    sidecar = hostile(tmp_path, RUN_FIELDS, *statements, *odd, *views)
    assert sidecar.runs()["a"] == RunNotes(note="good")
    assert set(sidecar.runs().values()) == {RunNotes(note="good"), RunNotes()}
    assert [(view.name, view.state) for view in sidecar.views()] == [("v", {})]


def put_fifo(path: Path) -> None:
    os.mkfifo(path)


def put_folder(path: Path) -> None:
    path.mkdir()


def put_link(path: Path) -> None:
    target = path.parent.parent.parent / "victim"
    target.write_bytes(b"")
    path.symlink_to(target)


@pytest.mark.parametrize("put", [put_fifo, put_folder, put_link])
@pytest.mark.parametrize("name", ["board.sqlite3", "board.sqlite3-journal", "board.sqlite3-wal"])
def test_what_is_no_regular_file_is_neither_read_nor_written(
    tmp_path: Path, put: Callable[[Path], None], name: str
) -> None:
    sidecar = hostile(tmp_path) if name != "board.sqlite3" else open_sidecar(tmp_path)
    folder = tmp_path / "runs" / ".sightline"
    folder.mkdir(exist_ok=True)
    put(folder / name)
    assert (sidecar.runs(), sidecar.views(), sidecar.history()) == ({}, [], [])
    sidecar.version()
    assert sidecar.problem is not None
    assert "not a regular file" in sidecar.problem[1]
    assert sidecar.edit_run("a", {"note": "kept apart"}) == RunNotes(note="kept apart")
    victim = tmp_path / "victim"
    assert not victim.exists() or victim.read_bytes() == b""


def test_a_linked_folder_is_neither_read_nor_written(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    sidecar = open_sidecar(tmp_path)
    (tmp_path / "runs" / ".sightline").symlink_to(outside)
    sidecar.edit_run("a", {"note": "kept apart"})
    assert list(outside.iterdir()) == []


def test_views_are_bounded_in_depth_and_size(tmp_path: Path) -> None:
    sidecar = open_sidecar(tmp_path)
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    with pytest.raises(ValueError, match="nested"):
        sidecar.save_view("v", deep)
    with pytest.raises(ValueError, match="1 MiB"):
        sidecar.save_view("v", "x" * (1 << 20))
    with pytest.raises(ValueError, match="64 bits"):
        sidecar.save_view("v", {"many": 10**400})
