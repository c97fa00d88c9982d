"""The projector's files of any producer → the list of embeddings and their vectors."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array

Read = Callable[[str], bytes]  # path as the list names it (below the run, or absolute) → content


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


def read_vectors(info: EmbeddingInfo, read: Read) -> Array:
    """The vectors (points, dimensions) as float32, from text of numbers or raw little-endian float32."""
    if not info.tensor_path:
        raise ValueError(f"embedding {info.name!r}: its vectors are inside a checkpoint, not in a file")
    data = read(info.tensor_path)
    if info.tensor_shape and not info.tensor_path.endswith((".tsv", ".txt")):
        return _raw_vectors(info, data)
    return _text_vectors(info, data)


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


def _raw_vectors(info: EmbeddingInfo, data: bytes) -> Array:
    flat = np.frombuffer(data[: len(data) // 4 * 4], dtype="<f4")
    shape = info.tensor_shape
    if len(shape) != 2 or flat.size != shape[0] * shape[1]:
        raise ValueError(f"embedding {info.name!r}: {len(data)} bytes do not fill shape {shape}")
    return flat.reshape(shape)


def _text_vectors(info: EmbeddingInfo, data: bytes) -> Array:
    if not data.strip():
        raise ValueError(f"embedding {info.name!r}: {info.tensor_path} is empty")
    try:
        vectors = np.loadtxt(io.BytesIO(data), delimiter="\t", dtype=np.float32, ndmin=2, comments=None)
    except ValueError as error:
        raise ValueError(f"embedding {info.name!r}: {info.tensor_path}: {error}") from error
    return vectors
