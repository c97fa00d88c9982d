"""A large file in blocks, and how far its reading is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK_BYTES = 4 << 20
# Offset and length → bytes; fewer where the file ends.
ReadBytes = Callable[[int, int], bytes]
# Bytes done, bytes in all.
Progress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """Report nothing."""


def read_blocks(
    read: ReadBytes, size: int, block_bytes: int = BLOCK_BYTES, progress: Progress = no_progress
) -> Iterator[bytes]:
    """The bytes of a file, block by block; ends early where the file has become shorter."""
    at = 0
    while at < size:
        block = read(at, min(block_bytes, size - at))
        if not block:
            return
        at += len(block)
        progress(at, size)
        yield block


def read_array(
    read: ReadBytes,
    begin: int,
    n_values: int,
    dtype: np.dtype[Any],
    progress: Progress = no_progress,
) -> NDArray[np.float32]:
    """Numbers of any type from an offset on, as float32, without a second copy of the file in memory."""
    values = np.empty(n_values, np.float32)
    per_block = max(BLOCK_BYTES // dtype.itemsize, 1)
    for at in range(0, n_values, per_block):
        count = min(per_block, n_values - at)
        data = _read_all(read, begin + at * dtype.itemsize, count * dtype.itemsize)
        values[at : at + count] = as_numbers(data, dtype)
        progress((at + count) * dtype.itemsize, n_values * dtype.itemsize)
    return values


def as_numbers(data: bytes, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Bytes as numbers; two-byte "bfloat16" comes as a structured type of that name."""
    if dtype.names == ("bfloat16",):
        return (np.frombuffer(data, "<u2").astype(np.uint32) << 16).view(np.float32)
    return np.frombuffer(data, dtype)


BFLOAT16 = np.dtype([("bfloat16", "<u2")])


def _read_all(read: ReadBytes, offset: int, length: int) -> bytes:
    parts = []
    while length:
        part = read(offset, length)
        if not part:
            raise ValueError("the file ends before its data does")
        parts.append(part)
        offset, length = offset + len(part), length - len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)
