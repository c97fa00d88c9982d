"""Saved graphs: opened again as they were, and never where place, content or code differ."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.formats import messages
from sightline.formats.cache_folder import CacheFolder
from sightline.formats.graph import Graph, read_graph_def
from sightline.formats.graph_nodes import Node, graph_def
from sightline.kinds.graph.opened import OpenedGraphs
from sightline.kinds.graph.saved_graphs import SavedGraphs
from support.event_logs import VERSION
from support.records import frame

PLACE = ("/logs/run/events", 24)


def state() -> tuple[str]:
    return ("digest",)


def other_state() -> tuple[str]:
    return ("other",)


def unknown_state() -> tuple[str]:
    raise AssertionError("nobody needs the state")


def message(*names: str) -> bytes:
    nodes = [Node(name, "Neg", inputs=["missing"], shape=(2, 3)) for name in names]
    return bytes(graph_def(nodes).SerializeToString())


def graph(*names: str) -> Graph:
    return read_graph_def(message(*(names or ("a/x", "a/y", "b"))))


def saved_graphs(folder: Path, *, min_secs: float = 0.0, max_bytes: int = 1 << 30) -> SavedGraphs:
    return SavedGraphs(CacheFolder(folder, max_bytes=max_bytes), min_secs=min_secs)


def names_of(of: Graph) -> list[str]:
    return [of.string(name) for name in of.name]


def wait_for_savers() -> None:
    for thread in threading.enumerate():
        if thread.name == "save graph":
            thread.join()


def only_file(folder: Path) -> Path:
    (found,) = (folder / "graphs").iterdir()
    return found


def test_saved_graph_opens_as_it_was(tmp_path: Path) -> None:
    before, saved = graph(), saved_graphs(tmp_path)
    assert saved.open(PLACE, unknown_state) is None
    assert saved.save(PLACE, state, before)
    after = saved.open(PLACE, state)
    assert after is not None
    assert names_of(after) == names_of(before)
    assert (after.message, after.problems) == (before.message, before.problems)
    assert before.problems
    for name in ("parent", "extent", "structure_hash", "message_offset", "edge_from", "n_parameters"):
        np.testing.assert_array_equal(getattr(after, name), getattr(before, name))
    assert not after.match(before).changes.any()
    np.testing.assert_array_equal(after.reach(2, to_sources=True), before.reach(2, to_sources=True))


def test_other_state_or_place_is_not_opened_and_a_newer_state_replaces_the_older(tmp_path: Path) -> None:
    saved = saved_graphs(tmp_path)
    assert saved.save(PLACE, state, graph())
    assert saved.open(PLACE, other_state) is None
    assert saved.open(("/logs/other", 24), state) is None
    assert saved.save(PLACE, other_state, graph("c"))
    assert saved.open(PLACE, state) is None
    assert only_file(tmp_path)


@pytest.mark.parametrize("where", [0, 8, 40, 0.3, 0.5, 0.99])
def test_damaged_file_is_refused_or_harmless(tmp_path: Path, where: float) -> None:
    saved, file = saved_graphs(tmp_path), None
    assert saved.save(PLACE, state, graph())
    file = only_file(tmp_path)
    damaged = bytearray(file.read_bytes())
    at = int(where if where >= 1 or where == 0 else where * len(damaged))
    damaged[at : at + 8] = b"\xff" * 8
    file.write_bytes(damaged)
    after = saved.open(PLACE, state)
    if after is not None:
        names_of(after)
        after.reach(0, to_sources=False)
        after.match(graph())
    file.write_bytes(bytes(damaged[: len(damaged) // 2]))
    assert saved.open(PLACE, state) is None


def test_no_room_or_a_folder_that_cannot_be_made_saves_nothing(tmp_path: Path) -> None:
    assert not saved_graphs(tmp_path, max_bytes=10).save(PLACE, state, graph())
    (tmp_path / "file").write_bytes(b"")
    assert not saved_graphs(tmp_path / "file").save(PLACE, state, graph())


def test_graph_that_is_read_at_once_is_not_saved(tmp_path: Path) -> None:
    assert saved_graphs(tmp_path, min_secs=0.25).save_later(PLACE, unknown_state, graph(), 0.1) is None
    assert not (tmp_path / "graphs").exists()


def write_events(path: Path, *names: str) -> None:
    event = messages.Event(wall_time=1.0, graph_def=message(*names)).SerializeToString()
    path.write_bytes(frame(VERSION) + frame(event))


def open_first(logs: Path, cache: Path) -> list[str]:
    with sightline.open(logs) as opened:
        found = OpenedGraphs(saved=saved_graphs(cache)).open(opened.view, opened.view.runs[0].id)
    wait_for_savers()
    return names_of(found)


def test_event_file_written_anew_with_another_graph_of_the_same_size_is_read_again(tmp_path: Path) -> None:
    logs, cache = tmp_path / "logs", tmp_path / "cache"
    logs.mkdir()
    write_events(logs / "events.out.tfevents.1.host", "one", "two")
    assert open_first(logs, cache)[1:] == ["one", "two"]
    before = only_file(cache).stat().st_mtime_ns
    assert open_first(logs, cache)[1:] == ["one", "two"]
    write_events(logs / "events.out.tfevents.1.host", "two", "six")
    assert open_first(logs, cache)[1:] == ["two", "six"]
    assert only_file(cache).stat().st_mtime_ns > before


def test_model_file_is_converted_once(tmp_path: Path) -> None:
    logs, cache = tmp_path / "logs", tmp_path / "cache"
    logs.mkdir()
    (logs / "events.out.tfevents.1.host").write_bytes(frame(VERSION))
    model = messages.OnnxModel()
    model.graph.node.add(op_type="Relu", input=["x"], output=["y"], name="act")
    (logs / "model.onnx").write_bytes(model.SerializeToString())
    assert open_first(logs, cache)[1:] == ["act"]
    inode = only_file(cache).stat().st_ino
    assert open_first(logs, cache)[1:] == ["act"]
    assert only_file(cache).stat().st_ino == inode
    model.graph.node.add(op_type="Relu", input=["y"], output=["z"], name="more")
    (logs / "model.onnx").write_bytes(model.SerializeToString())
    assert open_first(logs, cache)[1:] == ["act", "more"]
    assert only_file(cache).stat().st_ino != inode
