"""The header of a GGUF file as a tree of tensors: values and tensors themselves are skipped."""

from __future__ import annotations

from math import prod

from sightline import _native
from sightline.formats.byte_window import ByteWindow
from sightline.formats.tensor_tree import StoredTensor, tensor_tree

_MAGIC = b"GGUF"
_MAX_TENSORS = 1_000_000
_MAX_KEYS = 1_000_000
_MAX_DIMENSIONS = 16
_MAX_NAME_BYTES = 65_536
_MAX_ARRAY_ITEMS = 50_000_000
_STRING, _ARRAY = 8, 9
# Bytes of a value by its type.
_VALUE_BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
# By ggml's number of a type: name, elements of a block, bytes of a block.
_TYPES = {
    0: ("float32", 1, 4),
    1: ("float16", 1, 2),
    2: ("q4_0", 32, 18),
    3: ("q4_1", 32, 20),
    6: ("q5_0", 32, 22),
    7: ("q5_1", 32, 24),
    8: ("q8_0", 32, 34),
    9: ("q8_1", 32, 36),
    10: ("q2_k", 256, 84),
    11: ("q3_k", 256, 110),
    12: ("q4_k", 256, 144),
    13: ("q5_k", 256, 176),
    14: ("q6_k", 256, 210),
    15: ("q8_k", 256, 292),
    16: ("iq2_xxs", 256, 66),
    17: ("iq2_xs", 256, 74),
    18: ("iq3_xxs", 256, 98),
    19: ("iq1_s", 256, 50),
    20: ("iq4_nl", 32, 18),
    21: ("iq3_s", 256, 110),
    22: ("iq2_s", 256, 82),
    23: ("iq4_xs", 256, 136),
    24: ("int8", 1, 1),
    25: ("int16", 1, 2),
    26: ("int32", 1, 4),
    27: ("int64", 1, 8),
    28: ("float64", 1, 8),
    29: ("iq1_m", 256, 56),
    30: ("bfloat16", 1, 2),
    34: ("tq1_0", 256, 54),
    35: ("tq2_0", 256, 66),
    39: ("mxfp4", 32, 17),
}


def read_gguf(source: _native.ByteSource) -> bytes:
    """The tensors of a GGUF file as a GraphDef. Raises ValueError where the header is broken."""
    try:
        return tensor_tree(_Header(source).tensors())
    except ValueError as error:
        raise ValueError(f"this is not a GGUF file that can be read: {error}") from None


class _Header:
    def __init__(self, source: _native.ByteSource) -> None:
        self._window = ByteWindow(source)
        self._at = 0
        self._order = "little"

    def tensors(self) -> list[StoredTensor]:
        """Name, shape, type and size of each tensor."""
        if self._bytes(4) != _MAGIC:
            raise ValueError("it does not begin with GGUF")
        version = self._number(4)
        if version > 0xFFFF:  # written on a machine with the other order of bytes
            self._order = "big"
            version = int.from_bytes(version.to_bytes(4, "little"), "big")
        if version not in (2, 3):
            raise ValueError(f"version {version} is unknown")
        n_tensors, n_keys = self._number(8), self._number(8)
        if n_tensors > _MAX_TENSORS or n_keys > _MAX_KEYS:
            raise ValueError(f"it claims to have {n_tensors:,} tensors and {n_keys:,} values")
        for _ in range(n_keys):
            self._skip_string()
            self._skip_value(self._number(4))
        return [self._tensor() for _ in range(n_tensors)]

    def _tensor(self) -> StoredTensor:
        name = self._string()
        n_dimensions = self._number(4)
        if n_dimensions > _MAX_DIMENSIONS:
            raise ValueError(f"the tensor {name!r} has {n_dimensions:,} dimensions")
        # The fastest dimension is first in the file, last where people read shapes.
        shape = [self._number(8) for _ in range(n_dimensions)][::-1]
        type_number = self._number(4)
        self._at += 8
        if prod(shape) >= 2**60:
            raise ValueError(f"the tensor {name!r} has impossible sizes")
        kind, block, n_bytes = _TYPES.get(type_number, (f"type {type_number}", 1, 0))
        return StoredTensor(name, shape, kind, prod(shape) // block * n_bytes)

    def _skip_value(self, kind: int) -> None:
        if kind == _STRING:
            self._skip_string()
        elif kind == _ARRAY:
            item, count = self._number(4), self._number(8)
            if count > _MAX_ARRAY_ITEMS or item == _ARRAY:
                raise ValueError(f"an array claims to have {count:,} items")
            if item == _STRING:
                for _ in range(count):
                    self._skip_string()
            else:
                self._at += count * self._size_of(item)
        else:
            self._at += self._size_of(kind)

    @staticmethod
    def _size_of(kind: int) -> int:
        if kind not in _VALUE_BYTES:
            raise ValueError(f"a value has the unknown type {kind}")
        return _VALUE_BYTES[kind]

    def _skip_string(self) -> None:
        length = self._number(8)
        self._at += length
        if self._at > self._window.size:
            raise ValueError("the file ends too early")

    def _string(self) -> str:
        length = self._number(8)
        if length > _MAX_NAME_BYTES:
            raise ValueError(f"a name has {length:,} bytes")
        return self._bytes(length).decode("utf-8", "replace")

    def _number(self, size: int) -> int:
        return int.from_bytes(self._bytes(size), "big" if self._order == "big" else "little")

    def _bytes(self, size: int) -> bytes:
        data = self._window.read(self._at, size)
        self._at += size
        return data
