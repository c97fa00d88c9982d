"""Which model a protobuf file is, by its structure: what a file is called is not trusted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

from sightline import _native
from sightline.formats.byte_window import ByteWindow

MessageForm = Literal["SavedModel", "MetaGraphDef", "GraphDef", "ONNX"]
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
# Of one message: what tells is near its begin, and contents are skipped.
_MAX_FIELDS = 64
# Of all messages together: a hostile file has no more than that looked at.
_MAX_FIELDS_IN_ALL = 20_000
_MAX_TEXT_BYTES = 256


class _Part(NamedTuple):
    """A field of a message: its number, its wire type, and where its content begins and ends."""

    number: int
    wire_type: int
    begin: int
    end: int


def message_form(source: _native.ByteSource) -> MessageForm | None:
    """The model in a file, None where it is none of them; reads only some of its bytes.

    A file that breaks off is told by what is there of it.
    """
    shape = _Shape(source)
    whole = _Part(0, _BYTES, 0, source.size)
    if shape.is_onnx(whole):
        return "ONNX"
    if shape.is_graph(whole):
        return "GraphDef"
    if shape.is_meta_graph(whole):
        return "MetaGraphDef"
    return "SavedModel" if shape.is_saved_model(whole) else None


class _Shape:
    def __init__(self, source: _native.ByteSource) -> None:
        self._window = ByteWindow(source)
        self._n_left = _MAX_FIELDS_IN_ALL

    def is_onnx(self, part: _Part) -> bool:
        """A version, and a graph whose nodes have a type."""
        has_version = any(each.wire_type == _VARINT for each in self._parts(part, 1))
        return has_version and any(
            self._text(node, 4) for graph in self._messages(part, 7) for node in self._messages(graph, 1)
        )

    def is_saved_model(self, part: _Part) -> bool:
        return any(self.is_meta_graph(each) for each in self._messages(part, 2))

    def is_meta_graph(self, part: _Part) -> bool:
        return any(self.is_graph(each) for each in self._messages(part, 2))

    def is_graph(self, part: _Part) -> bool:
        """Operations have a name and a type; what a MetaGraphDef has in their place is no text."""
        has_nodes = any(self._text(each, 1) and self._text(each, 2) for each in self._messages(part, 1))
        return has_nodes or self._has_functions(part)

    def _has_functions(self, part: _Part) -> bool:
        """A graph may have a library of functions alone: each has a signature with a name."""
        return any(
            self._text(signature, 1) and any(True for _ in self._messages(function, 3))
            for library in self._messages(part, 2)
            for function in self._messages(library, 1)
            for signature in self._messages(function, 1)
        )

    def _text(self, part: _Part, number: int) -> bool:
        """Whether a field is printable text."""
        found = next(self._messages(part, number), None)
        if found is None or found.end == found.begin:
            return False
        data = self._window.read(found.begin, min(found.end - found.begin, _MAX_TEXT_BYTES))
        # The last character may be cut.
        text = data.decode("utf-8", "replace").rstrip("\ufffd")
        return bool(text) and text.isprintable() and "\ufffd" not in text

    def _messages(self, part: _Part, number: int) -> Iterator[_Part]:
        return (each for each in self._parts(part, number) if each.wire_type == _BYTES)

    def _parts(self, part: _Part, number: int) -> Iterator[_Part]:
        return (each for each in islice(self._all_parts(part), _MAX_FIELDS) if each.number == number)

    def _all_parts(self, part: _Part) -> Iterator[_Part]:
        """The fields of a message in order; ends early where the bytes end or are no message."""
        at = part.begin
        try:
            while at < part.end and self._n_left > 0:
                self._n_left -= 1
                key, at = self._window.varint(at)
                begin, end = self._content(key & 7, at)
                at = end
                yield _Part(key >> 3, key & 7, min(begin, part.end), min(end, part.end))
        except ValueError:
            return

    def _content(self, wire_type: int, at: int) -> tuple[int, int]:
        if wire_type == _VARINT:
            return at, self._window.varint(at)[1]
        if wire_type == _BYTES:
            length, at = self._window.varint(at)
            return at, at + length
        if wire_type in (_FIXED64, _FIXED32):
            return at, at + (8 if wire_type == _FIXED64 else 4)
        raise ValueError(f"unknown wire type {wire_type}")
