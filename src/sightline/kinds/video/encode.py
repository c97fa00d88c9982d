"""Frames or encoded videos → a summary: GIF as an image, which TensorBoard shows, MP4 and WebM as given."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array, as_array
from sightline.formats.media_type import media_type
from sightline.formats.pixels import to_bytes
from sightline.kinds.video import PLUGIN

_LAYOUT = "NTCHW"
_VIDEO_TYPES = ("image/gif", "video/mp4", "video/webm")


@dataclass(frozen=True, slots=True)
class Request:
    """One checked call: frames in the layout NTCHW waiting to be encoded."""

    tag: str
    values: Array
    fps: float

    def snapshot(self) -> Request:
        """The same call with a copy of the values: the caller may change the originals from here on."""
        return replace(self, values=self.values.copy(order="K"))


def request(tag: str, value: Any, fps: float = 4, dataformats: str = _LAYOUT) -> Request:
    """Check a batch of videos; the values may still be the caller's own memory."""
    what = f"video {tag!r}"
    array = as_array(value, what=what)
    layout = dataformats.upper() if isinstance(dataformats, str) else ""
    if sorted(layout) != sorted(_LAYOUT):
        raise ValueError(f"{what}: expected dataformats as a permutation of {_LAYOUT}, got {dataformats!r}")
    if array.ndim != 5 or array.size == 0:
        raise ValueError(f"{what}: expected 5 dimensions ({layout}), none of them 0; got shape {array.shape}")
    if array.dtype.kind == "c":
        raise TypeError(f"{what}: expected real numbers, got {array.dtype}")
    array = array.transpose([layout.index(axis) for axis in _LAYOUT])
    if array.shape[2] not in (1, 3, 4):
        raise ValueError(f"{what}: expected 1, 3 or 4 channels, got {array.shape[2]} (shape {array.shape})")
    if not 0 < fps <= 1000:
        raise ValueError(f"{what}: expected fps above 0 and at most 1000, got {fps}")
    return Request(tag, array, float(fps))


def encode(request: Request) -> bytes:
    """Return the serialized Summary.Value: an endless GIF in the field of images."""
    frames = _frames(request.values)
    _, height, width, n_channels = frames.shape
    image = messages.Summary.Image(
        height=height, width=width, colorspace=n_channels, encoded_image_string=_gif(frames, request.fps)
    )
    return _serialized(request.tag, image=image)


def encode_bytes(tag: str, video: bytes | bytearray | memoryview) -> bytes:
    """Return the serialized Summary.Value of a video that is encoded already: GIF, MP4 or WebM."""
    data = bytes(video)
    content_type = media_type(data)
    if content_type not in _VIDEO_TYPES:
        raise ValueError(f"video {tag!r}: expected the bytes of a GIF, MP4 or WebM file, got {content_type}")
    if content_type != "image/gif":
        tensor = messages.TensorProto(dtype="DT_STRING", string_val=[data])
        tensor.tensor_shape.dim.add(size=1)
        return _serialized(tag, tensor=tensor)
    if len(data) < 10:
        raise ValueError(f"video {tag!r}: the GIF ends before its size")
    width, height = (int.from_bytes(data[at : at + 2], "little") for at in (6, 8))
    image = messages.Summary.Image(height=height, width=width, colorspace=3, encoded_image_string=data)
    return _serialized(tag, image=image)


def _serialized(tag: str, **field: Any) -> bytes:
    value = messages.Summary.Value(tag=tag, **field)
    value.metadata.plugin_data.plugin_name = PLUGIN
    return bytes(value.SerializeToString())


def _frames(videos: Array) -> Array:
    """A batch (n, time, channel, height, width) as frames (time, height, width, channel) of a grid.

    The grid is torch's: a batch is filled up with black to a power of two, and as wide as high or twice that.
    """
    n, n_frames, n_channels, height, width = videos.shape
    n_cells = n if n & (n - 1) == 0 else 1 << n.bit_length()
    n_rows = 1 << ((n.bit_length() - 1) // 2)
    cells = np.zeros((n_cells, n_frames, n_channels, height, width), dtype=np.uint8)
    cells[:n] = to_bytes(videos)
    cells = cells.reshape(n_rows, n_cells // n_rows, n_frames, n_channels, height, width)
    grid = cells.transpose(2, 0, 4, 1, 5, 3)
    return np.reshape(grid, (n_frames, n_rows * height, n_cells // n_rows * width, n_channels))


def _gif(frames: Array, fps: float) -> bytes:
    from PIL import Image

    pictures = [Image.fromarray(frame[:, :, 0] if frame.shape[2] == 1 else frame) for frame in frames]
    output = io.BytesIO()
    # GIF counts in hundredths of a second, and players slow down what is quicker than 2 of them.
    duration_ms = max(20, round(100 / fps) * 10)
    pictures[0].save(
        output, format="GIF", save_all=True, append_images=pictures[1:], duration=duration_ms, loop=0
    )
    return output.getvalue()
