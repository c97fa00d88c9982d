"""Makes the page of a pack: what is known of its segments without their points, and where the points are."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.index.small_values import SmallValue
from sightline.engine.index.source_file import SourceFile
from sightline.engine.reader import Stat
from sightline.formats.segment_file import SEGMENT_COLUMNS, SegmentFile

# The mean of so many last values is in a page; of another number it is computed from the points.
K = 10
SUMMARY = (
    "n",
    "nan",
    "pos_inf",
    "neg_inf",
    "first_step",
    "last_step",
    "step_of_min",
    "step_of_max",
    "first_nan_step",
    "first_wall_time",
    "last_wall_time",
    "last",
    "min",
    "max",
    "mean_last",
)
ITEM_COLUMNS = {
    "item_tag": np.uint32,
    "item_what": np.uint8,
    "item_n": np.uint64,
    "item_first_step": np.int64,
    "item_last_step": np.int64,
    "item_first_time": np.float64,
    "item_last_time": np.float64,
    "item_first_offset": np.uint64,
}
PIECE_COLUMNS = ("steps_at", "times_at", "values_at", "piece_n", "piece_is_float64")
IS_FLOAT64 = 1
REFERENCE_WORDS = 7
_TAG_WORDS, _CHUNK_WORDS = 2, 4
_COLUMN = {name: number for number, name in enumerate(SEGMENT_COLUMNS)}


class Read(NamedTuple):
    """One event file as it was read; `is_open` where its torn end may be completed."""

    file: SourceFile
    stat: Stat
    n_bytes: int
    segment: _native.Segment
    is_open: bool
    values: Sequence[SmallValue] = ()


class Parts(NamedTuple):
    """The texts and columns of a page."""

    texts: dict[str, Any]
    columns: dict[str, NDArray[Any]]


def make_page(files: Sequence[Read], pack: SegmentFile | None, pack_name: str) -> Parts:
    """The part of a page that is about event files, in the order of the rows of their pack."""
    texts: dict[str, Any] = {
        "pack": pack_name,
        "paths": [each.file.path for each in files],
        "directories": [each.file.directory for each in files],
        "versions": [each.stat.version for each in files],
        "starts": {str(row): found for row, each in enumerate(files) if (found := _starts(each.segment))},
        "values": {str(row): _values(each.values) for row, each in enumerate(files) if each.values},
        "damage": {str(row): found for row, each in enumerate(files) if (found := each.segment.damage())},
    }
    metas = _Metas()
    columns = _file_columns(files)
    columns["meta"] = _u32(
        [metas.number(each.segment.tag(i)) for each in files for i in range(each.segment.n_tags)]
    )
    texts["metas"] = metas.rows()
    columns |= _series_columns(files)
    columns |= _item_columns(files)
    if pack is not None:
        columns |= _places(pack)
    return Parts(texts, columns)


def _values(values: Sequence[SmallValue]) -> list[list[Any]]:
    return [[*row, base64.b64encode(data).decode()] for row, data in values]


def _starts(segment: _native.Segment) -> list[Any]:
    """Session starts, each with how many points of each tag came before it."""
    return [
        [*start, segment.points_before(number).tolist()]
        for number, start in enumerate(segment.session_starts())
    ]


class _Metas:
    """The metadata of tags, each once: trainings of one sort have the same tags."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}

    def number(self, meta: tuple[str, str, bytes, str, str, int]) -> int:
        return self._numbers.setdefault(meta, len(self._numbers))

    def rows(self) -> list[list[Any]]:
        return [
            [tag, plugin, base64.b64encode(content).decode(), display, description, data_class]
            for tag, plugin, content, display, description, data_class in self._numbers
        ]


def _u32(values: Sequence[int]) -> NDArray[np.uint32]:
    return np.array(values, np.uint32)


def _u64(values: Sequence[int]) -> NDArray[np.uint64]:
    return np.array(values, np.uint64)


def _times(values: Sequence[float | None]) -> NDArray[np.float64]:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _file_columns(files: Sequence[Read]) -> dict[str, NDArray[Any]]:
    segments = [each.segment for each in files]
    return {
        "size": _u64([each.stat.size for each in files]),
        "modified": np.array([each.stat.modified for each in files], np.float64),
        "n_bytes": _u64([each.n_bytes for each in files]),
        "is_open": np.array([each.is_open for each in files], np.uint8),
        "offset": _u64([segment.offset for segment in segments]),
        "n_points": _u64([segment.n_points for segment in segments]),
        "first_time": _times([segment.first_wall_time for segment in segments]),
        "last_time": _times([segment.last_wall_time for segment in segments]),
        "earliest_time": _times([segment.earliest_wall_time for segment in segments]),
        "n_damages": _u64([segment.n_damages for segment in segments]),
        "n_damaged_bytes": _u64([segment.n_damaged_bytes for segment in segments]),
        "n_references": _u64([segment.n_references for segment in segments]),
        "n_head": _u32([len(segment.head) for segment in segments]),
        "head_crc": _u32([_native.crc32c(segment.head) for segment in segments]),
        "n_tail": _u32([len(segment.tail) for segment in segments]),
        "tail_crc": _u32([_native.crc32c(segment.tail) for segment in segments]),
        "tag_ends": np.cumsum(_u64([segment.n_tags for segment in segments]), dtype=np.uint64),
    }


def _series_columns(files: Sequence[Read]) -> dict[str, NDArray[Any]]:
    """A summary for each tag of each file; all zeros where the tag has no scalars."""
    series = _native.SeriesSet()
    first = []
    for each in files:
        counts = each.segment.counts().tolist()
        for tag_id, n in enumerate(counts):
            chunks = each.segment.chunks(tag_id)
            series.add([chunks])
            first.append(chunks.point(0)[2] if n else 0.0)
    found = _native.summaries(series, k=K)
    columns = {name: np.asarray(found[name]) for name in SUMMARY}
    return {**columns, "first": np.array(first, np.float64)}


def _item_columns(files: Sequence[Read]) -> dict[str, NDArray[Any]]:
    """For each tag and field with values that are no scalars: how many, their ends, the first offset."""
    rows: list[tuple[Any, ...]] = []
    ends = []
    for each in files:
        if each.segment.n_references:
            rows += _items(each.segment.references())
        ends.append(len(rows))
    values = list(zip(*rows, strict=True)) or [()] * len(ITEM_COLUMNS)
    columns: dict[str, NDArray[Any]] = {
        name: np.array(column, kind)
        for (name, kind), column in zip(ITEM_COLUMNS.items(), values, strict=True)
    }
    return {**columns, "item_ends": _u64(ends)}


def _items(rows: dict[str, NDArray[Any]]) -> list[tuple[Any, ...]]:
    keys = rows["tag_id"].astype(np.int64) << 8 | rows["what"].astype(np.int64)
    found, first, n = np.unique(keys, return_index=True, return_counts=True)
    last = len(keys) - 1 - np.unique(keys[::-1], return_index=True)[1]
    steps, times = rows["step"], rows["wall_time"]
    ends = (steps[first], steps[last], times[first], times[last])
    columns = (found >> 8, found & 255, n, *ends, rows["record_offset"][first])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _places(pack: SegmentFile) -> dict[str, NDArray[Any]]:
    """Where in the pack the points of each series are, in pieces that are whole in every column."""
    data, ranges = pack.bytes(), pack.ranges.astype(np.int64)
    tags = _words(data, ranges, "tags", _TAG_WORDS)
    chunks = _words(data, ranges, "chunks", _CHUNK_WORDS).astype(np.int64)
    tag_of_chunk = np.repeat(np.arange(len(tags)), tags[:, 1].astype(np.int64))
    n_tags = ranges[:, _COLUMN["tags"], 1] // (8 * _TAG_WORDS)
    row_of_tag = np.repeat(np.arange(len(ranges)), n_tags)
    starts = ranges[row_of_tag[tag_of_chunk]][..., 0]
    size, is_float64 = chunks[:, 3] & 0xFFFFFFFF, (chunks[:, 3] >> 32) & IS_FLOAT64
    values_start = np.where(is_float64, starts[:, _COLUMN["values64"]], starts[:, _COLUMN["values32"]])
    pieces = _joined_pieces(
        tag_of_chunk,
        starts[:, _COLUMN["steps"]] + 8 * chunks[:, 0],
        starts[:, _COLUMN["wall_times"]] + 8 * chunks[:, 1],
        values_start + np.where(is_float64, 8, 4) * chunks[:, 2],
        size,
        is_float64,
    )
    ends = np.searchsorted(pieces.pop("piece_tag"), np.arange(len(tags)), side="right").astype(np.uint64)
    references = ranges[:, _COLUMN["references"]]
    found: dict[str, NDArray[Any]] = {**pieces, "piece_ends": ends}
    found["series_crc"] = _checksums(data, found)
    found["references_at"] = references[:, 0].astype(np.uint64)
    found["references_crc"] = _u32(
        [_native.crc32c(data[at : at + n].tobytes()) for at, n in references.tolist()]
    )
    return found


def _words(data: NDArray[np.uint8], ranges: NDArray[np.int64], name: str, width: int) -> NDArray[np.uint64]:
    """A column of words of all rows, which are one behind the other in the file."""
    column = ranges[:, _COLUMN[name]]
    begin, end = int(column[0, 0]), int(column[-1].sum())
    return data[begin:end].view(np.uint64).reshape(-1, width)


def _joined_pieces(
    tag: NDArray[np.int64],
    steps_at: NDArray[np.int64],
    times_at: NDArray[np.int64],
    values_at: NDArray[np.int64],
    size: NDArray[np.int64],
    is_float64: NDArray[np.int64],
) -> dict[str, NDArray[Any]]:
    width = np.where(is_float64, 8, 4)
    goes_on = np.zeros(len(tag), np.bool_)
    if len(tag) > 1:
        goes_on[1:] = (
            (tag[1:] == tag[:-1])
            & (is_float64[1:] == is_float64[:-1])
            & (steps_at[1:] == (steps_at + 8 * size)[:-1])
            & (times_at[1:] == (times_at + 8 * size)[:-1])
            & (values_at[1:] == (values_at + width * size)[:-1])
        )
    first = np.flatnonzero(~goes_on)
    sizes = np.add.reduceat(size, first) if len(first) else size
    return {
        "piece_tag": tag[first],
        "steps_at": steps_at[first].astype(np.uint64),
        "times_at": times_at[first].astype(np.uint64),
        "values_at": values_at[first].astype(np.uint64),
        "piece_n": sizes.astype(np.uint64),
        "piece_is_float64": is_float64[first].astype(np.uint8),
    }


def _checksums(data: NDArray[np.uint8], found: dict[str, NDArray[Any]]) -> NDArray[np.uint32]:
    """A checksum for each series over steps, wall times and values of its pieces."""
    raw = data.data
    pieces = list(zip(*(found[name].tolist() for name in PIECE_COLUMNS), strict=True))
    sums = []
    begin = 0
    for end in found["piece_ends"].tolist():
        crc = 0
        for steps_at, times_at, values_at, n, is_float64 in pieces[begin:end]:
            crc = _native.crc32c(bytes(raw[steps_at : steps_at + 8 * n]), crc)
            crc = _native.crc32c(bytes(raw[times_at : times_at + 8 * n]), crc)
            crc = _native.crc32c(bytes(raw[values_at : values_at + (8 if is_float64 else 4) * n]), crc)
        sums.append(crc)
        begin = end
    return _u32(sums)
