"""The queries of embeddings: lists, vectors and files, and no path that leaves the log directory."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import numpy as np
import pytest

from golden_tags import GOLDEN
from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.kinds.embedding.query import QUERIES
from sightline.wire.params import ParamsError
from support.logs import load

VECTORS = np.arange(12, dtype=np.float32).reshape(4, 3)
SECRET = "the-secret-outside\t1\n"


@pytest.fixture
def view(tmp_path: Path) -> StoreView:
    with SummaryWriter(tmp_path / "a") as writer:
        writer.add_embedding(
            VECTORS, metadata=["w", "x", "y", "z"], label_img=np.zeros((4, 3, 2, 2)), tag="words"
        )
    return load(str(tmp_path)).view()


def test_list_has_each_embedding_with_its_parts(view: StoreView) -> None:
    answer = QUERIES["list"](view, {})
    (entry,) = answer["embeddings"]
    assert (entry["name"], entry["index"], entry["sprite_size_px"]) == ("words:00000", 0, (2, 2))
    assert entry["parts"] == ["vectors", "labels", "sprite"]
    assert QUERIES["list"](view, {"runs": [99]})["embeddings"] == []


def test_vectors_are_thinned_to_max_points(view: StoreView) -> None:
    frame = QUERIES["vectors"](view, {"run": view.runs[0].id})
    assert np.stack(list(frame["vector"])).tolist() == VECTORS.tolist()
    few = QUERIES["vectors"](view, {"run": view.runs[0].id, "max_points": 2})
    assert (few["point"].tolist(), few.metadata["total"]) == ([0, 3], 4)
    assert few["vector"][1].tolist() == VECTORS[3].tolist()
    with pytest.raises(ParamsError, match="max_points"):
        QUERIES["vectors"](view, {"run": 1, "max_points": 10**9})


def test_item_returns_each_file_of_an_embedding(view: StoreView) -> None:
    run = view.runs[0].id
    labels = QUERIES["item"](view, {"run": run, "part": "labels"})
    assert (labels.content, labels.media_type) == (b"w\nx\ny\nz\n", "text/plain; charset=utf-8")
    assert QUERIES["item"](view, {"run": run, "part": "sprite"}).media_type == "image/png"
    for missing in ({"part": "bookmarks"}, {"index": 1}, {"index": -1}):
        with pytest.raises(LookupError):
            QUERIES["item"](view, {"run": run, **missing})


@pytest.mark.parametrize("case", ["torch/embedding", "tensorboardx/embedding", "tf/projector_tsv"])
def test_vectors_of_golden_logs(case: str) -> None:
    view = load(str(GOLDEN / case)).view()
    entries = QUERIES["list"](view, {})["embeddings"]
    assert entries
    for entry in entries:
        frame = QUERIES["vectors"](view, {"run": entry["run"], "index": entry["index"]})
        assert len(frame) == frame.metadata["total"] > 0


def test_vectors_inside_a_checkpoint_are_reported() -> None:
    view = load(str(GOLDEN / "tf/projector_checkpoint")).view()
    with pytest.raises(LookupError, match="inside a checkpoint"):
        QUERIES["vectors"](view, {"run": view.runs[0].id})


def config(folder: Path, path: str) -> StoreView:
    """A run whose list names this path for every file."""
    run = folder / "logs" / "run"
    run.mkdir(parents=True)
    (folder / "secret.tsv").write_text(SECRET)
    os.symlink(folder / "secret.tsv", run / "link.tsv")
    os.symlink(folder, run / "up")
    os.mkfifo(run / "pipe.tsv")
    fields = ("tensor_path", "metadata_path", "bookmarks_path", "sprite { image_path")
    entry = " ".join(f'{field}: "{path}"' for field in fields)
    (run / "projector_config.pbtxt").write_text(f'embeddings {{ tensor_name: "t" {entry} }} }}')
    return load(str(folder / "logs")).view()


@pytest.mark.parametrize("part", ["vectors", "labels", "sprite", "bookmarks"])
@pytest.mark.parametrize(
    "path",
    ["../../secret.tsv", "{outside}", "/etc/passwd", "link.tsv", "up/secret.tsv", "../run/../../secret.tsv"],
)
def test_paths_of_a_log_cannot_leave_its_root(tmp_path: Path, path: str, part: str) -> None:
    view = config(tmp_path, path.replace("{outside}", str(tmp_path / "secret.tsv")))
    with pytest.raises(LookupError, match="outside the log directory"):
        QUERIES["item"](view, {"run": view.runs[0].id, "part": part})
    with pytest.raises(LookupError, match="outside the log directory"):
        QUERIES["vectors"](view, {"run": view.runs[0].id})


@pytest.mark.parametrize("path", [".", "none.tsv", "pipe.tsv", "a\\000b"])
def test_path_that_is_not_a_regular_file_is_reported(tmp_path: Path, path: str) -> None:
    view = config(tmp_path, path)
    with pytest.raises(LookupError, match=r"no file|cannot be read"):
        QUERIES["item"](view, {"run": view.runs[0].id})


def test_a_path_to_another_run_of_the_root_is_fine(tmp_path: Path) -> None:
    view = config(tmp_path, "../shared.tsv")
    (tmp_path / "logs" / "shared.tsv").write_text("1\t2\n")
    assert QUERIES["vectors"](view, {"run": view.runs[0].id})["vector"][0].tolist() == [1, 2]


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
        QUERIES["item"](view, {"run": view.runs[0].id, "part": "sprite"})
