"""The image queries on pictures of all forms, and on those that must not be decoded."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sightline.formats import messages
from sightline.formats.image_header import MAX_PIXELS
from sightline.kinds.image.query import MAX_ASKED, QUERIES
from sightline.wire.params import ParamsError
from support.logs import load
from support.pictures import png
from support.values import write_values

SMALL = png(np.zeros((2, 3, 3), np.uint8))


def tensor_of(*pictures: bytes) -> Any:
    """A value as TensorFlow 2 writes it: several pictures of one step."""
    value = messages.Summary.Value(tag="picture")
    value.metadata.plugin_data.plugin_name = "images"
    value.tensor.dtype = 7
    value.tensor.tensor_shape.dim.add(size=2 + len(pictures))
    value.tensor.string_val.extend([b"3", b"2", *pictures])
    return value


def view_of(folder: Path, *values: Any) -> Any:
    write_values(folder, list(values))
    return load(str(folder)).view()


def ask(view: Any, name: str, **params: Any) -> Any:
    return QUERIES[name](view, {"run": view.runs[0].id, "tag": "picture", **params})


def saved(form: str, mode: str = "RGB", **options: Any) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (3, 2)).save(out, format=form, **options)
    return out.getvalue()


def test_every_form_is_served_as_logged(tmp_path: Path) -> None:
    frames = {"save_all": True, "append_images": [Image.new("RGB", (3, 2), "red")]}
    pictures = {
        "image/png": [SMALL, saved("PNG", "LA"), png(np.ones((2, 3, 3), np.uint16)), saved("PNG", **frames)],
        "image/jpeg": [saved("JPEG")],
        "image/gif": [saved("GIF", "P")],
        "image/webp": [saved("WEBP")],
    }
    view = view_of(tmp_path, tensor_of(*(one for those in pictures.values() for one in those)))
    facts = ask(view, "describe")["parts"]
    types = [name for name, those in pictures.items() for _ in those]
    assert [one["content_type"] for one in facts] == types
    assert [one["bit_depth"] for one in facts][:4] == [8, 8, 16, 8]
    assert [one["n_channels"] for one in facts][:4] == [3, 2, 3, 3]
    assert [one["n_frames"] for one in facts][:4] == [1, 1, 1, 2]
    assert all((one["width"], one["height"], one["problem"]) == (3, 2, None) for one in facts)
    blobs = [ask(view, "item", part=part) for part in range(len(facts))]
    assert [blob.content for blob in blobs] == [one for those in pictures.values() for one in those]


def test_a_bomb_is_refused_before_decoding(tmp_path: Path) -> None:
    bomb = png(np.zeros((1, 1, 3), np.uint8), width=100_000, height=100_000)
    view = view_of(tmp_path, tensor_of(bomb, SMALL))
    with pytest.raises(LookupError, match="100,000 × 100,000 pixels"):
        ask(view, "item")
    assert ask(view, "item", part=1).content == SMALL
    problem = ask(view, "describe")["parts"][0]["problem"]
    assert "not decoded" in problem
    assert f"{MAX_PIXELS:,}" in problem


@pytest.mark.parametrize(
    ("data", "said"), [(b"", "no bytes"), (b"hello", "no picture"), (SMALL[:15], "ends before its size")]
)
def test_what_is_wrong_with_others(tmp_path: Path, data: bytes, said: str) -> None:
    view = view_of(tmp_path, tensor_of(data))
    assert said in ask(view, "describe")["parts"][0]["problem"]
    assert ask(view, "item").content == data


def test_what_several_values_hold(tmp_path: Path) -> None:
    view = view_of(tmp_path, tensor_of(SMALL), tensor_of(SMALL, SMALL[:-9], SMALL), tensor_of())
    run = view.runs[0].id
    asked = {"tag": "picture", "values": [[run, 2], [run, 1], [run, 0]]}
    assert QUERIES["parts"](view, asked)["problems"] == [[], [None, "the picture is cut off", None], [None]]
    lost = QUERIES["parts"](view, {"tag": "picture", "values": [[run, 9], [99, 0]]})["problems"]
    assert ["none at index 9" in lost[0][0], "run 99 has no image" in lost[1][0]] == [True, True]
    with pytest.raises(ParamsError, match="values: expected `array` of length <="):
        QUERIES["parts"](view, {"tag": "picture", "values": [[run, 0]] * (MAX_ASKED + 1)})


def test_steps_of_all_runs_once(tmp_path: Path) -> None:
    write_values(tmp_path / "a", [tensor_of(SMALL)] * 3)
    write_values(tmp_path / "b", [tensor_of(SMALL)] * 2, first_step=1)
    frame = QUERIES["steps"](load(str(tmp_path)).view(), {})
    assert (frame["step"].tolist(), frame["n"].tolist()) == ([0, 1, 2], [1, 2, 2])
    assert len(QUERIES["steps"](load(str(tmp_path)).view(), {"tags": ["none"]})) == 0
