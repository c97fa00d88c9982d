"""Arrow IPC streams of one batch: the schema by nanoarrow, the batch joined from its buffers in one copy.

nanoarrow's own batches cost three copies into fresh memory, which takes several times as long as the rest of
a query. The message around a batch is a flatbuffer of fixed shape, laid out below byte by byte (Message and
RecordBatch of Arrow's format, metadata version 5).
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import Any

from sightline.wire.columns import Layout

_CONTINUES = b"\xff\xff\xff\xff"
END_OF_STREAM = _CONTINUES + b"\x00\x00\x00\x00"


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
    metadata = _batch_metadata(n_rows, nodes, places, end)
    yield _CONTINUES + struct.pack("<i", len(metadata)) + metadata
    yield from parts


def _collect(column: Layout, nodes: list[int], buffers: list[Any]) -> None:
    """Add a column's node and buffers, then its children's: depth first, as the format wants it."""
    _, _, length, null_count, own, children, _ = column
    nodes += [length, null_count]
    buffers += own
    for child in children:
        _collect(child, nodes, buffers)


def _batch_metadata(n_rows: int, nodes: list[int], places: list[int], n_body: int) -> bytes:
    """The flatbuffer of a Message that holds a RecordBatch; comments give each part's position."""
    n_nodes, n_buffers = len(nodes) // 2, len(places) // 2
    buffers_at = 72 + 16 * n_nodes + 4
    return b"".join(
        (
            struct.pack("<I", 16),  # 0: where the Message is
            struct.pack(
                "<6H", 12, 20, 4, 6, 16, 8
            ),  # 4: its fields' places: version, type, header, body length
            struct.pack("<ihBxqI", 12, 4, 3, n_body, 48 - 32),  # 16: Message: version 5, a RecordBatch, at 48
            struct.pack("<5H2x", 10, 20, 8, 4, 16),  # 36: its fields' places: length, nodes, buffers
            struct.pack("<iIqI", 12, 68 - 52, n_rows, buffers_at - 64),  # 48: RecordBatch
            struct.pack(f"<I{len(nodes)}q4x", n_nodes, *nodes),  # 68: length and null count of every array
            struct.pack(f"<I{len(places)}q", n_buffers, *places),  # offset and size of every buffer
        )
    )


class _Capsule:
    """Hands a ready stream capsule to nanoarrow, once."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._capsule
