"""sightline.summary and sightline.hparams, read by TensorBoard and compared with its own messages."""

from __future__ import annotations

import io
import os
import wave
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tensorboard", reason="tensorboard is not installed: make test-interop")

import numpy as np
from google.protobuf import text_format
from PIL import Image
from tensorboard.backend.event_processing.plugin_event_accumulator import EventAccumulator
from tensorboard.compat.proto import graph_pb2, node_def_pb2, summary_pb2
from tensorboard.plugins.histogram import summary_v2 as histogram_theirs
from tensorboard.plugins.hparams import summary_v2 as hp_theirs
from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData
from tensorboard.plugins.scalar import summary_v2 as scalar_theirs
from tensorboard.plugins.text import summary_v2 as text_theirs
from tensorboard.util import tensor_util

import sightline
from sightline import hparams as hp
from sightline import summary
from sightline.summary import forms
from support.tensorboard_app import TensorBoardApp, without_times

RNG = np.random.default_rng(3)
SESSIONS = {
    "startIndex": 0,
    "sliceSize": 100,
    "colParams": [],
    "allowedStatuses": ["STATUS_SUCCESS", "STATUS_UNKNOWN", "STATUS_RUNNING", "STATUS_FAILURE"],
}


def made_by(theirs: Any) -> np.ndarray[Any, Any]:
    return np.asarray(tensor_util.make_ndarray(theirs.value[0].tensor))


@pytest.mark.parametrize("buckets", [None, 1, 7, 100])
@pytest.mark.parametrize(
    "data", [RNG.normal(size=500), np.arange(9), [4.0] * 5, [], np.float32([1, 2, 2, 3])]
)
def test_histogram_buckets_are_tensorboards(data: Any, buckets: int | None) -> None:
    theirs = made_by(histogram_theirs.histogram_pb("h", data, buckets))
    np.testing.assert_array_equal(forms.histogram_array("h", np.array(data), buckets), theirs)


@pytest.mark.parametrize("data", [0.1, 3, True, np.float64(1e-50), np.nan, np.inf])
def test_scalars_are_tensorboards(data: Any) -> None:
    theirs = made_by(scalar_theirs.scalar_pb("s", data))
    np.testing.assert_array_equal(forms.scalar_array("s", data), theirs)


@pytest.mark.parametrize("data", ["word", ["a", "b"], [["é", "x"]]])
def test_text_is_tensorboards(data: Any) -> None:
    theirs = made_by(text_theirs.text_pb("t", data))
    ours = [item.encode() for item in forms.text_array("t", data).reshape(-1).tolist()]
    assert ours == theirs.reshape(-1).tolist()


def test_tensorboard_shows_every_kind(tmp_path: Path) -> None:
    pixels = (RNG.random((5, 6, 4, 3)) * 255).astype(np.uint8)
    sound = np.sin(np.linspace(0, 99, 800)).reshape(1, 800, 1)
    with summary.create_file_writer(str(tmp_path / "run")).as_default():
        for step in range(3):
            summary.scalar("loss", 1 / (step + 1), step=step, description="falls")
            summary.histogram("weights", RNG.normal(size=100) + step, step=step, buckets=10)
        summary.image("pictures", pixels, step=1)
        summary.audio("sound", sound, 8000, step=2)
        summary.text("words", "**bold**", step=3)
    app = TensorBoardApp(tmp_path)
    assert app.json("plugin/scalars/tags") == {
        "run": {"loss": {"displayName": "", "description": "<p>falls</p>"}}
    }
    rows = app.json("plugin/scalars/scalars", run="run", tag="loss")
    assert [row[1:] for row in rows] == [[0, 1.0], [1, 0.5], [2, float(np.float32(1 / 3))]]
    histograms = app.json("plugin/histograms/histograms", run="run", tag="weights")
    assert [(row[1], len(row[2]), sum(b[2] for b in row[2])) for row in histograms] == [
        (s, 10, 100) for s in range(3)
    ]
    check_images(app, pixels)
    (sample,) = app.json("plugin/audio/audio", run="run", tag="sound", sample=0)
    with wave.open(io.BytesIO(app.bytes("plugin/audio/individualAudio?" + sample["query"]))) as clip:
        assert (clip.getframerate(), clip.getnframes(), clip.getnchannels()) == (8000, 800, 1)
    (words,) = app.json("plugin/text/text", run="run", tag="words")
    assert (words["step"], words["text"]) == (3, "<p><strong>bold</strong></p>")


def check_images(app: TensorBoardApp, pixels: Any) -> None:
    assert app.json("plugin/images/tags")["run"]["pictures"]["samples"] == 3
    for sample in range(3):
        (image,) = app.json("plugin/images/images", run="run", tag="pictures", sample=sample)
        assert image["step"] == 1
        shown = Image.open(io.BytesIO(app.bytes("plugin/images/individualImage?" + image["query"])))
        np.testing.assert_array_equal(np.asarray(shown), pixels[sample])


def test_graphs_and_tensors_of_ones_own(tmp_path: Path) -> None:
    graph = graph_pb2.GraphDef(node=[node_def_pb2.NodeDef(name="scope/x", op="Placeholder")])
    metadata = summary_pb2.SummaryMetadata(display_name="shown")
    metadata.plugin_data.plugin_name = "mine"
    metadata.plugin_data.content = b"\x00raw"
    with summary.create_file_writer(str(tmp_path / "run")).as_default(step=2):
        assert summary.graph(graph)
        assert summary.write("own", np.arange(6, dtype=np.int16).reshape(2, 3), metadata=metadata)
        assert summary.experimental.write_raw_pb(scalar_theirs.scalar_pb("raw", 0.5).SerializeToString())
    app = TensorBoardApp(tmp_path)
    shown = text_format.Parse(app.bytes("plugin/graphs/graph", run="run"), graph_pb2.GraphDef())
    assert [node.name for node in shown.node] == ["scope/x"]
    assert [row[1:] for row in app.json("plugin/scalars/scalars", run="run", tag="raw")] == [[2, 0.5]]
    reader = EventAccumulator(str(tmp_path / "run"))
    reader.Reload()
    (event,) = reader.Tensors("own")
    assert tensor_util.make_ndarray(event.tensor_proto).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert reader.SummaryMetadata("own").plugin_data == metadata.plugin_data


def declared(api: Any) -> tuple[list[Any], list[Any]]:
    hparams = [
        api.HParam("lr", api.RealInterval(1e-5, 1e-1), display_name="rate", description="how *fast*"),
        api.HParam("units", api.IntInterval(8, 64)),
        api.HParam("opt", api.Discrete(["sgd", "adam"])),
        api.HParam("bias", api.Discrete([True, False])),
        api.HParam("free"),
    ]
    metrics = [
        api.Metric("acc", group="validation", display_name="Accuracy", dataset_type=api.Metric.VALIDATION),
        api.Metric("loss", description="lower is better"),
    ]
    return hparams, metrics


def test_hparams_messages_are_tensorboards() -> None:
    values = {"lr": np.float32(0.5), "units": 16, "opt": "sgd", "bias": True}
    pairs = [
        (hp.hparams_config_pb(*declared(hp), 5.0), hp_theirs.hparams_config_pb(*declared(hp_theirs), 5.0)),
        (hp.hparams_pb(values, start_time_secs=1.0), hp_theirs.hparams_pb(values, start_time_secs=1.0)),
        (hp.hparams_pb({}, "id", 1.0), hp_theirs.hparams_pb({}, "id", 1.0)),
    ]
    for message, theirs in pairs:
        ours = summary_pb2.Summary.FromString(message.SerializeToString())
        contents = [
            HParamsPluginData.FromString(s.value[0].metadata.plugin_data.content) for s in (ours, theirs)
        ]
        assert contents[0] == contents[1]
        ours.value[0].metadata.plugin_data.content = theirs.value[0].metadata.plugin_data.content
        assert ours == theirs


def test_hparams_messages_are_taken_by_the_writer_of_torch(tmp_path: Path) -> None:
    from torch.utils.tensorboard import SummaryWriter as TorchWriter

    with TorchWriter(str(tmp_path)) as writer:
        writer.file_writer.add_summary(hp.hparams_config_pb([hp.HParam("lr")], [hp.Metric("loss")]))
        writer.file_writer.add_summary(hp.hparams_pb({"lr": 0.1}, "id", 1.0))
    assert sightline.open(tmp_path).hparams()["lr"].tolist() == [0.1]


def test_hparams_over_http(tmp_path: Path) -> None:
    with summary.create_file_writer(str(tmp_path)).as_default():
        hp.hparams_config(*declared(hp))
    for number in range(3):
        with summary.create_file_writer(str(tmp_path / f"run{number}")).as_default():
            hp.hparams(
                {"lr": 0.01 * (number + 1), "units": 8, "opt": "sgd", "bias": True}, trial_id=f"t{number % 2}"
            )
            summary.scalar("loss", number, step=1)
            hp.session_end()
    app = TensorBoardApp(tmp_path)
    experiment = without_times(app.post("plugin/hparams/experiment", {}))
    infos = {info["name"]: info for info in experiment["hparamInfos"]}
    assert infos["lr"]["domainInterval"] == {"minValue": 1e-5, "maxValue": 1e-1}
    assert infos["opt"]["domainDiscrete"] == ["adam", "sgd"]
    groups = app.post("plugin/hparams/session_groups", SESSIONS)["sessionGroups"]
    assert {group["name"]: len(group["sessions"]) for group in groups} == {"t0": 2, "t1": 1}
    statuses = {session["status"] for group in groups for session in group["sessions"]}
    assert statuses == {"STATUS_SUCCESS"}


def test_keras_callback(tmp_path: Path) -> None:
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip("keras")
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer="sgd")
    callback = hp.KerasCallback(str(tmp_path / "fit"), {"lr": 0.1, "opt": "sgd"})
    model.fit(np.zeros((4, 2)), np.zeros((4, 1)), epochs=1, verbose=0, callbacks=[callback])
    (group,) = TensorBoardApp(tmp_path).post("plugin/hparams/session_groups", SESSIONS)["sessionGroups"]
    assert group["hparams"] == {"lr": 0.1, "opt": "sgd"}
    assert group["sessions"][0]["status"] == "STATUS_SUCCESS"
    with pytest.raises(RuntimeError, match="make a new one"):
        callback.on_train_begin()
    with pytest.raises(TypeError, match="got None"):
        hp.KerasCallback(None, {})
    with pytest.raises(TypeError, match="'bad': expected"):
        hp.KerasCallback(str(tmp_path), {"bad": []})
