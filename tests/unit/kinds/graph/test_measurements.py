"""Measured steps of a run: which there are, and their time and memory on the operations of a graph."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline
from sightline.formats import messages
from sightline.kinds.graph.measurements import list_measurements, read_measurement
from sightline.kinds.graph.opened import OpenedGraphs
from unit.kinds.graph.test_sources import GOLDEN, graph_event, value_event, write_events


def measured(*nodes: str) -> bytes:
    metadata = messages.RunMetadata()
    device = metadata.step_stats.dev_stats.add(device="/cpu:0")
    for node in nodes:
        stats = device.node_stats.add(node_name=node, all_end_rel_micros=3, all_start_micros=2**50)
        stats.memory.add(allocator_name="cpu", total_bytes=64)
    data: bytes = metadata.SerializeToString()
    return data


def tagged(tag: str, data: bytes, step: int = 0) -> messages.Event:
    inner = messages.TaggedRunMetadata(tag=tag, run_metadata=data)
    return messages.Event(wall_time=1.0, step=step, tagged_run_metadata=inner)


def test_measured_steps_are_listed_and_put_on_the_graph(tmp_path: Path) -> None:
    write_events(
        tmp_path,
        graph_event("net/a", "b"),
        tagged("step9", measured("net/a", "b"), step=9),
        tagged("step1", measured("b"), step=1),
        tagged("empty", measured()),
        value_event("graph_run_metadata", measured("b")),
    )
    with sightline.open(tmp_path) as logs:
        view, run = logs.view, logs.view.runs[0]
        assert [(each.name, each.step) for each in list_measurements(run)] == [
            ("tag", 0),
            ("step1", 1),
            ("step9", 9),
        ]
        graph = OpenedGraphs().open(view, run.id, "graph_def")
        found = read_measurement(view, run.id, "step9", graph)
        assert (int(found.time_ns[0]), int(found.memory_bytes[0]), found.devices) == (6000, 128, ["/cpu:0"])
        assert read_measurement(view, run.id, "tag", graph).n_measured == 1
        with pytest.raises(LookupError, match="no measured step 'gone'"):
            read_measurement(view, run.id, "gone", graph)


def test_steps_that_tensorflow_measured_are_read() -> None:
    with sightline.open(GOLDEN / "tf" / "v1_summaries") as logs:
        run = logs.view.runs[0]
        graph = OpenedGraphs().open(logs.view, run.id)
        names = [each.name for each in list_measurements(run)]
        assert names == ["step000", "step003"]
        found = [read_measurement(logs.view, run.id, name, graph) for name in names]
    assert all(int(each.time_ns[0]) > 0 and each.n_measured > 5 for each in found)


def test_measured_step_of_another_graph_says_so(tmp_path: Path) -> None:
    write_events(tmp_path, graph_event("a"), tagged("step1", measured("x", "y")))
    with sightline.open(tmp_path) as logs:
        run = logs.view.runs[0].id
        graph = OpenedGraphs().open(logs.view, run)
        with pytest.raises(LookupError, match=r"no operation of this graph \(2 of others\)"):
            read_measurement(logs.view, run, "step1", graph)
