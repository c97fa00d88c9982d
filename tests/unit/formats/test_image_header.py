"""Headers of pictures: what Pillow writes is read right, and any bytes at all are survived."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sightline.formats.image_header import Header, read_header
from support.pictures import png


def picture(form: str, mode: str = "RGB", *, n_frames: int = 1, **options: object) -> bytes:
    frames = [Image.new(mode, (37, 21), n * 80) for n in range(n_frames)]
    out = io.BytesIO()
    more = {"save_all": True, "append_images": frames[1:]} if n_frames > 1 else {}
    frames[0].save(out, format=form, **more, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (picture("PNG"), Header(37, 21)),
        (picture("PNG", "L"), Header(37, 21, 8, 1)),
        (picture("PNG", "LA"), Header(37, 21, 8, 2)),
        (picture("PNG", "RGBA"), Header(37, 21, 8, 4)),
        (picture("PNG", "I;16"), Header(37, 21, 16, 1)),
        (picture("PNG", "P"), Header(37, 21, 1, 3)),
        (picture("PNG", "1"), Header(37, 21, 1, 1)),
        (picture("PNG", n_frames=5), Header(37, 21, n_frames=5)),
        (picture("JPEG"), Header(37, 21)),
        (picture("JPEG", "L"), Header(37, 21, n_channels=1)),
        (picture("JPEG", progressive=True, comment=b"x" * 300), Header(37, 21)),
        (picture("GIF", "P"), Header(37, 21, n_frames=0)),
        (picture("GIF", "P", n_frames=3, comment=b"x" * 600), Header(37, 21, n_frames=0)),
        (picture("WEBP"), Header(37, 21)),
        (picture("WEBP", lossless=True), Header(37, 21, n_channels=4)),
        (picture("WEBP", "RGBA"), Header(37, 21, n_channels=4)),
        (picture("WEBP", n_frames=3), Header(37, 21, n_frames=0)),
        (picture("BMP"), Header(37, 21)),
        (png(np.zeros((3, 2, 3), np.uint16)), Header(2, 3, 16, 3)),
    ],
)
def test_header_of_each_format(data: bytes, wanted: Header) -> None:
    assert read_header(data) == wanted


def test_avif_by_its_largest_picture() -> None:
    box = struct.Struct(">I4sIII")
    data = b"\0\0\0\x18ftypavif" + bytes(12)
    data += box.pack(20, b"ispe", 0, 64, 64) + box.pack(20, b"ispe", 0, 90_000, 90_000)
    assert read_header(data) == Header(90_000, 90_000)


def test_a_gif_whose_frame_is_larger_than_its_screen() -> None:
    data = bytearray(picture("GIF", "P"))
    at = data.index(b",", 13 + 3)
    data[at + 5 : at + 9] = struct.pack("<HH", 60_000, 50_000)
    header = read_header(bytes(data))
    assert header is not None
    assert (header.width, header.height) == (60_000, 50_000)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_cut_at_any_byte(form: str) -> None:
    data = picture(form, "P" if form == "GIF" else "RGB")
    for length in range(min(len(data), 200)):
        read_header(data[:length])


@given(st.sampled_from(["PNG", "JPEG", "GIF", "WEBP"]), st.binary(max_size=120))
def test_any_bytes_after_a_good_start(form: str, rest: bytes) -> None:
    read_header(picture(form, "P" if form == "GIF" else "RGB")[:12] + rest)


def test_bytes_that_are_not_an_image_have_no_header() -> None:
    assert read_header(b"hello") is None
    assert read_header(b"") is None
