"""Vectors, labels and bookmarks of the projector's files, as its page reads them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sightline.formats.number_table import Vectors
from sightline.kinds.embedding import decode
from sightline.kinds.embedding.decode import EmbeddingInfo

Read = Callable[[str], bytes]  # path as the list names it → content


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of the points as columns of text; a file of one column has no header."""

    names: tuple[str, ...]
    columns: tuple[list[str], ...]


def read_vectors(info: EmbeddingInfo, read: Read) -> Vectors:
    """The vectors of an entry of the list."""
    data = read(info.tensor_path)
    return decode.read_vectors(info, lambda offset, length: data[offset : offset + length], len(data))


def read_labels(info: EmbeddingInfo, read: Read) -> Labels | None:
    """The labels of the points; None when the embedding has none."""
    if not info.metadata_path:
        return None
    lines = read(info.metadata_path).decode("utf-8", "replace").split("\n")
    while lines and lines[-1] in ("", "\r"):
        lines.pop()
    rows = [line.rstrip("\r").split("\t") for line in lines]
    width = max((len(row) for row in rows), default=0)
    if width <= 1:
        return Labels(("label",), ([row[0] for row in rows],))
    names, rows = rows[0] + [""] * (width - len(rows[0])), rows[1:]
    columns = tuple([row[i] if i < len(row) else "" for row in rows] for i in range(width))
    return Labels(tuple(names), columns)


def read_bookmarks(info: EmbeddingInfo, read: Read) -> list[Any]:
    """The saved views, as the projector's page stored them; empty when there are none."""
    if not info.bookmarks_path:
        return []
    try:
        bookmarks = json.loads(read(info.bookmarks_path))
    except ValueError as error:
        raise ValueError(f"embedding {info.name!r}: bookmarks are not JSON ({error})") from error
    return bookmarks if isinstance(bookmarks, list) else [bookmarks]
