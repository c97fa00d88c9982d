"""The messages around Arrow's buffers: flatbuffers of fixed shape, laid out byte by byte.

They are Message, RecordBatch and Footer of Arrow's format, metadata version 5.
"""

from __future__ import annotations

import struct

CONTINUES = b"\xff\xff\xff\xff"
END_OF_STREAM = CONTINUES + b"\x00\x00\x00\x00"


def batch_message(n_rows: int, nodes: list[int], places: list[int], n_body: int) -> bytes:
    """A Message that holds a RecordBatch; comments give each part's position.

    `nodes` has length and null count of every array, `places` offset and size of every buffer.
    """
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


def footer(schema_message: bytes, block: tuple[int, int, int]) -> bytes:
    """The Footer of a file with one batch: (offset, bytes of the message, bytes of the body).

    The schema is a part of its message: the message is put here whole, and the footer points into it.
    """
    message = schema_message[8:]  # without the frame
    message_at = 64
    schema_at = message_at + _schema_place(message)
    return b"".join(
        (
            struct.pack("<I", 16),  # 0: where the Footer is
            struct.pack("<6H", 12, 16, 12, 4, 0, 8),  # 4: places of version, schema, dictionaries, batches
            struct.pack("<iIIh2x", 12, schema_at - 20, 36 - 24, 4),  # 16: Footer
            bytes(4),  # 32
            struct.pack("<I", 1),  # 36: the batches; their structs are aligned to 8 bytes
            struct.pack("<qi4xq", *block),  # 40
            message,  # 64
        )
    )


def _schema_place(message: bytes) -> int:
    """Where in a Message flatbuffer the Schema table is."""
    (table,) = struct.unpack_from("<I", message, 0)
    vtable = table - struct.unpack_from("<i", message, table)[0]
    (header,) = struct.unpack_from("<H", message, vtable + 8)  # the third field
    at = table + header
    return int(at + struct.unpack_from("<I", message, at)[0])
