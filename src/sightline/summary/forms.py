"""Values in the form TensorFlow 2 writes them: the array behind each summary and whose plugin it is.

Scalars are float32, histograms rows of (left, right, count), images and audio strings of encoded files.
"""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np

from sightline.formats.arrays import Array, as_array

DEFAULT_BUCKETS = 30
_FULL_SCALE = 255.5  # TensorFlow's: the whole range, and a half against rounding


def scalar_array(tag: str, data: Any) -> Array:
    """One number as float32 of no dimension."""
    array = as_array(data, what=f"scalar {tag!r}")
    if array.ndim:
        raise ValueError(f"scalar {tag!r}: expected one number, got shape {array.shape}")
    if array.dtype.kind == "c":
        raise TypeError(f"scalar {tag!r}: expected a real number, got {array.dtype}")
    with np.errstate(over="ignore"):
        return array.astype(np.float32)


def histogram_array(tag: str, data: Any, buckets: int | None = None) -> Array:
    """Counts in `buckets` equal widths between least and greatest: rows of left edge, right edge, count."""
    values = as_array(data, what=f"histogram {tag!r}")
    if values.dtype.kind == "c":
        raise TypeError(f"histogram {tag!r}: expected real numbers, got {values.dtype}")
    count = max(0, DEFAULT_BUCKETS if buckets is None else int(buckets))
    flat = values.reshape(-1).astype(np.float64)
    if count == 0 or flat.size == 0:
        return np.zeros((count, 3))
    low, high = flat.min(), flat.max()
    if low == high and np.isfinite(low):
        counts = np.zeros(count)
        counts[-1] = flat.size
        return np.stack([np.full(count, low), np.full(count, low), counts], axis=1)
    edges, counts = _bucketed(flat, low, high, count)
    return np.stack([edges[:-1], edges[1:], counts], axis=1)


def image_array(tag: str, data: Any, max_outputs: int = 3) -> Array:
    """Width, height and the first `max_outputs` of (k, h, w, c) pixels as PNG files."""
    pixels = as_array(data, what=f"image {tag!r}")
    if pixels.ndim != 4 or pixels.shape[3] not in (1, 2, 3, 4):
        raise ValueError(f"image {tag!r}: expected shape (k, height, width, 1 to 4), got {pixels.shape}")
    if pixels.shape[1] == 0 or pixels.shape[2] == 0:
        raise ValueError(f"image {tag!r}: expected at least one pixel, got {pixels.shape}")
    shown = as_bytes_per_channel(pixels[: _count(tag, "image", max_outputs)])
    size = [str(pixels.shape[2]).encode(), str(pixels.shape[1]).encode()]
    return _objects([*size, *(_png(image) for image in shown)])


def audio_array(tag: str, data: Any, sample_rate: int, max_outputs: int = 3) -> Array:
    """The first `max_outputs` of (k, frames, channels) samples in [-1, 1] as WAV files, each with a label."""
    clips = as_array(data, what=f"audio {tag!r}")
    if clips.ndim != 3:
        raise ValueError(f"audio {tag!r}: expected shape (k, frames, channels), got {clips.shape}")
    shown = clips[: _count(tag, "audio", max_outputs)]
    pairs = [item for clip in shown for item in (_wav(clip, int(sample_rate)), b"")]
    return _objects(pairs).reshape(len(shown), 2)


def text_array(tag: str, data: Any) -> Array:
    """Text, or an array of any rank of it, as UTF-8."""
    array = as_array(data, what=f"text {tag!r}", text=True)
    if array.dtype.kind != "O":
        raise TypeError(f"text {tag!r}: expected text, got numbers ({array.dtype})")
    return array


def as_bytes_per_channel(pixels: Array) -> Array:
    """Pixels as uint8: fractions from [0, 1], whole numbers from their type's range, both clipped."""
    made: Array = pixels
    dtype = pixels.dtype
    if dtype == np.bool_:
        made = np.where(pixels, 255, 0)
    elif dtype.kind == "f":
        with np.errstate(over="ignore"):
            made = np.clip(np.nan_to_num(pixels * dtype.type(_FULL_SCALE), nan=0.0), 0, 255)
    elif dtype.kind not in "iu":
        raise TypeError(f"image: expected real numbers, got {dtype}")
    elif dtype.itemsize > 1:
        made = np.clip(pixels // ((int(np.iinfo(dtype).max) + 1) // 256), 0, 255)
    elif dtype == np.int8:
        made = np.clip(pixels, 0, 127).astype(np.uint8) * 2
    return made.astype(np.uint8, copy=False)


def _bucketed(flat: Array, low: Any, high: Any, count: int) -> tuple[Array, Array]:
    """Edges and counts; with NaN or infinity among the values nothing can be counted, as in TensorFlow."""
    with np.errstate(invalid="ignore", over="ignore"):
        width = (high - low) / count
    if not np.isfinite(width):
        edges = np.full(count + 1, np.nan)
        edges[0], edges[-1] = low, high
        return edges, np.zeros(count)
    edges = np.linspace(low, high, count + 1)
    index = np.minimum(np.floor((flat - low) / width), count - 1).astype(np.int64)
    return edges, np.bincount(index, minlength=count).astype(np.float64)


def _png(pixels: Array) -> bytes:
    from PIL import Image

    image = Image.fromarray(pixels[:, :, 0] if pixels.shape[2] == 1 else np.ascontiguousarray(pixels))
    with io.BytesIO() as buffer:
        image.save(buffer, format="PNG", compress_level=2)
        return buffer.getvalue()


def _wav(clip: Array, sample_rate_hz: int) -> bytes:
    channels = clip.shape[1]
    scaled = np.rint(np.nan_to_num(clip.astype(np.float32), nan=0.0) * np.float32(1 << 15))
    samples: bytes = np.clip(scaled, -(1 << 15), (1 << 15) - 1).astype("<i2").tobytes()
    rates = (sample_rate_hz, sample_rate_hz * channels * 2, channels * 2, 16)
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, *rates)
    body = b"WAVE" + form + struct.pack("<4sI", b"data", len(samples)) + samples
    return struct.pack("<4sI", b"RIFF", len(body)) + body


def _count(tag: str, what: str, max_outputs: Any) -> int:
    if int(max_outputs) < 0:
        raise ValueError(f"{what} {tag!r}: expected max_outputs of at least 0, got {max_outputs}")
    return int(max_outputs)


def _objects(items: list[bytes]) -> Array:
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array
