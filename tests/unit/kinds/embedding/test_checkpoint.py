"""TensorFlow checkpoints as embeddings: variables, steps, and damage that is said."""

from __future__ import annotations

import hashlib
import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from golden_tags import GOLDEN
from sightline import _native
from sightline.engine.store import StoreView
from sightline.formats.checkpoint import read_index, read_variable
from sightline.formats.snappy import decompress
from sightline.formats.sorted_table import masked, read_sorted_table
from sightline.kinds.embedding.query import QUERIES
from support.logs import load, write_events

CASE = GOLDEN / "tf/projector_checkpoint"
INDEX = "embedding.ckpt-1.index"
DATA = "embedding.ckpt-1.data-00000-of-00001"
NAME = "embedding/.ATTRIBUTES/VARIABLE_VALUE"


def entries(view: StoreView) -> dict[str, Any]:
    return {entry["name"]: entry for entry in QUERIES["list"](view, {})["embeddings"]}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for path in CASE.iterdir():
        shutil.copy(path, tmp_path)
    return tmp_path


def test_variables_are_those_that_tensorboard_serves() -> None:
    answers = json.loads((CASE / "expected_http.json").read_text())
    index = read_index((CASE / INDEX).read_bytes())
    data = (CASE / DATA).read_bytes()
    for listed in answers["/data/plugin/projector/info?run=."]["embeddings"]:
        name = listed["tensorName"]
        variable = index.variables[name]
        values = read_variable(variable, lambda offset, length: data[offset : offset + length])
        assert list(values.shape) == listed["tensorShape"]
        answer = answers["/data/plugin/projector/tensor?run=.&name=" + name.replace("/", "%2F")]
        assert hashlib.sha256(values.tobytes()).hexdigest() == answer["sha256"]


def test_variables_with_two_axes_are_listed_and_projected() -> None:
    view = load(str(CASE)).view()
    found = entries(view)
    assert found[NAME]["has_metadata"]
    assert (found[NAME]["points"], found[NAME]["dimensions"], found[NAME]["steps"]) == (30, 6, [1])
    other = found["checkpoint/embedding.ckpt/other/.ATTRIBUTES/VARIABLE_VALUE"]
    assert (other["tag"], other["points"]) == ("other", 7)
    for name in found:
        frame = QUERIES["projection"](view, {"run": view.runs[0].id, "name": name})
        assert np.isfinite(frame["x"]).all()


def test_weights_of_keras_are_steps_or_name_what_reads_them() -> None:
    view = load(str(GOLDEN / "tf/keras_fit_embeddings")).view()
    (entry,) = (each for each in entries(view).values() if each["source"] == "checkpoint")
    assert entry["steps"] == [0, 1]
    assert entry["has_metadata"]
    if find_spec("h5py") is None:
        assert "needs h5py, which is not installed: pip install h5py" in entry["problem"]
    else:
        assert entry["problem"] is None


def test_several_checkpoints_are_steps(copied: Path) -> None:
    for name in (INDEX, DATA):
        shutil.copy(copied / name, copied / name.replace("ckpt-1", "ckpt-20"))
    view = load(str(copied)).view()
    assert entries(view)[NAME]["steps"] == [1, 20]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda folder: (folder / INDEX).write_bytes(b"nothing"), "no index of a checkpoint"),
        (lambda folder: (folder / INDEX).unlink(), "no checkpoint here has them"),
        (lambda folder: flip(folder / INDEX, 40), "a checksum does not match"),
    ],
)
def test_broken_index_is_a_problem_of_its_entry(copied: Path, damage: Any, reason: str) -> None:
    damage(copied)
    view = load(str(copied)).view()
    assert reason in entries(view)[NAME]["problem"]
    with pytest.raises(LookupError, match=reason):
        QUERIES["columns"](view, {"run": view.runs[0].id, "name": NAME})


def test_index_of_something_else_is_not_listed(tmp_path: Path) -> None:
    write_events(tmp_path, [("loss", 0, 1.0, 1.0)])
    (tmp_path / "faiss.index").write_bytes(b"IxF2")
    assert entries(load(str(tmp_path)).view()) == {}
    (tmp_path / "faiss.data-00000-of-00001").write_bytes(b"")
    (problem,) = (entry["problem"] for entry in entries(load(str(tmp_path)).view()).values())
    assert "no index of a checkpoint" in problem


def test_damaged_data_is_told_by_its_checksum(copied: Path) -> None:
    flip(copied / DATA, 100)
    view = load(str(copied)).view()
    with pytest.raises(LookupError, match="its checksum does not match"):
        QUERIES["columns"](view, {"run": view.runs[0].id, "name": NAME})
    (copied / DATA).write_bytes(b"123")
    with pytest.raises(LookupError, match="ends too early"):
        QUERIES["columns"](load(str(copied)).view(), {"run": view.runs[0].id, "name": NAME})


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(data)


def test_snappy_literals_and_copies_that_overlap() -> None:
    assert decompress(b"\x0a\x08abc\x0d\x03", 100) == b"abcabcabca"
    assert decompress(b"\x04\x0cabcd", 100) == b"abcd"
    early, long, before = b"\x0a\x08ab", b"\x04\x0cabcde", b"\x04\x01\x09"
    for wrong in (b"", early, long, before, b"\xff\xff\xff\xff\x0f", b"\x04\xfc"):
        with pytest.raises(ValueError, match="compressed block"):
            decompress(wrong, 100)


def test_index_of_compressed_blocks_is_read() -> None:
    """The golden index with its first block compressed as one literal."""
    data = (CASE / INDEX).read_bytes()
    pairs = list(read_sorted_table(data))
    block = data[:284]
    literal = bytes([0xF4]) + (len(block) - 1).to_bytes(2, "little") + block
    packed = varint(len(block)) + literal + b"\x01"
    body = packed + masked(_native.crc32c(packed)).to_bytes(4, "little")
    handle = b"\x00" + varint(len(packed) - 1)
    index = b"\x00\x01" + bytes([len(handle)]) + b"t" + handle + bytes(4) + b"\x01\x00\x00\x00"
    packed_index = index + b"\x00"
    at = len(body)
    body += packed_index + masked(_native.crc32c(packed_index)).to_bytes(4, "little")
    footer = b"\x00\x00" + varint(at) + varint(len(index))
    body += footer.ljust(40, b"\x00") + data[-8:]
    assert list(read_sorted_table(body)) == pairs


def varint(value: int) -> bytes:
    made = bytearray()
    while value > 127:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


@pytest.mark.parametrize("length", range(0, 370, 7))
def test_truncated_index_raises_only_value_error(length: int) -> None:
    with pytest.raises(ValueError, match="checkpoint"):
        read_index((CASE / INDEX).read_bytes()[:length])
