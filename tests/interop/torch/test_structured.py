"""Structured data written by Sightline and by torch, read by TensorBoard: equal in every way."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make test-interop")
pytest.importorskip("tensorboard", reason="tensorboard is not installed: make test-interop")

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402
from tensorboard.backend.event_processing.plugin_event_accumulator import EventAccumulator  # noqa: E402
from tensorboard.plugins.custom_scalar import layout_pb2  # noqa: E402
from tensorboard.plugins.hparams import metadata as hparams_metadata  # noqa: E402
from tensorboard.plugins.mesh import metadata as mesh_metadata  # noqa: E402
from tensorboard.plugins.pr_curve import metadata as pr_metadata  # noqa: E402
from tensorboard.util import tensor_util  # noqa: E402
from torch.utils.tensorboard import SummaryWriter as TorchWriter  # noqa: E402

from sightline import SummaryWriter  # noqa: E402
from support.tensorboard_app import TensorBoardApp, without_times  # noqa: E402

Log = Callable[[Any], None]
RNG = np.random.default_rng(7)
LABELS, SCORES, WEIGHTS = RNG.integers(0, 2, 200), RNG.random(200), RNG.random(200)
VERTICES = torch.as_tensor(RNG.random((2, 5, 3)), dtype=torch.float)
COLORS = torch.as_tensor(RNG.integers(0, 255, (2, 5, 3)), dtype=torch.int)
FACES = torch.as_tensor(RNG.integers(0, 5, (2, 4, 3)), dtype=torch.int)
CONFIG = {"camera": {"cls": "PerspectiveCamera", "fov": 75}, "lights": [{"cls": "AmbientLight"}]}
LAYOUT = {
    "Taiwan": {"twse": ["Multiline", ["twse/0050", "twse/2330"]]},
    "USA": {"dow": ["Margin", ["dow/aaa", "dow/bbb", "dow/ccc"]]},
}
SESSIONS = {
    "startIndex": 0,
    "sliceSize": 100,
    "colParams": [],
    "allowedStatuses": ["STATUS_SUCCESS", "STATUS_UNKNOWN", "STATUS_RUNNING", "STATUS_FAILURE"],
}

CALLS: dict[str, Log] = {
    "pr_curve": lambda w: w.add_pr_curve("pr", LABELS, SCORES, 3),
    "pr_curve tensors": lambda w: w.add_pr_curve("pr", torch.tensor(LABELS), torch.tensor(SCORES).float(), 1),
    "pr_curve weights": lambda w: w.add_pr_curve("pr", LABELS, SCORES, 1, 21, WEIGHTS, 1e9),
    "pr_curve many thresholds": lambda w: w.add_pr_curve("pr", LABELS, SCORES, num_thresholds=500),
    "pr_curve booleans": lambda w: w.add_pr_curve("pr", LABELS == 1, SCORES, global_step=2),
    "pr_curve_raw": lambda w: w.add_pr_curve_raw("raw", *RNG_ROWS, 4, 9),
    "mesh": lambda w: w.add_mesh("m", VERTICES, COLORS, FACES, CONFIG, 2, 1e9),
    "mesh keywords": lambda w: w.add_mesh("m", vertices=VERTICES, colors=COLORS, faces=FACES),
    "cloud": lambda w: w.add_mesh("m", VERTICES, global_step=5),
    "layout": lambda w: w.add_custom_scalars(LAYOUT),
    "multiline": lambda w: w.add_custom_scalars_multilinechart(["a", "b"], "c", "t"),
    "multiline defaults": lambda w: w.add_custom_scalars_multilinechart(["a"]),
    "margin": lambda w: w.add_custom_scalars_marginchart(["a", "b", "c"], category="c", title="t"),
    "hparams same run": lambda w: w.add_hparams({"lr": 0.1, "n": 3}, {"acc": 0.5}, run_name="."),
    "hparams booleans": lambda w: w.add_hparams({"b": True, "s": "x", "none": None}, {"m": 1}, run_name="."),
    "hparams tensors": lambda w: w.add_hparams(
        {"t": torch.tensor([0.5])}, {"m": torch.tensor(2.0)}, run_name="."
    ),
    "hparams domains": lambda w: w.add_hparams(
        {"lr": 0.1, "opt": "sgd", "b": True},
        {"acc": 1, "loss": float("nan")},
        {"lr": [0.1, 0.2], "opt": ["sgd", "adam"], "b": [True, False]},
        ".",
        7,
    ),
}
RNG_ROWS = [RNG.random(9) for _ in range(6)]


def written(writer_class: Any, folder: Path, log: Log) -> Path:
    with writer_class(str(folder / "run")) as writer:
        log(writer)
    return folder


def accumulated(run: Path) -> dict[str, Any]:
    """Everything that TensorBoard's own reader keeps of a run: metadata and points of all tags."""
    reader = EventAccumulator(str(run), size_guidance={"tensors": 0})
    reader.Reload()
    found: dict[str, Any] = {}
    for tag in reader.Tags()["tensors"]:
        metadata = reader.SummaryMetadata(tag)
        points = [(e.step, tensor_util.make_ndarray(e.tensor_proto)) for e in reader.Tensors(tag)]
        found[tag] = (metadata.SerializeToString(deterministic=True), points)
    return found


@pytest.mark.parametrize("name", CALLS)
def test_equal_for_the_accumulator(name: str, tmp_path: Path) -> None:
    theirs = accumulated(written(TorchWriter, tmp_path / "torch", CALLS[name]) / "run")
    ours = accumulated(written(SummaryWriter, tmp_path / "ours", CALLS[name]) / "run")
    assert list(ours) == list(theirs)
    for tag, (metadata, points) in theirs.items():
        check_metadata(ours[tag][0], metadata)
        for (step, array), (wanted_step, wanted) in zip(ours[tag][1], points, strict=True):
            assert step == wanted_step
            assert (array.shape, array.dtype) == (wanted.shape, wanted.dtype)
            np.testing.assert_array_equal(array, wanted)


def check_metadata(ours: bytes, theirs: bytes) -> None:
    """Equal, with plugin contents as messages: maps have no order on the wire."""
    from tensorboard.compat.proto.summary_pb2 import SummaryMetadata
    from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData

    one, two = SummaryMetadata.FromString(ours), SummaryMetadata.FromString(theirs)
    if one.plugin_data.plugin_name == "hparams":
        contents = [HParamsPluginData.FromString(m.plugin_data.content) for m in (one, two)]
        assert contents[0] == contents[1]
        one.plugin_data.content = two.plugin_data.content = b""
    assert one == two


def test_the_plugins_own_parsers(tmp_path: Path) -> None:
    def log(writer: Any) -> None:
        writer.add_pr_curve("pr", LABELS, SCORES, 3, 21)
        writer.add_mesh("m", VERTICES, COLORS, FACES, CONFIG)
        writer.add_hparams({"lr": 0.1}, {"acc": 1}, run_name=".")
        writer.add_custom_scalars(LAYOUT)

    reader = EventAccumulator(str(written(SummaryWriter, tmp_path, log) / "run"))
    reader.Reload()

    def content(tag: str) -> bytes:
        return bytes(reader.SummaryMetadata(tag).plugin_data.content)

    assert pr_metadata.parse_plugin_metadata(content("pr")).num_thresholds == 21
    mesh = mesh_metadata.parse_plugin_metadata(content("m_COLOR"))
    assert (mesh.name, list(mesh.shape), mesh.components) == ("m", [2, 5, 3], 14)
    start = hparams_metadata.parse_session_start_info_plugin_data(content("_hparams_/session_start_info"))
    assert start.hparams["lr"].number_value == 0.1
    layout = tensor_util.make_ndarray(reader.Tensors("custom_scalars__config__")[0].tensor_proto)
    assert [c.title for c in layout_pb2.Layout.FromString(layout.item()).category] == ["Taiwan", "USA"]


def both(tmp_path: Path, log: Log) -> tuple[TensorBoardApp, TensorBoardApp]:
    theirs = written(TorchWriter, tmp_path / "torch", log)
    ours = written(SummaryWriter, tmp_path / "ours", log)
    return TensorBoardApp(ours), TensorBoardApp(theirs)


def test_http_pr_curves(tmp_path: Path) -> None:
    def log(writer: Any) -> None:
        for step in range(3):
            writer.add_pr_curve("pr", LABELS, SCORES, step)

    ours, theirs = both(tmp_path, log)
    assert ours.json("plugin/pr_curves/tags") == theirs.json("plugin/pr_curves/tags")
    answers = [
        without_times(app.json("plugin/pr_curves/pr_curves", tag="pr", run="run")) for app in (ours, theirs)
    ]
    assert len(answers[0]["run"]) == 3
    assert answers[0] == answers[1]


def test_http_meshes(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path, CALLS["mesh"])
    assert ours.json("plugin/mesh/tags") == theirs.json("plugin/mesh/tags") == {"run": {"m": {"samples": 2}}}
    for sample in (0, 1):
        query = {"run": "run", "tag": "m", "sample": sample}
        answers = [without_times(app.json("plugin/mesh/meshes", **query)) for app in (ours, theirs)]
        assert len(answers[0]) == 3
        assert answers[0] == answers[1]
        for part in ("VERTEX", "FACE", "COLOR"):
            parts = [
                app.bytes("plugin/mesh/data", **query, content_type=part, step=2) for app in (ours, theirs)
            ]
            assert parts[0] == parts[1]
            assert len(parts[0]) > 10


def test_http_custom_scalars(tmp_path: Path) -> None:
    def log(writer: Any) -> None:
        writer.add_custom_scalars(LAYOUT)
        for step in range(3):
            writer.add_scalar("twse/0050", step * 2.0, step)

    ours, theirs = both(tmp_path, log)
    assert ours.json("plugin/custom_scalars/layout") == theirs.json("plugin/custom_scalars/layout")
    query = {"run": "run", "tag": "twse/.*"}
    found, wanted = (app.json("plugin/custom_scalars/scalars", **query) for app in (ours, theirs))
    assert [row[1:] for row in found["tag_to_events"]["twse/0050"]] == [[0, 0.0], [1, 2.0], [2, 4.0]]
    assert list(found["tag_to_events"]) == list(wanted["tag_to_events"])


def test_http_hparams(tmp_path: Path) -> None:
    def log(writer: Any) -> None:
        for i in range(3):
            writer.add_hparams(
                {"lr": 0.1 * i, "bsize": i, "opt": "sgd", "flag": i % 2 == 0},
                {"hparam/accuracy": 10 * i, "hparam/loss": 10 * i},
                run_name=f"trial_{i}",
                global_step=i,
            )

    ours, theirs = both(tmp_path, log)
    experiments = [without_times(app.post("plugin/hparams/experiment", {})) for app in (ours, theirs)]
    assert {info["name"] for info in experiments[0]["hparamInfos"]} == {"lr", "bsize", "opt", "flag"}
    assert experiments[0] == experiments[1]
    groups = [without_times(app.post("plugin/hparams/session_groups", SESSIONS)) for app in (ours, theirs)]
    assert len(groups[0]["sessionGroups"]) == 3
    assert groups[0] == groups[1]


def test_http_hparams_by_default_in_a_run_named_by_time(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path, lambda w: w.add_hparams({"lr": 0.1}, {"acc": 1}))
    for app in (ours, theirs):
        (group,) = app.post("plugin/hparams/session_groups", SESSIONS)["sessionGroups"]
        assert float(group["name"].removeprefix("run/")) > 1.5e9
        assert group["hparams"] == {"lr": 0.1}


def test_http_log_hparams_needs_no_run_of_its_own(tmp_path: Path) -> None:
    for trial in range(2):
        with SummaryWriter(tmp_path / f"run{trial}") as writer:
            writer.log_hparams({"opt": {"lr": 0.1 * trial, "nesterov": True}}, ["loss"])
            writer.add_scalar("loss", 0.5 + trial, 10)
    app = TensorBoardApp(tmp_path)
    assert sorted(app.json("runs")) == ["run0", "run1"]
    experiment = app.post("plugin/hparams/experiment", {})
    types = {info["name"]: info["type"] for info in experiment["hparamInfos"]}
    assert types == {"opt/lr": "DATA_TYPE_FLOAT64", "opt/nesterov": "DATA_TYPE_BOOL"}
    groups = app.post("plugin/hparams/session_groups", SESSIONS)["sessionGroups"]
    found = {g["sessions"][0]["name"]: g["metricValues"][0]["value"] for g in groups}
    assert found == {"run0": 0.5, "run1": 1.5}


def embeddings(writer: Any) -> None:
    mat = torch.as_tensor(np.random.default_rng(1).random((10, 4)), dtype=torch.float)
    images = torch.as_tensor(np.random.default_rng(2).random((10, 3, 8, 12)), dtype=torch.float)
    words = [f"word {i}" for i in range(10)]
    writer.add_embedding(mat, metadata=words, label_img=images)
    writer.add_embedding(mat * 2, metadata=words, global_step=1)
    writer.add_embedding(mat, [[w, i] for i, w in enumerate(words)], None, 2, "a/b", ["word", "number"])
    writer.add_embedding(mat.numpy(), label_img=images[:, :1], tag="gray")


def test_embedding_files_are_torchs(tmp_path: Path) -> None:
    theirs = written(TorchWriter, tmp_path / "torch", embeddings) / "run"
    ours = written(SummaryWriter, tmp_path / "ours", embeddings) / "run"

    def files(run: Path) -> list[str]:
        paths = [path for path in run.rglob("*") if path.is_file() and "tfevents" not in path.name]
        return sorted(str(path.relative_to(run)) for path in paths)

    assert files(ours) == files(theirs)
    for name in files(ours):
        if name.endswith(".png"):
            one, two = (np.asarray(Image.open(run / name)) for run in (ours, theirs))
            np.testing.assert_array_equal(one, two)
        else:
            assert (ours / name).read_bytes() == (theirs / name).read_bytes(), name


def test_http_projector(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path, embeddings)
    info = ours.json("plugin/projector/info", run="run")
    assert info == theirs.json("plugin/projector/info", run="run")
    names = [embedding["tensorName"] for embedding in info["embeddings"]]
    assert names == ["default:00000", "default:00001", "a/b:00002", "gray:00000"]
    for name in names:
        query = {"run": "run", "name": name}
        assert ours.bytes("plugin/projector/tensor", **query) == theirs.bytes(
            "plugin/projector/tensor", **query
        )
    query = {"run": "run", "name": "a/b:00002"}
    assert ours.bytes("plugin/projector/metadata", **query) == theirs.bytes(
        "plugin/projector/metadata", **query
    )
    query = {"run": "run", "name": "default:00000"}
    sprites = [app.bytes("plugin/projector/sprite_image", **query) for app in (ours, theirs)]
    np.testing.assert_array_equal(*(np.asarray(Image.open(io.BytesIO(data))) for data in sprites))


def test_tensorboard_shows_tables_matrices_and_roc_curves(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "run") as writer:
        writer.add_table("results", {"name": ["a", "b"], "score": [0.5, 1]}, step=1)
        writer.add_confusion_matrix("confusion", [0, 1, 1], [0, 1, 0], 2, ["cat", "dog"])
        writer.add_roc_curve("roc", LABELS, SCORES, 3)
    app = TensorBoardApp(tmp_path)
    assert app.json("plugin/text/tags") == {"run": ["results/text_summary", "confusion/text_summary"]}
    (table,) = app.json("plugin/text/text", run="run", tag="results/text_summary")
    assert table["step"] == 1
    assert "<th>name</th>" in table["text"]
    assert "<td>b</td>" in table["text"]
    (matrix,) = app.json("plugin/text/text", run="run", tag="confusion/text_summary")
    assert "<strong>dog</strong>" in matrix["text"]
    (image,) = app.json("plugin/images/images", run="run", tag="roc/image", sample=0)
    picture = app.bytes("plugin/images/individualImage?" + image["query"])
    assert Image.open(io.BytesIO(picture)).size == (320, 320)
