"""Embeddings → the files that TensorBoard's projector reads: vectors, labels, sprite and their list."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array, as_array


@dataclass(frozen=True, slots=True)
class EmbeddingFiles:
    """The entry for the projector's list, and the files it names: path below the run → content."""

    info: Any
    files: dict[str, bytes] = field(default_factory=dict)


def embedding_files(
    mat: Any,
    metadata: Sequence[Any] | None = None,
    label_img: Any = None,
    step: int = 0,
    tag: str = "default",
    metadata_header: Sequence[str] | None = None,
) -> EmbeddingFiles:
    """The files of one embedding of one step, in the folder and under the names that torch gives them."""
    vectors = _vectors(tag, mat)
    folder = f"{str(step).zfill(5)}/{_folder_name(tag)}"
    info = messages.EmbeddingInfo(tensor_name=f"{tag}:{str(step).zfill(5)}")
    made = EmbeddingFiles(info)
    if metadata is not None:
        _check_count(tag, "labels", len(metadata), len(vectors))
        info.metadata_path = f"{folder}/metadata.tsv"
        made.files[info.metadata_path] = labels_tsv(tag, metadata, metadata_header)
    if label_img is not None:
        images = as_images(tag, label_img)
        _check_count(tag, "images", len(images), len(vectors))
        info.sprite.image_path = f"{folder}/sprite.png"
        info.sprite.single_image_dim.extend([images.shape[3], images.shape[2]])
        made.files[info.sprite.image_path] = sprite_png(images)
    info.tensor_path = f"{folder}/tensors.tsv"
    made.files[info.tensor_path] = vectors_tsv(vectors)
    return made


def vectors_tsv(vectors: Array) -> bytes:
    """A line for each row, numbers in full, separated by tabs."""
    return "".join("\t".join(map(str, row)) + "\n" for row in vectors.tolist()).encode()


def labels_tsv(tag: str, metadata: Sequence[Any], header: Sequence[str] | None = None) -> bytes:
    """A line for each label; with a header, a line of names and then one of as many values for each point."""
    if not header:
        return ("\n".join(str(label) for label in metadata) + "\n").encode()
    rows = [list(header), *(list(row) for row in metadata)]
    for row in rows:
        if len(row) != len(header):
            raise ValueError(
                f"add_embedding {tag!r}: expected {len(header)} values a point as in the header, got {row}"
            )
    return ("\n".join("\t".join(str(cell) for cell in row) for row in rows) + "\n").encode()


def sprite_png(images: Array) -> bytes:
    """All pictures (n, 3, h, w) in rows on one square canvas, filled up with black, as PNG."""
    from PIL import Image

    n, _, height, width = images.shape
    per_row = math.ceil(n**0.5)
    n_rows = math.ceil(n / per_row)
    side = max(per_row * width, n_rows * height)
    canvas = np.zeros((side, side, 3), dtype=images.dtype)
    for number, image in enumerate(images):
        y, x = number // per_row * height, number % per_row * width
        canvas[y : y + height, x : x + width] = image.transpose(1, 2, 0)
    with io.BytesIO() as buffer:
        Image.fromarray(canvas).save(buffer, format="PNG")
        return buffer.getvalue()


def as_images(tag: str, label_img: Any) -> Array:
    """uint8 pictures (n, 3, h, w); fractions are taken as 0 to 1 and gray ones become colored."""
    images = as_array(label_img, what=f"add_embedding {tag!r}: label_img")
    if images.ndim != 4 or images.shape[1] not in (1, 3):
        raise ValueError(
            f"add_embedding {tag!r}: expected label_img of shape (n, 1 or 3, h, w), got {images.shape}"
        )
    if images.dtype != np.uint8:
        images = np.nan_to_num(images.astype(np.float64) * 255).clip(0, 255).astype(np.uint8)
    return np.broadcast_to(images, (len(images), 3, *images.shape[2:]))


def _vectors(tag: str, mat: Any) -> Array:
    vectors = as_array(mat, what=f"add_embedding {tag!r}: mat")
    if vectors.ndim != 2 or vectors.size == 0:
        raise ValueError(
            f"add_embedding {tag!r}: expected mat of shape (points, dimensions), got {vectors.shape}"
        )
    return vectors


def _check_count(tag: str, what: str, count: int, wanted: int) -> None:
    if count != wanted:
        raise ValueError(f"add_embedding {tag!r}: expected {wanted} {what}, one a point, got {count}")


def _folder_name(tag: str) -> str:
    return tag.replace("%", "%25").replace("/", "%2f").replace("\\", "%5c")
