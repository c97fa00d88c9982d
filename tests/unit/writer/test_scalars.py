"""add_scalar and add_scalars: what lands in the file."""

from __future__ import annotations

import math
from pathlib import Path

from sightline import SummaryWriter
from support.records import event_files, read_events, read_run, read_scalars


def test_a_scalar_is_one_event(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("loss", 0.5, 7, 1234.5)
    (path,) = event_files(tmp_path)
    version, event = read_events(path)
    assert version.file_version == "brain.Event:2"
    assert version.source_metadata.writer == "sightline"
    assert (event.step, event.wall_time) == (7, 1234.5)
    (value,) = event.summary.value
    assert (value.tag, value.simple_value) == ("loss", 0.5)
    assert not value.HasField("metadata")


def test_nan_and_infinities_are_logged_as_such(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for step, value in enumerate([math.nan, math.inf, -math.inf, 1e300]):
            writer.add_scalar("x", value, step)
    values = [value for _, value in read_scalars(tmp_path)["x"]]
    assert math.isnan(values[0])
    assert values[1:] == [math.inf, -math.inf, math.inf]


def test_new_style_is_a_tensor_with_the_plugin_name(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", 0.1, 1, new_style=True)
        writer.add_scalar("y", 0.1, 1, new_style=True, double_precision=True)
    single, double = (event.summary.value[0] for event in read_run(tmp_path))
    assert single.metadata.plugin_data.plugin_name == "scalars"
    assert list(single.tensor.float_val) == [0.10000000149011612]
    assert list(double.tensor.double_val) == [0.1]


def test_scalars_are_sub_runs_as_in_torch(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalars("a/b", {"x": 1, "y": 2}, 3)
    assert read_scalars(tmp_path) == {}
    assert read_scalars(tmp_path / "a_b_x") == {"a/b": [(3, 1.0)]}
    assert read_scalars(tmp_path / "a_b_y") == {"a/b": [(3, 2.0)]}


def test_scalars_as_tags_stay_in_one_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalars("a", {"x": 1, "y": 2}, step=3, as_tags=True)
    assert read_scalars(tmp_path) == {"a/x": [(3, 1.0)], "a/y": [(3, 2.0)]}
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


def test_new_style_may_be_any_truth(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", 0.1, 1, None, 1, 1)  # type: ignore[arg-type]
        writer.add_scalar("x", 0.1, 1, None, None, None)  # type: ignore[arg-type]
    double, simple = (event.summary.value[0] for event in read_run(tmp_path))
    assert list(double.tensor.double_val) == [0.1]
    assert simple.HasField("simple_value")


def test_a_title_and_a_description_go_with_the_value(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", 0.5, 1, display_name="Loss", summary_description="per *batch*")
        writer.add_scalar("y", 0.1, step=2, new_style=True, double_precision=True, display_name="Y")
    simple, double = read_run(tmp_path)
    assert simple.step == 1
    assert simple.summary.value[0].simple_value == 0.5
    assert simple.summary.value[0].metadata.display_name == "Loss"
    assert simple.summary.value[0].metadata.summary_description == "per *batch*"
    assert double.step == 2
    assert list(double.summary.value[0].tensor.double_val) == [0.1]
    assert double.summary.value[0].metadata.plugin_data.plugin_name == "scalars"
