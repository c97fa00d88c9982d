"""The projector's files of any producer → the list of embeddings and their vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.byte_blocks import Progress, ReadBytes, no_progress, read_array
from sightline.formats.number_table import Vectors, read_number_table

_RAW = np.dtype("<f4")


@dataclass(frozen=True, slots=True)
class EmbeddingInfo:
    """One entry of the projector's list; a path that is "" was not given."""

    name: str
    tensor_path: str
    tensor_shape: tuple[int, ...]
    metadata_path: str
    bookmarks_path: str
    sprite_path: str
    sprite_size_px: tuple[int, int] | None


def decode_config(data: bytes | str) -> list[EmbeddingInfo]:
    """The entries of a projector_config.pbtxt; ValueError when it is no such file."""
    from google.protobuf import text_format

    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    try:
        config = text_format.Parse(text, messages.ProjectorConfig(), allow_unknown_field=True)
    except text_format.ParseError as error:
        raise ValueError(f"projector_config.pbtxt: {error}") from error
    return [_info(entry) for entry in config.embeddings]


def read_vectors(
    info: EmbeddingInfo, read: ReadBytes, size: int, progress: Progress = no_progress
) -> Vectors:
    """The vectors (points, dimensions) of a file: text of numbers or raw little-endian float32.

    ValueError says what is wrong with it, and where.
    """
    try:
        if not is_raw(info):
            return read_number_table(read, size, progress=progress)
        points, dimensions = raw_shape(info, size)
        return read_array(read, 0, points * dimensions, _RAW, progress).reshape(points, dimensions)
    except ValueError as error:
        raise ValueError(f"{info.tensor_path}: {error}") from error


def is_raw(info: EmbeddingInfo) -> bool:
    """Whether the file has raw numbers rather than text."""
    return bool(info.tensor_shape) and not info.tensor_path.endswith((".tsv", ".txt"))


def raw_shape(info: EmbeddingInfo, size: int) -> tuple[int, int]:
    """Points and dimensions as listed; ValueError where a file of so many bytes does not fill them."""
    shape = info.tensor_shape
    if len(shape) != 2 or min(shape) < 1 or shape[0] * shape[1] * _RAW.itemsize != size:
        listed = " × ".join(f"{each:,}" for each in shape)
        raise ValueError(f"{size:,} bytes do not fill the listed shape {listed} of float32")
    return shape[0], shape[1]


def _info(entry: Any) -> EmbeddingInfo:
    size = tuple(entry.sprite.single_image_dim)
    return EmbeddingInfo(
        name=entry.tensor_name or entry.tensor_path,
        tensor_path=entry.tensor_path,
        tensor_shape=tuple(entry.tensor_shape),
        metadata_path=entry.metadata_path,
        bookmarks_path=entry.bookmarks_path,
        sprite_path=entry.sprite.image_path,
        sprite_size_px=(size[0], size[1]) if len(size) == 2 else None,
    )
