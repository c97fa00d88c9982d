"""Pages of an index: what is known of many event files without their points, as columns and texts.

Compressed as a whole, with a version and a checksum: a page is used whole or not at all.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native

# Changes with what a page holds.
VERSION = 2

_MAGIC = b"SLIDXPAG"
_HEAD = struct.Struct("<8sIIQ")  # magic, version, checksum of the rest, its size when unpacked
_MAX_BYTES = 1 << 32


class PageError(ValueError):
    """The bytes are no page that can be used; the message says why."""


class Page(NamedTuple):
    """Texts and small lists by name, and columns of numbers by name."""

    texts: dict[str, Any]
    columns: dict[str, NDArray[Any]]


def encode_page(texts: Mapping[str, Any], columns: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a page; equal content gives equal bytes."""
    shapes = {name: [column.dtype.str, len(column)] for name, column in columns.items()}
    head = json.dumps({"texts": texts, "columns": shapes}, separators=(",", ":")).encode()
    parts = [struct.pack("<Q", len(head)), head]
    parts += [np.ascontiguousarray(column).tobytes() for column in columns.values()]
    raw = b"".join(parts)
    packed = zlib.compress(raw, 1)
    return _HEAD.pack(_MAGIC, VERSION, _native.crc32c(packed), len(raw)) + packed


def decode_page(data: bytes) -> Page:
    """Take a page apart; PageError where it is damaged or of another version."""
    if len(data) < _HEAD.size or data[:8] != _MAGIC:
        raise PageError("this is no page of an index")
    _, version, checksum, n_bytes = _HEAD.unpack(data[: _HEAD.size])
    if version != VERSION:
        raise PageError(f"the page has version {version}, and this Sightline reads version {VERSION}")
    packed = data[_HEAD.size :]
    if n_bytes > _MAX_BYTES or _native.crc32c(packed) != checksum:
        raise PageError("the page is damaged")
    try:
        return _take_apart(zlib.decompressobj().decompress(packed, n_bytes))
    except (zlib.error, struct.error, ValueError, KeyError, TypeError) as error:
        raise PageError(f"the page is damaged: {error}") from error


def _take_apart(raw: bytes) -> Page:
    n_head = struct.unpack_from("<Q", raw)[0]
    head = json.loads(raw[8 : 8 + n_head])
    at = 8 + n_head
    columns = {}
    for name, (kind, n) in head["columns"].items():
        dtype = np.dtype(kind)
        columns[name] = np.frombuffer(raw, dtype, n, at)
        at += n * dtype.itemsize
    return Page(head["texts"], columns)
