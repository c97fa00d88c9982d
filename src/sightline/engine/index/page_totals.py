"""What is known of each event file of a page as a whole: from its columns, without an object for a series."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.segment import ListFacts, TagMeta, Totals

PageColumns = Mapping[str, NDArray[Any]]
_KEY_BYTES = 16


def page_totals(
    columns: PageColumns, metas: Sequence[TagMeta], rows_with_starts: Container[str]
) -> list[Totals]:
    """The totals of each row."""
    n_tags = np.diff(columns["tag_ends"], prepend=np.uint64(0))
    numbers = [columns[name].tolist() for name in ("offset", "n_points")]
    times = [_times(columns[name]) for name in ("first_time", "last_time", "earliest_time")]
    damages = [columns[name].tolist() for name in ("n_damages", "n_damaged_bytes")]
    facts = _list_facts(columns, metas, rows_with_starts)
    return list(map(Totals, *numbers, n_tags.tolist(), *times, *damages, facts))


def _times(column: NDArray[np.float64]) -> list[float | None]:
    return [None if is_nan else time for is_nan, time in zip(np.isnan(column), column.tolist(), strict=True)]


def _list_facts(
    columns: PageColumns, metas: Sequence[TagMeta], rows_with_starts: Container[str]
) -> Iterator[ListFacts]:
    last_steps, first_nans = _last_steps(columns), _first_nans(columns, metas)
    has_scalars_only = (columns["n_references"] == 0).tolist()
    for row, (key, is_plain) in enumerate(zip(_tag_keys(columns, metas), has_scalars_only, strict=True)):
        has_starts = str(row) in rows_with_starts
        yield ListFacts(last_steps.get(row), first_nans.get(row), key, is_plain, has_starts)


def _tag_keys(columns: PageColumns, metas: Sequence[TagMeta]) -> Iterator[bytes]:
    """Equal for files with the same tags, of which the same have points; one object for all of a page."""
    digests = b"".join(hashlib.sha256(repr(tuple(meta)).encode()).digest()[:_KEY_BYTES] for meta in metas)
    digest_of = np.frombuffer(digests, np.uint8).reshape(-1, _KEY_BYTES)
    has_points = columns["n"] > 0
    keys: dict[bytes, bytes] = {}
    begin = 0
    for end in columns["tag_ends"].tolist():
        numbers, flags = columns["meta"][begin:end], has_points[begin:end].tobytes()
        tags = numbers.tobytes() + flags
        key = keys.get(tags)
        if key is None:
            content = digest_of[numbers].tobytes() + flags
            key = keys[tags] = hashlib.sha256(content).digest()[:_KEY_BYTES]
        yield key
        begin = end


def _last_steps(columns: PageColumns) -> dict[int, int]:
    """The highest last step of the tags with points, by row."""
    tags = np.flatnonzero(columns["n"])
    rows, steps = _rows_of(columns, tags), columns["last_step"][tags]
    first = np.flatnonzero(np.diff(rows, prepend=-1))  # the tags of a row are neighbors
    highest = np.maximum.reduceat(steps, first) if len(first) else steps
    return dict(zip(rows[first].tolist(), highest.tolist(), strict=True))


def _first_nans(columns: PageColumns, metas: Sequence[TagMeta]) -> dict[int, tuple[str, int]]:
    """The tag and step of the first value that is not a number, by row; most have none."""
    tags = np.flatnonzero(columns["nan"])
    rows, steps, numbers = _rows_of(columns, tags), columns["first_nan_step"][tags], columns["meta"][tags]
    found: dict[int, tuple[int, str]] = {}
    for row, step, number in zip(rows.tolist(), steps.tolist(), numbers.tolist(), strict=True):
        candidate = (step, metas[number].tag)
        found[row] = min(found.get(row, candidate), candidate)
    return {row: (tag, step) for row, (step, tag) in found.items()}


def _rows_of(columns: PageColumns, tags: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.searchsorted(columns["tag_ends"], tags, side="right")
