"""The header of a safetensors file as a tree of tensors: the numbers themselves are not read."""

from __future__ import annotations

import json
from typing import Any

from sightline import _native
from sightline.formats.byte_window import read_all
from sightline.formats.tensor_tree import StoredTensor, tensor_tree

# The format's own limit.
_MAX_HEADER_BYTES = 100_000_000
_TYPES = {
    "BOOL": "bool",
    "U8": "uint8",
    "I8": "int8",
    "F8_E5M2": "float8_e5m2",
    "F8_E4M3": "float8_e4m3fn",
    "I16": "int16",
    "U16": "uint16",
    "F16": "float16",
    "BF16": "bfloat16",
    "I32": "int32",
    "U32": "uint32",
    "F32": "float32",
    "F64": "float64",
    "I64": "int64",
    "U64": "uint64",
}


def read_safetensors(source: _native.ByteSource) -> bytes:
    """The tensors of a safetensors file as a GraphDef. Raises ValueError where the header is broken."""
    start = read_all(source, 0, 8)
    length = int.from_bytes(start, "little")
    if len(start) < 8 or length > min(_MAX_HEADER_BYTES, source.size - 8):
        raise ValueError("this is not a safetensors file: its header is longer than the file")
    try:
        header = json.loads(read_all(source, 8, length))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is not a safetensors file: {error}") from None
    if not isinstance(header, dict):
        raise ValueError("this is not a safetensors file: its header is no object")
    tensors = [_tensor(name, about) for name, about in header.items() if name != "__metadata__"]
    return tensor_tree(tensors)


def _tensor(name: str, about: Any) -> StoredTensor:
    try:
        begin, end = (int(each) for each in about["data_offsets"])
        shape = [int(size) for size in about["shape"]]
        kind = str(about["dtype"])
    except (TypeError, KeyError, ValueError, OverflowError):
        raise ValueError(f"the header does not describe the tensor {name[:100]!r}") from None
    if end < begin or any(not 0 <= size < 2**63 for size in (*shape, end - begin)):
        raise ValueError(f"the tensor {name[:100]!r} has impossible sizes")
    return StoredTensor(name, shape, _TYPES.get(kind, kind.lower()), end - begin)
