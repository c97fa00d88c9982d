"""Saved traces: opened again as they were, and never where file, code or content differ."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

from sightline.engine.local_reader import LocalReader
from sightline.engine.reader import Stat
from sightline.formats.cache_folder import CacheFolder
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.query import QUERIES
from sightline.kinds.profile.saved_traces import SavedTraces, made_of
from sightline.kinds.profile.tables import SAVED_TABLES
from sightline.wire.frame import Frame
from support.logs import GOLDEN, load
from support.traces import read_events, span

LAUNCHES = (
    span("aten::mm", 0, 20),
    span("cudaLaunchKernel", 2, 3, cat="cuda_runtime", correlation=1),
    span("sgemm", 10, 5, cat="kernel", pid=0, tid=7, correlation=1, grid=[1, 2, 3]),
)
STATE = Stat(size=10, modified=5.0, identity="1:2:3")


def profile(n_slices: int = 3) -> Profile:
    return Profile(read_events(*(span(f"op {i}", i * 10, 5, note=i) for i in range(n_slices)), "damaged"))  # type: ignore[arg-type]


def saved_traces(folder: Path, *, max_bytes: int = 1 << 30) -> SavedTraces:
    return SavedTraces(CacheFolder(folder, max_bytes=max_bytes), min_slices=0)


def test_saved_profile_opens_as_it_was(tmp_path: Path) -> None:
    before, saved = profile(), saved_traces(tmp_path)
    assert saved.open("/a", STATE) is None
    assert saved.save("/a", STATE, before)
    after = saved.open("/a", STATE)
    assert after is not None
    for name in ("start_ns", "dur_ns", "name", "parent"):
        np.testing.assert_array_equal(getattr(after.trace.slices, name), getattr(before.trace.slices, name))
    assert after.trace.args(int(after.trace.slices.args[2])) == {"note": 2}
    assert after.trace.problems == before.trace.problems
    assert overview(after) == after.once("overview", dict) == overview(before)


def test_saved_profile_has_its_tables_without_working_them_out(tmp_path: Path) -> None:
    before, saved = Profile(read_events(*LAUNCHES)), saved_traces(tmp_path)
    assert saved.save("/a", STATE, before)
    after = saved.open("/a", STATE)
    assert after is not None
    for key, table in SAVED_TABLES.items():
        again, first = after.once(key, lambda: Frame({})), table(before)
        assert list(again) == list(first)
        assert again.metadata == first.metadata
        for column in first:
            assert again[column].dtype == first[column].dtype
            np.testing.assert_array_equal(again[column], first[column])


def test_notes_that_are_no_tables_are_worked_out_again() -> None:
    for notes in ('"text"', '{"overview": 1, "tables": {"steps": {"columns": {"a": 5}}}}', "{", ""):
        assert made_of(notes) == {}


@pytest.mark.parametrize(
    ("path", "state"),
    [
        ("/b", STATE),
        ("/a", STATE._replace(size=11)),
        ("/a", STATE._replace(modified=5.5)),
        ("/a", STATE._replace(identity="1:2:4")),
    ],
)
def test_other_file_or_state_is_not_served(tmp_path: Path, path: str, state: Stat) -> None:
    saved = saved_traces(tmp_path)
    assert saved.save("/a", STATE, profile())
    assert saved.open(path, state) is None


def test_newer_state_replaces_the_older(tmp_path: Path) -> None:
    saved = saved_traces(tmp_path)
    newer = STATE._replace(size=11)
    assert saved.save("/a", STATE, profile())
    assert saved.save("/a", newer, profile())
    assert len(list((tmp_path / "traces").iterdir())) == 1
    assert saved.open("/a", newer) is not None
    assert saved.open("/a", STATE) is None


@pytest.mark.parametrize("damage", ["empty", "cut", "foreign", "changed"])
def test_damaged_file_is_ignored_and_made_again(tmp_path: Path, damage: str) -> None:
    saved = saved_traces(tmp_path)
    assert saved.save("/a", STATE, profile())
    (path,) = (tmp_path / "traces").iterdir()
    whole = path.read_bytes()
    contents = {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "foreign": b"PK\x03\x04" + bytes(5000),
        # Every byte behind the table of sections: indexes out of range.
        "changed": whole[:4000] + b"\xff" * (len(whole) - 4000),
    }
    path.unlink()
    path.write_bytes(contents[damage])
    assert saved.open("/a", STATE) is None
    assert saved.save("/a", STATE, profile())
    assert path.read_bytes() == whole


def test_oldest_files_go_where_there_is_no_room(tmp_path: Path) -> None:
    assert saved_traces(tmp_path).save("/0", STATE, profile())
    size = next((tmp_path / "traces").iterdir()).stat().st_size
    saved = saved_traces(tmp_path, max_bytes=size * 7 // 2)
    for i in range(1, 3):
        assert saved.save(f"/{i}", STATE, profile())
    for place, name in enumerate(["/1", "/2", "/0"]):  # `/0` was used last
        os.utime(saved._target(name), (place, place))
    assert saved.save("/3", STATE, profile())
    assert [saved.open(f"/{i}", STATE) is not None for i in range(4)] == [True, False, True, True]
    assert not saved_traces(tmp_path, max_bytes=10).save("/5", STATE, profile())


def test_folder_that_cannot_be_written_to_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    saved = saved_traces(tmp_path / "file" / "folder")
    assert not saved.save("/a", STATE, profile())
    assert saved.open("/a", STATE) is None


def test_small_traces_are_not_saved(tmp_path: Path) -> None:
    assert SavedTraces(CacheFolder(tmp_path / "new")).save_later("/a", STATE, profile()) is None
    assert not (tmp_path / "new").exists()


def test_query_serves_what_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The overview of the query is the saved one, marked here to tell it from one that is worked out."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (source,) = (GOLDEN / "torch_profiler/synthetic_cuda").glob("*.pt.trace.json")
    path = tmp_path / "logs" / source.name
    path.parent.mkdir()
    path.write_bytes(source.read_bytes())
    marked = profile()
    marked.once("overview", lambda: {"marked": True})
    with LocalReader().open(str(path)) as file:
        thread = SavedTraces(min_slices=0).save_later(str(path), file.stat(), marked)
    assert isinstance(thread, threading.Thread)
    thread.join()
    view = load(str(tmp_path / "logs")).view()
    params = {"run": view.runs[0].id, "name": source.name}
    assert QUERIES["overview"](view, params) == {"marked": True}
    assert len(QUERIES["tracks"](view, params)) == 1
