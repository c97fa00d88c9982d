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
from sightline.kinds.image.query import MAX_VALUES, QUERIES
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


def run_query(view: Any, name: str, **params: Any) -> Any:
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
    facts = run_query(view, "describe")["parts"]
    types = [name for name, those in pictures.items() for _ in those]
    assert [one["content_type"] for one in facts] == types
    assert [one["bit_depth"] for one in facts][:4] == [8, 8, 16, 8]
    assert [one["n_channels"] for one in facts][:4] == [3, 2, 3, 3]
    assert [one["n_frames"] for one in facts][:4] == [1, 1, 1, 2]
    assert all((one["width"], one["height"], one["problem"]) == (3, 2, None) for one in facts)
    blobs = [run_query(view, "item", part=part) for part in range(len(facts))]
    assert [blob.content for blob in blobs] == [one for those in pictures.values() for one in those]


def test_a_bomb_is_refused_before_decoding(tmp_path: Path) -> None:
    bomb = png(np.zeros((1, 1, 3), np.uint8), width=100_000, height=100_000)
    view = view_of(tmp_path, tensor_of(bomb, SMALL))
    with pytest.raises(LookupError, match="100,000 × 100,000 pixels"):
        run_query(view, "item")
    assert run_query(view, "item", part=1).content == SMALL
    problem = run_query(view, "describe")["parts"][0]["problem"]
    assert "not decoded" in problem
    assert f"{MAX_PIXELS:,}" in problem


@pytest.mark.parametrize(
    ("data", "problem"),
    [(b"", "empty"), (b"hello", "unknown image format"), (SMALL[:15], "header is truncated")],
)
def test_describe_names_the_problem_of_a_bad_picture(tmp_path: Path, data: bytes, problem: str) -> None:
    view = view_of(tmp_path, tensor_of(data))
    assert problem in run_query(view, "describe")["parts"][0]["problem"]
    assert run_query(view, "item").content == data


def test_problems_of_several_values(tmp_path: Path) -> None:
    view = view_of(tmp_path, tensor_of(SMALL), tensor_of(SMALL, SMALL[:-9], SMALL), tensor_of())
    run = view.runs[0].id
    params = {"tag": "picture", "values": [[run, 2], [run, 1], [run, 0]]}
    assert QUERIES["problems"](view, params)["problems"] == [
        [],
        [None, "the image is truncated", None],
        [None],
    ]
    lost = QUERIES["problems"](view, {"tag": "picture", "values": [[run, 9], [99, 0]]})["problems"]
    assert ["none at index 9" in lost[0][0], "run 99 has no image" in lost[1][0]] == [True, True]
    with pytest.raises(ParamsError, match="values: expected `array` of length <="):
        QUERIES["problems"](view, {"tag": "picture", "values": [[run, 0]] * (MAX_VALUES + 1)})


def listed(view: Any) -> list[tuple[int, int, int]]:
    frame = QUERIES["items"](view, {"tags": ["picture"]})
    return list(zip(*(frame[name].tolist() for name in ("width", "height", "n_parts")), strict=True))


def test_items_carry_size_and_number_of_pictures(tmp_path: Path) -> None:
    tall = png(np.zeros((9, 4, 3), np.uint8))
    single = messages.Summary.Value(tag="picture", image={"encoded_image_string": tall, "width": 1})
    logged_only = messages.Summary.Value(
        tag="picture", image={"encoded_image_string": b"x", "width": 7, "height": 8}
    )
    values = [tensor_of(SMALL), tensor_of(tall, SMALL, SMALL), tensor_of(), single, logged_only]
    assert listed(view_of(tmp_path, *values)) == [(3, 2, 1), (4, 9, 3), (0, 0, 0), (4, 9, 1), (7, 8, 1)]


def test_items_read_a_value_whole_where_its_first_bytes_do_not_tell(tmp_path: Path) -> None:
    late_size = b"\xff\xd8\xff\xe1\x10\x00" + bytes(4094) + saved("JPEG")[2:]
    unreadable = messages.Summary.Value(tag="picture", tensor={"dtype": 7, "string_val": [b"3"]})
    assert listed(view_of(tmp_path, tensor_of(late_size), unreadable)) == [(3, 2, 1), (0, 0, 1)]


def test_items_of_a_long_list_are_read_at_evenly_spaced_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sightline.kinds.items.MAX_READS", 3)
    values = [tensor_of(*[SMALL] * n) for n in range(1, 6)]
    assert [n_parts for *_, n_parts in listed(view_of(tmp_path, *values))] == [1, 1, 3, 3, 5]


def test_steps_of_all_runs_once(tmp_path: Path) -> None:
    write_values(tmp_path / "a", [tensor_of(SMALL)] * 3)
    write_values(tmp_path / "b", [tensor_of(SMALL)] * 2, first_step=1)
    frame = QUERIES["steps"](load(str(tmp_path)).view(), {})
    assert (frame["step"].tolist(), frame["n"].tolist()) == ([0, 1, 2], [1, 2, 2])
    assert len(QUERIES["steps"](load(str(tmp_path)).view(), {"tags": ["none"]})) == 0
