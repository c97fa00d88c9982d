"""Videos: the grid of a batch, the GIF and videos given as bytes."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageSequence

from sightline.engine.claims import Claims
from sightline.formats import messages
from sightline.kinds.image import kind as image_kind
from sightline.kinds.video import kind as video_kind
from sightline.kinds.video.decode import decode
from sightline.kinds.video.encode import encode, encode_bytes, request

MP4 = b"\0\0\0\x18ftypmp42" + bytes(40)
WEBM = b"\x1aE\xdf\xa3" + bytes(40)
COLORS = np.array([[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [0, 255, 255]], dtype=np.uint8)


def clips(n, n_frames, height=4, width=6):
    """Frame t of clip i is all of one color."""
    colors = COLORS[(np.arange(n)[:, None] + np.arange(n_frames)) % len(COLORS)]
    return np.broadcast_to(colors[..., None, None], (n, n_frames, 3, height, width))


def shown(video):
    return [
        np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(Image.open(io.BytesIO(video)))
    ]


def test_one_clip_becomes_a_gif():
    video = decode(encode(request("v", clips(1, 3), fps=10)))
    assert (video.content_type, video.width, video.height) == ("image/gif", 6, 4)
    frames = shown(video.data)
    assert [frame[0, 0].tolist() for frame in frames] == COLORS[:3].tolist()
    gif = Image.open(io.BytesIO(video.data))
    assert gif.info["duration"] == 100
    assert gif.info["loop"] == 0


@pytest.mark.parametrize(
    ("n", "n_rows", "n_columns"),
    [(1, 1, 1), (2, 1, 2), (3, 1, 4), (4, 2, 2), (5, 2, 4), (8, 2, 4), (16, 4, 4)],
)
def test_a_batch_is_a_grid(n, n_rows, n_columns):
    video = decode(encode(request("v", clips(n, 2))))
    frames = shown(video.data)
    assert frames[0].shape == (n_rows * 4, n_columns * 6, 3)
    assert (video.width, video.height) == (n_columns * 6, n_rows * 4)
    for i in range(n_rows * n_columns):
        corner = frames[0][i // n_columns * 4, i % n_columns * 6].tolist()
        assert corner == (COLORS[i % 5].tolist() if i < n else [0, 0, 0])


def test_floats_and_other_layouts():
    array = clips(1, 2)
    same = encode(request("v", array.astype(np.float32) / 255))
    assert same == encode(request("v", array))
    assert same == encode(request("v", array.transpose(0, 1, 3, 4, 2), dataformats="nthwc"))


@pytest.mark.parametrize("n_channels", [1, 4])
def test_gray_and_alpha_channels_become_rgb(n_channels):
    array = np.full((1, 2, n_channels, 4, 6), 255, dtype=np.uint8)
    assert shown(decode(encode(request("v", array))).data)[0][0, 0].tolist() == [255, 255, 255]


@pytest.mark.parametrize(("data", "content_type"), [(MP4, "video/mp4"), (WEBM, "video/webm")])
def test_videos_go_as_they_are(data, content_type):
    for given in (data, bytearray(data), memoryview(data)):
        video = decode(encode_bytes("v", given))
        assert (video.data, video.content_type) == (data, content_type)


def test_a_gif_keeps_its_size():
    made = decode(encode(request("v", clips(2, 2))))
    again = decode(encode_bytes("v", made.data))
    assert again == made


def test_other_bytes_are_refused():
    for junk in (b"", b"<html>", b"GIF89a"):
        with pytest.raises(ValueError, match="video 'v'"):
            encode_bytes("v", junk)


@pytest.mark.parametrize(
    ("value", "options", "error", "message"),
    [
        (np.zeros((2, 3, 4, 4)), {}, ValueError, r"video 'v': expected 5 dimensions \(NTCHW\)"),
        (np.zeros((1, 0, 3, 4, 4)), {}, ValueError, "none of them 0"),
        (np.zeros((1, 2, 2, 4, 4)), {}, ValueError, "expected 1, 3 or 4 channels, got 2"),
        (np.zeros((1, 2, 3, 4, 4)), {"fps": 0}, ValueError, "expected fps above 0"),
        (np.zeros((1, 2, 3, 4, 4)), {"fps": float("nan")}, ValueError, "expected fps above 0"),
        (np.zeros((1, 2, 3, 4, 4)), {"dataformats": "NCHW"}, ValueError, "permutation of NTCHW, got 'NCHW'"),
        (np.zeros((1, 2, 3, 4, 4), dtype=complex), {}, TypeError, "expected real numbers"),
        ("film.mp4", {}, TypeError, "video 'v': expected numbers"),
    ],
)
def test_bad_input_names_the_tag(value, options, error, message):
    with pytest.raises(error, match=message):
        request("v", value, **options)


def test_videos_are_distinguished_from_images():
    claims = Claims([image_kind, video_kind])
    for data in (encode(request("v", clips(1, 1))), encode_bytes("v", MP4)):
        value = messages.Summary.Value.FromString(data)
        plugin = value.metadata.plugin_data.plugin_name
        assert claims.resolve(plugin, 0, value.WhichOneof("value")) == "video"
    assert claims.resolve("", 0, "image") == "image"
