"""Files of vectors given by themselves: text with and without a header, numpy, safetensors, parquet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.roots import Pattern
from sightline.engine.store import Store, StoreView
from sightline.kinds.embedding.query import QUERIES
from sightline.plugins import load_claims

VECTORS = np.arange(12, dtype=np.float32).reshape(4, 3)


def served(path: Path) -> StoreView:
    store = Store(default_reader(), load_claims())
    follower = Follower(store, [Pattern(str(path), kind="embedding")])
    follower.load()
    follower.close()
    return store.view()


def read(path: Path, name: str = "") -> tuple[Any, dict[str, Any]]:
    """The vectors and the answer of `columns`."""
    view = served(path)
    given = {"run": view.runs[0].id, "name": name or path.name}
    about = QUERIES["columns"](view, given)
    frame = QUERIES["vectors"](view, {**given, "points": list(range(about["points"]))})
    return np.stack(list(frame["vector"])), about


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("plain.tsv", "0\t1\t2\n3\t4\t5\n6\t7\t8\n9\t10\t11\n", []),
        ("plain.csv", "0,1,2\n3,4,5\n6,7,8\n9,10,11\n", []),
        ("header.csv", "x,y,z\n0,1,2\n3,4,5\n6,7,8\n9,10,11\n", []),
        ("label.csv", "word,x,y,z\na,0,1,2\nb,3,4,5\nc,6,7,8\nd,9,10,11\n", ["word"]),
        ("mixed.csv", "a,0,1,2,u\nb,3,4,5,v\nc,6,7,8,u\nd,9,10,11,v\n", ["column 1", "column 2"]),
        ("quoted.csv", '"word",x,y,z\n"a, b",0,1,2\n"c",3,4,5\nd,6,7,8\ne,9,10,11\n', ["word"]),
    ],
)
def test_text_files(tmp_path: Path, name: str, text: str, columns: list[str]) -> None:
    path = tmp_path / name
    path.write_text(text)
    vectors, about = read(path)
    assert vectors.tolist() == VECTORS.tolist()
    assert [column["name"] for column in about["columns"]] == columns
    assert about["notes"] == []  # the file itself tells whether it has a header


def test_numpy_files(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", VECTORS.astype(np.float64))
    np.save(tmp_path / "f.npy", np.asfortranarray(VECTORS))
    np.savez(tmp_path / "b.npz", words=VECTORS, line=np.zeros(3))
    for name in ("a.npy", "f.npy"):
        assert read(tmp_path / name)[0].tolist() == VECTORS.tolist()
    assert read(tmp_path / "b.npz", "b.npz/words")[0].tolist() == VECTORS.tolist()
    view = served(tmp_path / "a.npy")
    (entry,) = QUERIES["list"](view, {})["embeddings"]
    assert (entry["source"], entry["points"], entry["dimensions"]) == ("file", 4, 3)


def safetensors(path: Path, arrays: dict[str, Any]) -> None:
    header, data = {}, b""
    for name, array in arrays.items():
        end = len(data) + array.nbytes
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), end]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def test_safetensors_files_have_an_embedding_for_each_matrix(tmp_path: Path) -> None:
    safetensors(tmp_path / "m.safetensors", {"a": VECTORS, "bias": VECTORS[0], "b": VECTORS * 2})
    view = served(tmp_path / "m.safetensors")
    names = [entry["name"] for entry in QUERIES["list"](view, {})["embeddings"]]
    assert names == ["m.safetensors/a", "m.safetensors/b"]
    assert read(tmp_path / "m.safetensors", names[1])[0].tolist() == (VECTORS * 2).tolist()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", b"word,kind\na,b\n", "no column has numbers"),
        ("a.csv", b"word,x\n", "no column has numbers"),
        ("a.tsv", b"1\t2\n3\n", "line 2 has 1 numbers, but the lines before it have 2"),
        ("a.npy", b"not numpy", "no array of numpy"),
        ("a.npz", b"not a zip", r"no \.npz file|cannot be read"),
        ("a.safetensors", b"\xff" * 20, "no safetensors file|cannot be read"),
    ],
)
def test_files_without_vectors_say_why(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(LookupError, match=reason):
        read(tmp_path / name)


def test_numpy_file_of_objects_is_not_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([[object()]]), allow_pickle=True)
    with pytest.raises(LookupError, match="holds no vectors"):
        read(tmp_path / "a.npy")


def test_metadata_beside_a_file_and_a_note_where_it_cannot_be_read(tmp_path: Path) -> None:
    np.save(tmp_path / "words.npy", VECTORS)
    beside = tmp_path / "words.metadata.tsv"
    beside.write_text("word\tkind\na\tx\nb\ty\nc\tx\nd\ty\n")
    _, about = read(tmp_path / "words.npy")
    assert [column["name"] for column in about["columns"]] == ["word", "kind"]
    beside.write_text("")
    _, about = read(tmp_path / "words.npy")
    assert about["columns"] == []
    assert about["notes"] == ["The metadata cannot be read: words.metadata.tsv is empty."]
