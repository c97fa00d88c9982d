"""Embeddings: the projector's files of every producer, byte for byte torch's, wrong input refused."""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from golden_tags import GOLDEN
from sightline.kinds.embedding.decode import decode_config
from sightline.kinds.embedding.encode import embedding_files, labels_tsv, sprite_png, vectors_tsv
from support.projector_files import read_bookmarks, read_labels, read_vectors

CASES = ["torch/embedding", "tensorboardx/embedding", "tf/projector_tsv"]


@pytest.mark.parametrize("case", CASES)
def test_decode_of_golden_embeddings(case: str) -> None:
    folder = GOLDEN / case
    answers = json.loads((folder / "expected_http.json").read_text())
    listed = answers["/data/plugin/projector/info?run=."]["embeddings"]
    infos = decode_config((folder / "projector_config.pbtxt").read_bytes())
    for info, wanted in zip(infos, listed, strict=True):
        assert info.name == wanted["tensorName"]
        assert info.metadata_path == wanted.get("metadataPath", "")
        assert info.sprite_path == wanted.get("sprite", {}).get("imagePath", "")
        vectors = read_vectors(info, lambda path: (folder / path).read_bytes())
        assert list(vectors.shape) == wanted["tensorShape"]
        name = info.name.replace(":", "%3A")
        answer = answers[f"/data/plugin/projector/tensor?run=.&name={name}"]
        assert hashlib.sha256(vectors.tobytes()).hexdigest() == answer["sha256"]
        labels = read_labels(info, lambda path: (folder / path).read_bytes())
        if labels is not None:
            assert {len(column) for column in labels.columns} == {len(vectors)}


def test_torch_files_written_again_are_equal() -> None:
    folder = GOLDEN / "torch/embedding"
    for step, tag in ((0, "default"), (1, "default"), (2, "plain")):
        path = folder / f"{step:05}/{tag}/tensors.tsv"
        vectors = np.loadtxt(path, dtype=np.float32, delimiter="\t")
        assert vectors_tsv(vectors) == path.read_bytes()
    labels = (folder / "00001/default/metadata.tsv").read_bytes()
    header, *rows = [line.split("\t") for line in labels.decode().splitlines()]
    assert labels_tsv("t", rows, header) == labels


def test_embedding_survives_its_files(tmp_path: Path) -> None:
    vectors = np.random.default_rng(0).normal(size=(5, 3)).astype(np.float32)
    images = np.random.default_rng(1).random((5, 1, 4, 6))
    made = embedding_files(vectors, list("abcde"), images, step=12, tag="a/b%")
    assert set(made.files) == {
        f"00012/a%2fb%25/{name}" for name in ("tensors.tsv", "metadata.tsv", "sprite.png")
    }
    assert made.info.tensor_name == "a/b%:00012"
    assert list(made.info.sprite.single_image_dim) == [6, 4]
    (info,) = decode_config("embeddings { " + str(made.info) + " }")
    np.testing.assert_array_equal(read_vectors(info, made.files.__getitem__), vectors)
    labels = read_labels(info, made.files.__getitem__)
    assert labels is not None
    assert labels.columns == (list("abcde"),)


def test_sprite_is_square_in_rows() -> None:
    images = np.zeros((5, 3, 2, 4), dtype=np.uint8)
    for number in range(5):
        images[number] = 50 * number + 10
    sprite = np.asarray(Image.open(io.BytesIO(sprite_png(images))))
    assert sprite.shape == (12, 12, 3)
    assert sprite[0, ::4, 0].tolist() == [10, 60, 110]
    assert sprite[2, ::4, 0].tolist() == [160, 210, 0]


def test_labels_with_header_and_bookmarks() -> None:
    config = (
        'embeddings { tensor_name: "t" metadata_path: "m" bookmarks_path: "b" tensor_path: "v" unknown: 3 }'
    )
    files = {"m": b"name\tkind\nx\t1\ny\n", "b": b'[{"label": "view"}]', "v": b"1\t2\n"}
    (info,) = decode_config(config)
    labels = read_labels(info, files.__getitem__)
    assert labels is not None
    assert labels.names == ("name", "kind")
    assert labels.columns == (["x", "y"], ["1", ""])
    assert read_bookmarks(info, files.__getitem__) == [{"label": "view"}]
    assert read_vectors(info, files.__getitem__).tolist() == [[1.0, 2.0]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"mat": np.zeros(3)}, r"'t': expected mat of shape \(points, dimensions\)"),
        ({"mat": np.zeros((3, 2)), "metadata": ["a"]}, "'t': expected 3 labels, one a point, got 1"),
        ({"mat": np.zeros((3, 2)), "label_img": np.zeros((2, 3, 4, 4))}, "'t': expected 3 images"),
        ({"mat": np.zeros((3, 2)), "label_img": np.zeros((3, 4, 4))}, "'t': expected label_img of shape"),
        (
            {"mat": np.zeros((1, 2)), "metadata": [["a"]], "metadata_header": ["x", "y"]},
            "'t': expected 2 values a point",
        ),
    ],
)
def test_invalid_embeddings_raise(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        embedding_files(tag="t", **arguments)


def test_invalid_projector_files_raise() -> None:
    with pytest.raises(ValueError, match=r"projector_config.pbtxt"):
        decode_config(b"\xff{{")
    (info,) = decode_config('embeddings { tensor_path: "v.bytes" tensor_shape: [2, 2] }')
    with pytest.raises(ValueError, match="3 bytes do not fill the listed shape 2 × 2"):
        read_vectors(info, lambda _: b"123")
    (info,) = decode_config('embeddings { tensor_path: "v.tsv" }')
    with pytest.raises(ValueError, match=r"v.tsv: line 2, column 1: 'x' is not a number"):
        read_vectors(info, lambda _: b"1\t2\nx\ty\n")
    with pytest.raises(ValueError, match=r"v.tsv: line 3 has 1 numbers, but the lines before it have 2"):
        read_vectors(info, lambda _: b"1\t2\n3\t4\n5\n")
    with pytest.raises(ValueError, match=r"v.tsv: the file is empty"):
        read_vectors(info, lambda _: b"\n")
