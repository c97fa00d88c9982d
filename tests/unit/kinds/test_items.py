"""The queries of image, video, audio, text, tensor and histogram on real event files and the real engine."""

from __future__ import annotations

import io
from importlib import import_module

import numpy as np
import pytest
from PIL import Image

from sightline import SummaryWriter
from sightline.wire.params import ParamsError
from support.logs import GOLDEN, load

FILM = b"\0\0\0\x18ftypmp42" + bytes(40)


def query(kind, name):
    return import_module(f"sightline.kinds.{kind}.query").QUERIES[name]


@pytest.fixture
def view(tmp_path):
    """Run a: all kinds at steps 0, 10, 20; run b: one picture."""
    with SummaryWriter(tmp_path / "a") as writer:
        for step in (0, 10, 20):
            writer.add_image("picture", np.full((3, 4, 5), step, dtype=np.uint8), step, walltime=100 + step)
            writer.add_video("film", FILM, step)
            writer.add_audio("sound", np.zeros(8), step, sample_rate=8000)
            writer.add_text("note", [["a", f"step {step}"]], step)
            writer.add_tensor("array", np.arange(24.0).reshape(2, 3, 4) + step, step)
            writer.add_histogram("spread", np.arange(10) + step, step, bins=5)
    with SummaryWriter(tmp_path / "b") as writer:
        writer.add_image("picture", np.zeros((3, 4, 5)), 7)
    return load(str(tmp_path)).view()


def ids(view):
    return {run.name: run.id for run in view.runs}


TAGS = {
    "image": "picture",
    "video": "film",
    "audio": "sound",
    "text": "note/text_summary",
    "tensor": "array",
    "histogram": "spread",
}


@pytest.mark.parametrize("kind", TAGS)
def test_items_query_lists_the_values_of_a_run(view, kind):
    frame = query(kind, "items")(view, {"runs": [ids(view)["a"]]})
    assert frame["tag"].tolist() == [TAGS[kind]] * 3
    assert frame["step"].tolist() == [0, 10, 20]
    assert frame["index"].tolist() == [0, 1, 2]
    assert (frame["n_bytes"] > 10).all()
    assert not frame["superseded"].any()
    assert len(frame.to_ipc()) > 100


def test_lists_of_all_runs_and_of_none(view):
    frame = query("image", "items")(view, {})
    assert sorted(zip(frame["run"].tolist(), frame["step"].tolist(), strict=True)) == sorted(
        [(ids(view)["a"], step) for step in (0, 10, 20)] + [(ids(view)["b"], 7)]
    )
    assert len(query("image", "items")(view, {"tags": ["none"]})) == 0


@pytest.mark.parametrize(
    ("which", "step"),
    [
        ({}, 20),
        ({"index": 1}, 10),
        ({"step": 10, "exact": True}, 10),
        ({"step": 14}, 10),
        ({"step": 15}, 20),
        ({"step": -5}, 0),
        ({"step": 10**15}, 20),
    ],
)
def test_by_index_and_by_step(view, which, step):
    answer = query("image", "describe")(view, {"run": ids(view)["a"], "tag": "picture", **which})
    assert (answer["step"], answer["wall_time"]) == (step, 100 + step)
    assert (answer["width"], answer["height"]) == (5, 4)
    assert [part["content_type"] for part in answer["parts"]] == ["image/png"]
    blob = query("image", "item")(view, {"run": ids(view)["a"], "tag": "picture", **which})
    assert blob.media_type == "image/png"
    assert np.asarray(Image.open(io.BytesIO(blob.content)))[0, 0, 0] == step


@pytest.mark.parametrize(
    "which",
    [
        {"run": 99},
        {"tag": "none"},
        {"index": 3},
        {"index": -1},
        {"step": 11, "exact": True},
        {"part": 1},
        {"part": -1},
    ],
)
def test_what_is_not_there(view, which):
    with pytest.raises(LookupError):
        query("image", "item")(view, {"run": ids(view)["a"], "tag": "picture", **which})


def test_index_and_step_together_are_refused(view):
    with pytest.raises(ParamsError, match="either index or step"):
        query("image", "item")(view, {"run": 0, "tag": "picture", "index": 0, "step": 0})


def test_video_and_audio(view):
    run = ids(view)["a"]
    film = query("video", "item")(view, {"run": run, "tag": "film"})
    assert (film.content, film.media_type) == (FILM, "video/mp4")
    assert query("video", "describe")(view, {"run": run, "tag": "film"})["parts"][0]["n_bytes"] == len(FILM)
    clip = query("audio", "item")(view, {"run": run, "tag": "sound", "step": 0})
    assert (clip.content[:4], clip.media_type) == (b"RIFF", "audio/wav")
    (facts,) = query("audio", "describe")(view, {"run": run, "tag": "sound"})["parts"]
    assert (facts["sample_rate_hz"], facts["n_channels"], facts["n_frames"]) == (8000, 1, 8)


def test_text_item_has_shape_and_strings(view):
    answer = query("text", "item")(view, {"run": ids(view)["a"], "tag": "note/text_summary", "step": 10})
    assert (answer["shape"], answer["strings"]) == ([1, 2], ["a", "step 10"])
    assert answer["n_chars"] == 8


def test_long_text_is_cut_with_its_full_length(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        writer.add_text("long", ["x" * 900_000, "y" * 900_000, "z"])
    view = load(str(tmp_path)).view()
    answer = query("text", "item")(view, {"run": view.runs[0].id, "tag": "long/text_summary"})
    assert [len(string) for string in answer["strings"]] == [900_000, 100_000, 0]
    assert answer["n_chars"] == 1_800_001


def tensor(view, **which):
    return query("tensor", "item")(view, {"run": ids(view)["a"], "tag": "array", **which})


def test_tensor_item_has_dtype_shape_and_statistics(view):
    answer = tensor(view, step=0)
    assert (answer["dtype"], answer["shape"], answer["at"]) == ("float64", [2, 3, 4], [0])
    assert answer["statistics"] == {
        "n": 24, "nan": 0, "inf": 0, "min": 0, "max": 23, "mean": 11.5, "std": np.arange(24).std(), "zero": 1,
    }  # fmt: skip
    assert answer["values"][2] == [8, 9, 10, 11]
    assert tensor(view, step=0, at=[1])["values"][0] == [12, 13, 14, 15]
    for at in ([2], [-1], [0, 0]):
        with pytest.raises(ParamsError, match="at must"):
            tensor(view, at=at)


@pytest.mark.parametrize(
    ("value", "values", "statistics"),
    [
        (
            1.5,
            [[1.5]],
            {"n": 1, "nan": 0, "inf": 0, "min": 1.5, "max": 1.5, "mean": 1.5, "std": 0, "zero": 0},
        ),
        ([np.nan, np.inf], [["nan", "inf"]], {"n": 2, "nan": 1, "inf": 1}),
        ([1 + 2j], [[[1.0, 2.0]]], None),
        (["a", "b"], [["a", "b"]], None),
        (
            [True],
            [[True]],
            {"n": 1, "nan": 0, "inf": 0, "min": True, "max": True, "mean": 1, "std": 0, "zero": 0},
        ),
        (np.zeros((0, 3)), [], {"n": 0, "nan": 0, "inf": 0}),
    ],
)
def test_tensor_item_of_strings_complex_and_nonfinite_values(tmp_path, value, values, statistics):
    with SummaryWriter(tmp_path / "a") as writer:
        writer.add_tensor("array", value)
    answer = tensor(load(str(tmp_path)).view())
    assert answer["values"] == values
    assert answer["statistics"] == statistics


def test_a_tensor_without_elements_before_the_last_axes(tmp_path):
    with SummaryWriter(tmp_path / "a") as writer:
        writer.add_tensor("array", np.zeros((0, 2, 2)))
    with pytest.raises(LookupError, match="no element"):
        tensor(load(str(tmp_path)).view())


def test_a_file_that_is_gone(view, tmp_path):
    for path in (tmp_path / "b").iterdir():
        path.unlink()
    with pytest.raises(LookupError, match="cannot be read"):
        query("image", "item")(view, {"run": ids(view)["b"], "tag": "picture"})


def test_histograms_as_logged(view):
    frame = query("histogram", "series")(view, {"tags": ["spread", "none"]})
    assert frame["step"].tolist() == [0, 10, 20]
    assert [len(lefts) for lefts in frame["left"]] == [5, 5, 5]
    assert frame["left"][1][0] == 10
    assert frame["right"][2][-1] == 29
    assert [counts.tolist() for counts in frame["count"]] == [[2] * 5] * 3
    (facts,) = frame.metadata["series"]
    assert facts.pop("start") == frame["wall_time"][0]
    assert facts == {"run": ids(view)["a"], "tag": "spread", "offset": 0, "length": 3, "total": 3}


def test_histograms_thinned_to_evenly_spaced_steps(view):
    frame = query("histogram", "series")(view, {"tags": ["spread"], "max_steps": 2})
    assert frame["step"].tolist() == [0, 20]
    assert frame.metadata["series"][0]["total"] == 3


@pytest.mark.parametrize(
    ("params", "span"), [({}, [0, 29]), ({"range": [-10, 40]}, [-10, 40]), ({"common": True}, [0, 29])]
)
def test_histogram_grid_covers_the_range(view, params, span):
    frame = query("histogram", "grid")(view, {"tags": ["spread"], "n_bins": 10, **params})
    assert frame.metadata["series"][0]["range"] == span
    assert [counts.sum() for counts in frame["count"]] == pytest.approx([10, 10, 10])
    assert {len(counts) for counts in frame["count"]} == {10}


def test_histogram_percentiles_are_linear_within_buckets(view):
    frame = query("histogram", "percentiles")(view, {"tags": ["spread"], "points": [0, 5000, 10000]})
    assert [values.tolist() for values in frame["value"]] == [[0, 4.5, 9], [10, 14.5, 19], [20, 24.5, 29]]
    assert frame.metadata["points"] == [0, 5000, 10000]


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("series", {"max_steps": 0}),
        ("grid", {"n_bins": 0}),
        ("grid", {"range": [1, 1]}),
        ("percentiles", {"points": [10001]}),
        ("percentiles", {"points": []}),
    ],
)
def test_invalid_histogram_parameters_raise(view, name, params):
    with pytest.raises(ParamsError, match=r"expected|must"):
        query("histogram", name)(view, {"tags": ["spread"], **params})


@pytest.mark.parametrize("case", ["tf/summary_histogram", "torch/histogram", "keras_torch/fit"])
def test_every_golden_histogram_answers(case):
    view = load(str(GOLDEN / case)).view()
    tags = sorted({tag for run in view.runs for tag in run.series("histogram")})
    assert tags
    for name in ("series", "grid", "percentiles"):
        frame = query("histogram", name)(view, {"tags": tags})
        assert len(frame.to_ipc()) > 100
        assert len(frame.metadata["series"]) >= len(tags)
