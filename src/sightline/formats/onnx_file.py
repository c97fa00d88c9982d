"""An ONNX file to its message without the weights: their bytes are skipped, not read."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import DecodeError

from sightline import _native
from sightline.formats import messages
from sightline.formats.byte_window import ByteWindow

_MAX_DEPTH = 100  # protobuf's own limit
_MAX_BYTES = 1 << 30  # of the message that remains
_KEEP_WHOLE_BYTES = 4096
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5

# Where tensors are, from the model down: the message's number of a field to the message in it.
_INNER: dict[str, dict[int, str]] = {
    "model": {7: "graph", 25: "function"},
    "graph": {1: "node", 5: "tensor"},
    "function": {7: "node"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph"},
    "tensor": {},
}
# The fields of a tensor with its numbers.
_NUMBERS = frozenset({4, 5, 6, 7, 9, 10, 11})


def read_onnx_message(source: _native.ByteSource) -> Any:
    """The ModelProto with all but the numbers of tensors. ValueError where the file is no ONNX model."""
    try:
        slim = _Slimmer(source).slim("model", 0, source.size)
        model = messages.OnnxModel.FromString(slim)
    except (ValueError, DecodeError) as error:
        raise ValueError(f"this is not an ONNX model: {error}") from None
    if not model.graph.node:
        raise ValueError("this file contains no ONNX graph")
    return model


class _Slimmer:
    def __init__(self, source: _native.ByteSource) -> None:
        self._window = ByteWindow(source)
        self._n_bytes = 0

    def slim(self, message: str, begin: int, end: int, depth: int = 0) -> bytes:
        """The fields between two offsets, without the numbers of tensors."""
        if depth > _MAX_DEPTH:
            raise ValueError(f"its graphs are nested more than {_MAX_DEPTH} levels deep")
        parts: list[bytes] = []
        at = begin
        while at < end:
            key_at = at
            key, at = self._window.varint(at)
            content, at = self._content(key & 7, at, end)
            inner = _INNER[message].get(key >> 3) if key & 7 == _BYTES else None
            if inner is not None and at - content > _KEEP_WHOLE_BYTES:
                fields = self.slim(inner, content, at, depth + 1)
                parts += [_varint(key), _varint(len(fields)), fields]
            elif message != "tensor" or key >> 3 not in _NUMBERS:
                parts.append(self._keep(key_at, at))
        return b"".join(parts)

    def _content(self, wire_type: int, at: int, end: int) -> tuple[int, int]:
        """Where the content of a field begins and ends."""
        if wire_type == _VARINT:
            return at, self._window.varint(at)[1]
        length = {_FIXED64: 8, _FIXED32: 4}.get(wire_type)
        if wire_type == _BYTES:
            length, at = self._window.varint(at)
        if length is None or at + length > end:
            raise ValueError("its fields are broken")
        return at, at + length

    def _keep(self, begin: int, end: int) -> bytes:
        self._n_bytes += end - begin
        if self._n_bytes > _MAX_BYTES:
            raise ValueError(f"its graph has more than {_MAX_BYTES >> 20} MiB without the weights")
        return self._window.read(begin, end - begin)


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)
