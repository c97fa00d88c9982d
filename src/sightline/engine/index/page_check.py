"""Whether a page fits together and stays in its source: an index is untrusted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.page_maker import ITEM_COLUMNS, PIECE_COLUMNS, SUMMARY
from sightline.formats.index_page import Page

_FILE_COLUMNS = (
    "size",
    "modified",
    "n_bytes",
    "is_open",
    "offset",
    "n_points",
    "first_time",
    "last_time",
    "earliest_time",
    "n_damages",
    "n_damaged_bytes",
    "n_references",
    "n_head",
    "head_crc",
    "n_tail",
    "tail_crc",
    "references_at",
    "references_crc",
)
_SERIES_COLUMNS = ("meta", "first", "series_crc", *SUMMARY)


def check_page(page: Page) -> None:
    """BrokenIndexError where what a page says of itself cannot be."""
    texts, columns = page
    try:
        _check_paths([*texts["paths"], *texts["directories"], *(row[0] for row in texts["side_files"])])
        if texts["paths"]:
            _check_columns(texts, columns)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise BrokenIndexError(f"a page of the index lacks {error}.") from error


def _check_paths(paths: Iterable[str]) -> None:
    for path in paths:
        if path.startswith("/") or ".." in path.split("/"):
            raise BrokenIndexError(f"a page of the index names a file outside of its source: {path!r}.")


def _check_columns(texts: Mapping[str, Any], columns: Mapping[str, NDArray[Any]]) -> None:
    n_files = len(texts["paths"])
    if not len(texts["directories"]) == len(texts["versions"]) == n_files:
        raise BrokenIndexError("a page of the index has not as many directories or versions as files.")
    _check_lengths(columns, _FILE_COLUMNS, n_files)
    n_series = _last_end(columns, "tag_ends", n_files)
    _check_lengths(columns, _SERIES_COLUMNS, n_series)
    _check_lengths(columns, PIECE_COLUMNS, _last_end(columns, "piece_ends", n_series))
    _check_lengths(columns, ITEM_COLUMNS, _last_end(columns, "item_ends", n_files))
    meta = columns["meta"]
    if meta.dtype != np.uint32 or (len(meta) and int(meta.max()) >= len(texts["metas"])):
        raise BrokenIndexError("a page of the index has a tag without metadata.")


def _check_lengths(columns: Mapping[str, NDArray[Any]], names: Iterable[str], n: int) -> None:
    for name in names:
        if len(columns[name]) != n or columns[name].dtype.kind not in "uif":
            raise BrokenIndexError(f"a page of the index has not {n:,} numbers in its column {name!r}.")


def _last_end(columns: Mapping[str, NDArray[Any]], name: str, n: int) -> int:
    """How many entries a column of ends speaks of."""
    ends = columns[name]
    if len(ends) != n or ends.dtype != np.uint64 or bool((ends[1:] < ends[:-1]).any()):
        raise BrokenIndexError(f"a page of the index has a column {name!r} that is not in order.")
    return int(ends[-1]) if n else 0
