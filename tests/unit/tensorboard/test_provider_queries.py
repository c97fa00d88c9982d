"""The logs by plugin name and data class: what the data provider of hosted plugins asks for."""

from __future__ import annotations

import base64
import math
from typing import Any

import msgspec
import numpy as np
import pytest

from sightline import SummaryWriter, summary
from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.plugins.testing import read_logs
from sightline.tensorboard.provider_queries import QUERIES

N_POINTS = 5000
SPIKE, DIP, ODD = 1234, 4321, 777


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> StoreView:
    logs = tmp_path_factory.mktemp("logs")
    with SummaryWriter(str(logs / "train")) as writer:
        for step in range(N_POINTS):
            value = {SPIKE: 99.0, DIP: -99.0}.get(step, math.sin(step / 50))
            writer.add_scalar("loss", value, step, walltime=1000.0 + step)
            writer.add_scalar("odd", math.nan if step == ODD else value, step, walltime=1000.0 + step)
        for step in range(3):
            writer.add_scalar("short", step, step, walltime=1000.0 + step)
        writer.add_image("picture", np.zeros((3, 4, 5), np.uint8), 7, walltime=1000.0)
        writer.add_text("note", "hello", 2, walltime=1000.0)
    metadata = messages.SummaryMetadata()
    metadata.plugin_data.plugin_name = "greeter"
    metadata.plugin_data.content = b"\x00\xff"
    metadata.display_name, metadata.summary_description = "Greeting", "says *hello*"
    metadata.data_class = 2  # tensor
    with summary.create_file_writer(str(logs / "eval")).as_default():
        for step in range(10):
            summary.write("matrix", np.full((2, 3), step, np.int64), step, metadata)
    return read_logs(logs)


def ask(view: StoreView, query: str, **params: Any) -> Any:
    return QUERIES[query](view, params)


def test_plugins_and_runs_are_listed(view: StoreView) -> None:
    assert {"scalars", "images", "text", "greeter"} <= set(ask(view, "plugins"))
    runs = ask(view, "runs")
    assert {run["name"] for run in runs} == {"train", "eval"}
    assert all(isinstance(run["start"], float) for run in runs)


def test_series_have_the_metadata_of_their_plugin(view: StoreView) -> None:
    found = ask(view, "series", plugin="greeter", data_class="tensor")
    row = {name: found[name][0] for name in found}
    assert (row["run"], row["tag"], row["max_step"]) == ("eval", "matrix", 9)
    assert (row["display_name"], row["description"]) == ("Greeting", "says *hello*")
    assert base64.b64decode(row["content"]) == b"\x00\xff"
    assert len(ask(view, "series", plugin="greeter", data_class="scalar")) == 0


def test_series_are_chosen_by_run_and_tag(view: StoreView) -> None:
    assert list(ask(view, "series", plugin="scalars", tags=["short", "gone"])["tag"]) == ["short"]
    assert len(ask(view, "series", plugin="scalars", runs=["eval"])) == 0
    assert len(ask(view, "series", plugin="scalars", runs=[])) == 0


def points(view: StoreView, tag: str, most: int) -> tuple[list[int], list[float]]:
    found = ask(view, "scalars", plugin="scalars", tags=[tag], most=most)
    assert found.metadata["series"] == [["train", tag, len(found)]]
    return found["step"].tolist(), found["value"].tolist()


@pytest.mark.parametrize("most", [10, 100, 1000, N_POINTS - 1])
@pytest.mark.parametrize("tag", ["loss", "odd"])
def test_scalars_are_thinned_as_asked_and_keep_the_last_point_low_and_high(
    view: StoreView, tag: str, most: int
) -> None:
    steps, values = points(view, tag, most)
    assert most // 8 <= len(steps) <= most
    assert steps == sorted(steps)
    assert steps[-1] == N_POINTS - 1
    assert {SPIKE, DIP} <= set(steps)
    assert values[steps.index(SPIKE)] == 99.0
    if tag == "odd":
        assert ODD in steps


def test_scalars_that_are_few_enough_are_all_there(view: StoreView) -> None:
    assert points(view, "loss", N_POINTS)[0] == list(range(N_POINTS))
    assert points(view, "short", 3) == ([0, 1, 2], [0.0, 1.0, 2.0])
    assert points(view, "loss", 0) == ([], [])


def test_scalars_of_several_series_come_one_after_the_other(view: StoreView) -> None:
    found = ask(view, "scalars", plugin="scalars", tags=["loss", "short"], most=100)
    lengths = {tag: n for _, tag, n in found.metadata["series"]}
    assert lengths["short"] == 3
    assert sum(lengths.values()) == len(found)


def test_last_scalars_have_the_newest_point(view: StoreView) -> None:
    found = ask(view, "last_scalars", plugin="scalars", tags=["short"])
    assert (found["step"].tolist(), found["wall_time"].tolist(), found["value"].tolist()) == (
        [2],
        [1002.0],
        [2.0],
    )


def test_tensors_are_thinned_as_asked_and_keep_type_and_shape(view: StoreView) -> None:
    ((run, tag, values),) = msgspec.msgpack.decode(ask(view, "tensors", plugin="greeter", most=4).content)
    assert (run, tag, len(values)) == ("eval", "matrix", 4)
    step, _, kind, shape, content = values[-1]
    assert (step, kind, shape) == (9, "<i8", [2, 3])
    assert np.frombuffer(content, kind).tolist() == [9] * 6


def test_texts_are_tensors_of_bytes(view: StoreView) -> None:
    ((_, _, values),) = msgspec.msgpack.decode(ask(view, "tensors", plugin="text").content)
    assert values[0][2:] == ["object", [1], [b"hello"]]


def test_blobs_are_read_by_their_keys(view: StoreView) -> None:
    ((run, tag, values),) = ask(view, "blobs", plugin="images")
    assert (run, tag) == ("train", "picture")
    assert (values[0].step, len(values[0].keys)) == (7, 3)
    blobs = [ask(view, "blob", key=key).content for key in values[0].keys]
    assert blobs[:2] == [b"5", b"4"]
    assert blobs[2].startswith(b"\x89PNG")
    with pytest.raises(LookupError):
        ask(view, "blob", key=base64.urlsafe_b64encode(b'["","images","train","picture",8,0]').decode())
    with pytest.raises(ValueError, match="malformed"):
        ask(view, "blob", key="nonsense")
