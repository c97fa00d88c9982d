"""What tensorboard.plugins.projector offers: declare which files hold embeddings, for the projector to show.

``ProjectorConfig``, ``EmbeddingInfo`` and ``SpriteMetadata`` are protobuf messages with TensorBoard's fields.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from sightline.formats import messages
from sightline.formats.whole_file import write_file
from sightline.kinds.embedding.files import PROJECTOR_FILENAME

__all__ = [
    "PROJECTOR_FILENAME",
    "EmbeddingInfo",
    "ProjectorConfig",
    "SpriteMetadata",
    "visualize_embeddings",
    "write_metadata",
    "write_sprite",
    "write_tensor",
]

EmbeddingInfo: Any = messages.EmbeddingInfo
ProjectorConfig: Any = messages.ProjectorConfig
SpriteMetadata: Any = messages.SpriteMetadata


def visualize_embeddings(logdir: Any, config: Any) -> None:
    """Write `config` as the list of embeddings of a run, given by its directory or its writer."""
    from google.protobuf import text_format

    folder = logdir.get_logdir() if hasattr(logdir, "get_logdir") else logdir
    folder = getattr(logdir, "local_dir", folder)
    if folder is None:
        raise ValueError("visualize_embeddings: expected a log directory, got None")
    write_file(
        os.path.join(os.fspath(folder), PROJECTOR_FILENAME), text_format.MessageToString(config).encode()
    )


def write_tensor(path: str | os.PathLike[str], vectors: Any) -> list[int]:
    """Write vectors to a file, as text for ``.tsv`` and otherwise as raw float32; return their shape.

    Raw files need it: ``embedding.tensor_shape.extend(write_tensor("vectors.bytes", vectors))``.
    """
    from sightline.formats.arrays import as_array
    from sightline.kinds.embedding.encode import vectors_tsv

    array = as_array(vectors, what=f"vectors of {os.fspath(path)!r}")
    if array.ndim != 2:
        raise ValueError(f"write_tensor {os.fspath(path)!r}: expected two dimensions, got {array.shape}")
    text = os.fspath(path).endswith(".tsv")
    write_file(path, vectors_tsv(array) if text else array.astype("<f4").tobytes())
    return list(array.shape)


def write_metadata(path: str | os.PathLike[str], labels: Sequence[Any], header: Sequence[str] = ()) -> None:
    """Write a label for each point; with a header, each is a list of as many values."""
    from sightline.kinds.embedding.encode import labels_tsv

    write_file(path, labels_tsv(os.fspath(path), labels, header))


def write_sprite(path: str | os.PathLike[str], images: Any) -> list[int]:
    """Write small pictures (n, 1 or 3, height, width) as one PNG; return the width and height of each.

    The list needs them: ``embedding.sprite.single_image_dim.extend(write_sprite("sprite.png", images))``.
    """
    from sightline.kinds.embedding.encode import as_images, sprite_png

    pixels = as_images(os.fspath(path), images)
    write_file(path, sprite_png(pixels))
    return [pixels.shape[3], pixels.shape[2]]
