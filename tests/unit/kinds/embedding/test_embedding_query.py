"""The queries of embeddings over real logs: lists, columns, metadata, search, sprites and bookmarks."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from golden_tags import GOLDEN
from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.kinds.embedding.query import QUERIES
from sightline.wire.params import ParamsError
from support.logs import load

N = 60
SECRET = "the-secret-outside\t1\n"
HEADER = ["word", "class", "loss", "split"]


def rows() -> list[list[Any]]:
    return [[f"word {i}", i % 4, i / 10, "train" if i % 3 else "test"] for i in range(N)]


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> StoreView:
    folder = tmp_path_factory.mktemp("logs")
    rng = np.random.default_rng(0)
    with SummaryWriter(folder / "a") as writer:
        for step in (0, 10):
            writer.add_embedding(
                rng.normal(size=(N, 8)),
                metadata=rows(),
                metadata_header=HEADER,
                label_img=np.zeros((N, 3, 2, 2)),
                global_step=step,
                tag="words",
            )
        writer.add_tensor("hidden", rng.normal(size=(5, 3)), 7)
        writer.add_tensor("cube", np.zeros((2, 2, 2)), 7)
        writer.add_tensor("names", np.array([["a", "b"]]), 7)
    return load(str(folder)).view()


def ask(view: StoreView, question: str, name: str = "words", **params: Any) -> Any:
    return QUERIES[question](view, {"run": view.runs[0].id, "name": name, **params})


def test_list_has_tags_with_steps_and_tensors_of_two_axes(view: StoreView) -> None:
    words, hidden = QUERIES["list"](view, {})["embeddings"]
    assert (words["name"], words["source"], words["steps"]) == ("words", "projector", [0, 10])
    assert (words["points"], words["dimensions"]) == (N, 8)
    assert words["has_metadata"]
    assert words["has_sprite"]
    assert not words["has_bookmarks"]
    assert (hidden["name"], hidden["tag"], hidden["steps"]) == ("tensor/hidden", "hidden", [7])
    assert (hidden["points"], hidden["dimensions"]) == (5, 3)
    assert QUERIES["list"](view, {"runs": [99]})["embeddings"] == []


def test_columns_have_types_ranges_and_counts(view: StoreView) -> None:
    answer = ask(view, "columns")
    assert (answer["step"], answer["points"], answer["dimensions"], answer["header"]) == (10, N, 8, True)
    word, number, loss, split = answer["columns"]
    assert [each["type"] for each in answer["columns"]] == [
        "text",
        "categorical",
        "continuous",
        "categorical",
    ]
    assert (loss["low"], loss["high"], word["low"]) == (0.0, 5.9, None)
    assert number["values"] == [{"value": str(i), "count": 15} for i in range(4)]
    assert split["values"] == [{"value": "train", "count": 40}, {"value": "test", "count": 20}]
    assert answer["sprite"] == {
        "width": 16,
        "height": 16,
        "point_width": 2,
        "point_height": 2,
        "per_row": 8,
    }
    assert answer["notes"] == []


def test_step_is_the_nearest_or_the_last(view: StoreView) -> None:
    steps = [ask(view, "columns", step=step)["step"] for step in (None, 0, 3, 6, 99)]
    assert steps == [10, 0, 0, 10, 10]


def test_metadata_comes_as_numbers_codes_and_text(view: StoreView) -> None:
    frame = ask(view, "metadata")
    assert frame["word"][3] == "word 3"
    assert frame["loss"][5] == 0.5
    values = frame.metadata["values"]
    assert [values["split"][code] for code in frame["split"][:3]] == ["test", "train", "train"]
    few = ask(view, "metadata", columns=["class"], points=[5, 2], form="numbers")
    assert few["class"].tolist() == [1, 2]
    assert ask(view, "metadata", columns=["loss"], points=[5], form="text")["loss"].tolist() == ["0.5"]
    for wrong in ({"columns": ["nothing"]}, {"points": [N]}, {"columns": ["word"], "form": "numbers"}):
        with pytest.raises(ParamsError):
            ask(view, "metadata", **wrong)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"query": "WORD 1"}, [1, *range(10, 20)]),
        ({"query": "word 1", "column": "split"}, []),
        ({"query": "^word .$", "mode": "regex"}, list(range(10))),
        ({"query": "TEST", "mode": "regex", "column": "split"}, list(range(0, N, 3))),
        ({"query": "class = 1 loss > 5", "mode": "filter"}, [53, 57]),
        ({"query": "split = test and not loss >= 0.5", "mode": "filter"}, [0, 3]),
        ({"query": '"word 59" or loss <= 0', "mode": "filter"}, [0, 59]),
        ({"query": "word in ('word 7', 'word 8')", "mode": "filter"}, [7, 8]),
        ({"query": ""}, []),
    ],
)
def test_search(view: StoreView, query: dict[str, Any], found: list[int]) -> None:
    frame = ask(view, "search", **query)
    assert frame["point"].tolist() == found
    assert frame.metadata == {"total": len(found), "complete": True}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"query": "(", "mode": "regex"}, "not a regular expression"),
        ({"query": "(a", "mode": "filter"}, "never closed"),
        ({"query": "size > 3", "mode": "filter"}, "no column 'size'; the columns are 'class'"),
        ({"query": "x", "column": "size"}, "no column 'size'"),
    ],
)
def test_search_that_cannot_be_read_says_why(view: StoreView, query: dict[str, Any], reason: str) -> None:
    with pytest.raises(ParamsError, match=reason):
        ask(view, "search", **query)


def test_vectors_of_some_points(view: StoreView) -> None:
    frame = ask(view, "vectors", "tensor/hidden", points=[4, 0])
    assert frame["point"].tolist() == [4, 0]
    assert [len(vector) for vector in frame["vector"]] == [3, 3]
    with pytest.raises(ParamsError, match="there are 5 points, none at 5"):
        ask(view, "vectors", "tensor/hidden", points=[5])
    with pytest.raises(ParamsError, match="at most 10,000"):
        ask(view, "vectors", "tensor/hidden", points=[0] * 10_001)


def test_sprite_is_the_picture_and_missing_parts_are_reported(view: StoreView) -> None:
    assert ask(view, "sprite").media_type == "image/png"
    assert ask(view, "bookmarks") == []
    for query, name in (("sprite", "tensor/hidden"), ("columns", "nothing")):
        with pytest.raises(LookupError, match="has no"):
            ask(view, query, name)
    with pytest.raises(LookupError, match="no run 99"):
        QUERIES["columns"](view, {"run": 99, "name": "words"})


def test_progress_is_closed_before_and_ready_after_reading(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(np.eye(4), tag="t")
    view = load(str(tmp_path)).view()
    assert ask(view, "progress", "t")["state"] == "closed"
    ask(view, "columns", "t")
    answer = ask(view, "progress", "t")
    assert answer["state"] == "ready"
    assert answer["bytes_done"] == answer["bytes_total"] > 0


@pytest.mark.parametrize("case", ["torch/embedding", "tensorboardx/embedding", "tf/projector_tsv"])
def test_golden_embeddings_of_every_step_are_projected(case: str) -> None:
    view = load(str(GOLDEN / case)).view()
    entries = QUERIES["list"](view, {})["embeddings"]
    assert entries
    for entry in entries:
        for step in entry["steps"] or [None]:
            frame = ask(view, "projection", entry["name"], step=step)
            assert np.isfinite(frame["x"]).all()
            assert len(frame) == ask(view, "columns", entry["name"], step=step)["points"]


def config(folder: Path, path: str, shape: str = "") -> StoreView:
    """A run whose list names this path for every file."""
    run = folder / "logs" / "run"
    run.mkdir(parents=True)
    (folder / "secret.tsv").write_text(SECRET)
    os.symlink(folder / "secret.tsv", run / "link.tsv")
    os.symlink(folder, run / "up")
    os.mkfifo(run / "pipe.tsv")
    fields = ("tensor_path", "metadata_path", "bookmarks_path", "sprite { image_path")
    entry = " ".join(f'{field}: "{path}"' for field in fields)
    (run / "projector_config.pbtxt").write_text(f'embeddings {{ tensor_name: "t" {shape} {entry} }} }}')
    return load(str(folder / "logs")).view()


@pytest.mark.parametrize("query", ["columns", "sprite", "bookmarks", "projection"])
@pytest.mark.parametrize(
    "path",
    ["../../secret.tsv", "{outside}", "/etc/passwd", "link.tsv", "up/secret.tsv", "../run/../../secret.tsv"],
)
def test_paths_of_a_log_cannot_leave_its_root(tmp_path: Path, path: str, query: str) -> None:
    view = config(tmp_path, path.replace("{outside}", str(tmp_path / "secret.tsv")))
    with pytest.raises(LookupError, match="outside the log directory"):
        ask(view, query, "t")
    assert "outside the log directory" in QUERIES["list"](view, {})["embeddings"][0]["problem"]


@pytest.mark.parametrize("path", [".", "none.tsv", "pipe.tsv", "a\\000b"])
def test_path_that_is_not_a_regular_file_is_reported(tmp_path: Path, path: str) -> None:
    view = config(tmp_path, path)
    with pytest.raises(LookupError, match=r"no file|cannot be read"):
        ask(view, "columns", "t")


def test_a_path_to_another_run_of_the_root_is_fine(tmp_path: Path) -> None:
    view = config(tmp_path, "../shared.tsv")
    (tmp_path / "logs" / "shared.tsv").write_text("1\t2\n3\t5\n")
    assert ask(view, "vectors", "t", points=[1])["vector"][0].tolist() == [3, 5]


def test_a_list_that_is_none_is_an_error_of_its_run(tmp_path: Path) -> None:
    view = config(tmp_path, "x.tsv")
    (tmp_path / "logs" / "run" / "projector_config.pbtxt").write_text("not a list {")
    answer = QUERIES["list"](view, {})
    assert answer["embeddings"] == []
    assert "projector_config.pbtxt" in answer["errors"][0]["error"]


def test_a_sprite_that_is_a_bomb_is_refused(tmp_path: Path) -> None:
    view = config(tmp_path, "sprite.png")
    header = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 100_000, 100_000, 8, 2, 0, 0, 0)
    (tmp_path / "logs" / "run" / "sprite.png").write_bytes(header + bytes(100))
    with pytest.raises(LookupError, match="not decoded"):
        ask(view, "sprite", "t")


def test_bookmarks_are_those_of_tensorboard(tmp_path: Path) -> None:
    view = config(tmp_path, "views.json")
    path = tmp_path / "logs" / "run" / "views.json"
    path.write_text(json.dumps([{"label": "State 0", "selectedProjection": "pca"}]))
    assert ask(view, "bookmarks", "t")[0]["selectedProjection"] == "pca"
    path.write_text("{")
    with pytest.raises(LookupError, match=r"views\.json is not JSON"):
        ask(view, "bookmarks", "t")
