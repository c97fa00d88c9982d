"""The values of a series in the form that TensorBoard gives its plugins: arrays, or sequences of bytes."""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sightline.engine.items import ItemIndex
from sightline.engine.segment import Columns
from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto
from sightline.kinds.graph.decode import measured_bytes
from sightline.kinds.histogram.decode import decode as decode_histogram
from sightline.kinds.items import Found, read
from sightline.tensorboard.logged_series import LoggedSeries, find
from sightline.tensorboard.request import invalid, not_found
from sightline.tensorboard.tensor_sizes import tensor_sizes

# Enough for a tag and the shape of the tensor, which comes before its content.
_PREFIX_BYTES = 512
_EVENT_FIELDS = ("graph_def", "tagged_run_metadata")


class TensorValue(NamedTuple):
    """One value of a series of arrays."""

    step: int
    wall_time: float
    array: Array


class BlobsValue(NamedTuple):
    """One value of a series of byte sequences: how many there are, and the keys to get them by."""

    step: int
    wall_time: float
    keys: list[str]


def points(series: LoggedSeries) -> Columns:
    """The points of a scalar; those that a restart has superseded are left out."""
    return series.run.scalar(series.info.tag).without_superseded()


def spread(n: int, most: int | None) -> NDArray[np.intp]:
    """The places of at `most` so many of `n` values, evenly spread; the last one is always among them."""
    if most is None or n <= most:
        return np.arange(n)
    return n - 1 - np.arange(most)[::-1] * n // most if most else np.arange(0)


def tensors(view: StoreView, series: LoggedSeries, most: int | None = None) -> Iterator[TensorValue]:
    """The values of a series, in order, all or at `most` so many; one that cannot be read is left out."""
    index = series.run.items(series.info.tag, series.info.kind)
    rows = index.without_superseded()
    for row in rows[spread(len(rows), most)].tolist():
        try:
            array = read(view, Found(index, row), lambda data: _array(data, series))
        except LookupError:
            continue
        yield TensorValue(int(index.step[row]), float(index.wall_time[row]), array)


def blobs(view: StoreView, series: LoggedSeries, experiment: str) -> list[BlobsValue]:
    """The values of a series by step; of several at one step the first."""
    index = series.run.items(series.info.tag, series.info.kind)
    found = []
    for step, row in _first_rows(series, index):
        where = (experiment, series.plugin, series.run.name, series.tag, step)
        keys = [_blob_key((*where, part)) for part in range(_n_blobs(view, series, index, row))]
        found.append(BlobsValue(step, float(index.wall_time[row]), keys))
    return found


def max_blobs(view: StoreView, series: LoggedSeries) -> int:
    """The largest number of byte strings that one value has."""
    index = series.run.items(series.info.tag, series.info.kind)
    rows = _rows(series, index).tolist()
    return max((_n_blobs(view, series, index, row) for row in rows), default=0)


def first_blob(view: StoreView, series: LoggedSeries) -> bytes | None:
    """The first byte string of the latest value."""
    index = series.run.items(series.info.tag, series.info.kind)
    is_event = series.field in _EVENT_FIELDS
    rows = range(len(index)) if is_event else [row for _, row in _first_rows(series, index)]
    for row in reversed(rows):
        found = _blobs_at(view, series, index, row)
        if found:
            return found[0]
    return None


def blob(view: StoreView, key: str) -> bytes:
    """The bytes that a key of `blobs` stands for."""
    plugin, run, tag, step, part = _parsed_key(key)
    series = find(view, run, tag, plugin, "blob_sequence")
    if series is None:
        raise not_found(key)
    index = series.run.items(series.info.tag, series.info.kind)
    rows = dict(_first_rows(series, index))
    found = _blobs_at(view, series, index, rows[step]) if step in rows else []
    if part >= len(found):
        raise not_found(f"{key}: no such step {step}")
    return found[part]


def _parsed_key(key: str) -> tuple[str, str, str, int, int]:
    try:
        text = base64.urlsafe_b64decode(key + "==").decode("ascii")
        _, plugin, run, tag, step, part = msgspec.json.decode(text, type=tuple[str, str, str, str, int, int])
    except (binascii.Error, ValueError, msgspec.MsgspecError) as error:
        raise invalid("the blob key is malformed") from error
    if part < 0:
        raise invalid("the blob key is malformed")
    return plugin, run, tag, step, part


def _rows(series: LoggedSeries, index: ItemIndex) -> NDArray[np.intp]:
    """The rows that count: a session start supersedes values, not the graph that was logged before it."""
    return np.arange(len(index)) if series.field in _EVENT_FIELDS else index.without_superseded()


def _first_rows(series: LoggedSeries, index: ItemIndex) -> list[tuple[int, int]]:
    """(step, row), the first row of each step, by step."""
    rows = _rows(series, index)
    steps, first = np.unique(index.step[rows], return_index=True)
    return list(zip(steps.tolist(), rows[first].tolist(), strict=True))


def _blob_key(parts: tuple[str | int, ...]) -> str:
    text = json.dumps(parts, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode("ascii")).decode("ascii").rstrip("=")


def _n_blobs(view: StoreView, series: LoggedSeries, index: ItemIndex, row: int) -> int:
    """How many byte strings a value has, by the shape in its first bytes where they have it."""
    if series.field in ("audio", *_EVENT_FIELDS):
        return 1
    if series.field == "image":
        return 3
    key = ("tensorboard.n_blobs", series.info.kind, series.tag)
    cache: dict[int, int] = series.run.cache.setdefault(key, {})
    if row not in cache:
        cache[row] = _n_strings(view, series, index, row)
    return cache[row]


def _n_strings(view: StoreView, series: LoggedSeries, index: ItemIndex, row: int) -> int:
    try:
        sizes = tensor_sizes(view.read_prefix(index.location(row), _PREFIX_BYTES))
    except (OSError, ValueError):
        return 0
    if sizes is None:
        return len(_blobs_at(view, series, index, row))
    n_strings = sizes[0] if series.plugin == "audio" and sizes else math.prod(sizes)
    # Each string takes two bytes at least: a shape that claims more is a lie.
    return n_strings if 2 * n_strings <= index.value_length[row] else 0


def _blobs_at(view: StoreView, series: LoggedSeries, index: ItemIndex, row: int) -> list[bytes]:
    try:
        return read(view, Found(index, row), lambda data: _blobs(data, series))
    except LookupError:
        return []


def _blobs(data: bytes, series: LoggedSeries) -> list[bytes]:
    if series.field == "graph_def":
        return [data]
    if series.field == "tagged_run_metadata":
        return [measured_bytes(data, is_tagged=True)]
    value = value_of(data)
    if value.HasField("image"):
        image = value.image
        return [str(image.width).encode(), str(image.height).encode(), image.encoded_image_string]
    if value.HasField("audio"):
        return [value.audio.encoded_audio_string]
    array = from_tensor_proto(value.tensor)
    if array.dtype != object:
        raise ValueError(f"expected strings, got {array.dtype}")
    if series.plugin == "audio" and array.ndim > 1:  # rows of clip and label
        array = array.reshape(len(array), -1)[:, 0]
    strings: list[bytes] = array.reshape(-1).tolist()
    return strings


def _array(data: bytes, series: LoggedSeries) -> Array:
    value = value_of(data)
    if value.HasField("histo"):
        histogram = decode_histogram(value)
        return np.stack([histogram.lefts, histogram.rights, histogram.counts], axis=1).astype(np.float32)
    if not value.HasField("tensor"):
        if series.plugin == "hparams":
            return np.zeros(0, np.float32)
        raise ValueError("the value contains no tensor")
    return from_tensor_proto(value.tensor)
