"""Arrow IPC streams of one batch: the schema by nanoarrow, the batch joined from its buffers in one copy.

nanoarrow's own batches cost three copies into fresh memory, which takes several times as long as the rest of
a query.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import Any

from sightline.formats.arrow_message import CONTINUES, END_OF_STREAM, batch_message
from sightline.wire.columns import Layout


def schema_message(stream_capsule: object) -> bytes:
    """Return the schema of an Arrow C stream as an IPC message."""
    from nanoarrow.c_array_stream import CArrayStream, c_array_stream
    from nanoarrow.ipc import StreamWriter

    schema = c_array_stream(_Capsule(stream_capsule)).get_schema()
    out = io.BytesIO()
    StreamWriter.from_writable(out).serialize_stream(CArrayStream.from_c_arrays([], schema))
    return out.getvalue().removesuffix(END_OF_STREAM)


def batch_parts(n_rows: int, columns: list[Layout]) -> Iterator[Any]:
    """Yield the parts of one record batch message, buffers as they are."""
    nodes: list[int] = []
    buffers: list[Any] = []
    for column in columns:
        _collect(column, nodes, buffers)
    places, parts, end = [], [], 0
    for buffer in buffers:
        size = 0 if buffer is None else memoryview(buffer).nbytes
        places += [end, size]
        if size:
            parts += [buffer, bytes(-size % 8)]
        end += size + -size % 8
    metadata = batch_message(n_rows, nodes, places, end)
    yield CONTINUES + struct.pack("<i", len(metadata)) + metadata
    yield from parts


def _collect(column: Layout, nodes: list[int], buffers: list[Any]) -> None:
    """Add a column's node and buffers, then its children's: depth first, as the format wants it."""
    _, _, length, null_count, own, children, _ = column
    nodes += [length, null_count]
    buffers += own
    for child in children:
        _collect(child, nodes, buffers)


class _Capsule:
    """Hands a ready stream capsule to nanoarrow, once."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._capsule
