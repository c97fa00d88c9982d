"""Columns of a frame, and the Arrow memory layout of each, without copying its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

# (name, Arrow format, length, null count, buffers, children, dictionary): what _native.arrow_stream takes.
Layout: TypeAlias = tuple[str, str, int, int, list[Any], list[Any], Any]

_FORMATS = {
    "int8": "c", "uint8": "C", "int16": "s", "uint16": "S", "int32": "i", "uint32": "I", "int64": "l",
    "uint64": "L", "float16": "e", "float32": "f", "float64": "g", "datetime64[ns]": "tsn:",
    "datetime64[us]": "tsu:", "datetime64[ms]": "tsm:", "datetime64[s]": "tss:",
}  # fmt: skip


@dataclass(frozen=True)
class Dictionary:
    """A column of few distinct strings, stored as codes into `values`."""

    codes: NDArray[Any]
    values: Sequence[str]

    @classmethod
    def of(cls, strings: Sequence[str]) -> Dictionary:
        """Encode a plain list of strings, values in order of appearance."""
        places: dict[str, int] = {}
        codes = np.fromiter((places.setdefault(s, len(places)) for s in strings), np.int32, len(strings))
        return cls(codes, list(places))

    def __len__(self) -> int:
        return len(self.codes)

    def decode(self) -> NDArray[np.object_]:
        """Return one Python string a row; equal rows share theirs."""
        strings: NDArray[np.object_] = _objects(self.values)[self.codes]
        return strings


@dataclass(frozen=True)
class Lists:
    """A column of lists: row i is `values[offsets[i]:offsets[i + 1]]`."""

    offsets: NDArray[Any]
    values: NDArray[Any]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def decode(self) -> NDArray[np.object_]:
        """Return one array a row, each a view."""
        out = np.empty(len(self), dtype=object)
        for i, (begin, end) in enumerate(pairwise(self.offsets)):
            out[i] = self.values[begin:end]
        return out


def narrow(integers: NDArray[Any]) -> NDArray[Any]:
    """The same integers in the smallest type that holds them all: fewer bytes to encode and to send."""
    if not integers.size:
        return integers.astype(np.uint8)
    least, most = int(integers.min()), int(integers.max())
    # The type of a negative number that needs as many bits as the largest one.
    return integers.astype(np.min_scalar_type(min(least, -most - 1) if least < 0 else most))


# Numbers, booleans and times as numpy arrays (masked where values are missing), strings as arrays of str.
Column: TypeAlias = "NDArray[Any] | Dictionary | Lists"


def layout(name: str, column: Column, *, dictionaries: bool) -> Layout:
    """Lay a column out for Arrow; without `dictionaries` those become plain strings."""
    if isinstance(column, Dictionary):
        return _dictionary(name, column) if dictionaries else _expanded(name, column)
    if isinstance(column, Lists):
        offsets = np.ascontiguousarray(column.offsets, dtype=np.int64)
        child = layout("item", column.values, dictionaries=dictionaries)
        return (name, "+L", len(column), 0, [None, offsets], [child], None)
    if column.dtype.kind in "UO":
        return _strings(name, column.tolist())
    return _numbers(name, column)


def _numbers(name: str, column: NDArray[Any]) -> Layout:
    validity, nulls = None, 0
    if isinstance(column, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(column)
        validity, nulls = np.packbits(~mask, bitorder="little"), int(mask.sum())
        column = column.data
    if column.dtype == np.bool_:
        return (name, "b", len(column), nulls, [validity, np.packbits(column, bitorder="little")], [], None)
    format = _FORMATS.get(column.dtype.name)
    if format is None or column.ndim != 1:
        raise TypeError(f"column {name!r} has no Arrow form: {column.ndim} axes of {column.dtype}")
    data = np.ascontiguousarray(column)
    if data.dtype.kind == "M":
        data = data.view(np.int64)  # numpy lends no buffer of times
    return (name, format, len(data), nulls, [validity, data], [], None)


def _strings(name: str, strings: Sequence[str | None]) -> Layout:
    encoded = [b"" if s is None else s.encode("utf-8", "replace") for s in strings]
    validity, nulls = None, sum(s is None for s in strings)
    if nulls:
        validity = np.packbits([s is not None for s in strings], bitorder="little")
    return (name, "U", len(encoded), nulls, [validity, _offsets(encoded), b"".join(encoded)], [], None)


def _offsets(encoded: Sequence[bytes]) -> NDArray[np.int64]:
    offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(e) for e in encoded], out=offsets[1:])
    return offsets


def _dictionary(name: str, column: Dictionary) -> Layout:
    codes = np.ascontiguousarray(column.codes)
    values = _strings("", list(column.values))
    return (name, _FORMATS[codes.dtype.name], len(codes), 0, [None, codes], [], values)


def _expanded(name: str, column: Dictionary) -> Layout:
    """Write every row's string out, run of equal codes by run: frames are mostly sorted by them."""
    encoded = [s.encode("utf-8", "replace") for s in column.values]
    codes = np.asarray(column.codes, dtype=np.int64)
    lengths = np.array([len(e) for e in encoded] or [0], dtype=np.int64)
    offsets = np.zeros(len(codes) + 1, dtype=np.int64)
    if len(codes):
        np.cumsum(lengths[codes], out=offsets[1:])
    edges = np.concatenate(([0], np.flatnonzero(np.diff(codes)) + 1, [len(codes)])).tolist()
    data = b"".join(encoded[codes[a]] * (b - a) for a, b in pairwise(edges) if b > a)
    return (name, "U", len(codes), 0, [None, offsets, data], [], None)


def _objects(values: Sequence[str]) -> NDArray[np.object_]:
    out = np.empty(len(values), dtype=object)
    out[:] = list(values)
    return out
