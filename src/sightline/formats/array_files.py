"""Arrays in files of numpy (npy, npz) and of safetensors: their names, shapes and numbers.

Nothing is unpickled: a file of Python objects is refused.
"""

from __future__ import annotations

import ast
import io
import json
import zipfile
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from sightline.formats.byte_blocks import BFLOAT16, Progress, ReadBytes, no_progress, read_array

_MAX_HEADER_BYTES = 100 << 20
_SAFETENSORS: dict[str, np.dtype[Any]] = {
    "F64": np.dtype("<f8"),
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "BF16": BFLOAT16,
    "I64": np.dtype("<i8"),
    "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"),
    "I8": np.dtype("i1"),
    "U8": np.dtype("u1"),
    "BOOL": np.dtype("?"),
}


@dataclass(frozen=True)
class StoredArray:
    """An array of numbers in a file, from an offset on."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    offset: int
    fortran_order: bool = False

    def read(self, read: ReadBytes, progress: Progress = no_progress) -> NDArray[np.float32]:
        """The numbers as float32; ValueError where the file ends before."""
        flat = read_array(read, self.offset, prod(self.shape), self.dtype, progress)
        if self.fortran_order:
            return np.ascontiguousarray(flat.reshape(self.shape[::-1]).T)
        return flat.reshape(self.shape)


def npy_array(read: ReadBytes, size: int, name: str = "") -> StoredArray:
    """The array of an `.npy` file; ValueError where it is none of numbers."""
    start = read(0, min(size, 1 << 16))
    file = io.BytesIO(start)
    try:
        version = npy_format.read_magic(file)
        width = 2 if version == (1, 0) else 4
        length = int.from_bytes(file.read(width), "little")
        header = ast.literal_eval(file.read(length).decode("latin1").strip())
        dtype = np.dtype(header["descr"])
        shape = tuple(int(each) for each in header["shape"])
    except (ValueError, SyntaxError, KeyError, TypeError) as error:
        raise ValueError(f"this is no array of numpy: {error}") from error
    if dtype.kind not in "biuf":
        raise ValueError(f"an array of {dtype} holds no vectors")
    offset = file.tell()
    if prod(shape) * dtype.itemsize > size - offset:
        raise ValueError("the file ends before its array does")
    return StoredArray(name, dtype, shape, offset, bool(header.get("fortran_order")))


def npz_arrays(file: Any) -> dict[str, NDArray[Any]]:
    """The arrays of an `.npz` file by name, those with objects left out; ValueError where it is none."""
    try:
        with np.load(file, allow_pickle=False) as found:
            return {name: array for name in found.files if (array := _numbers(found, name)) is not None}
    except (zipfile.BadZipFile, OSError, EOFError) as error:
        raise ValueError(f"this is no .npz file: {error}") from error


def _numbers(found: Any, name: str) -> NDArray[Any] | None:
    try:
        array: NDArray[Any] = found[name]
    except ValueError:  # Python objects
        return None
    return array


def safetensors_arrays(read: ReadBytes, size: int) -> list[StoredArray]:
    """The tensors of a safetensors file; ValueError where its header is damaged."""
    length = int.from_bytes(read(0, 8), "little")
    if size < 8 or length > min(size - 8, _MAX_HEADER_BYTES):
        raise ValueError("this is no safetensors file: its header does not fit into it")
    try:
        header = json.loads(read(8, length))
        found = []
        for name, entry in header.items():
            if name == "__metadata__" or entry["dtype"] not in _SAFETENSORS:
                continue
            begin, end = (int(each) for each in entry["data_offsets"])
            dtype, shape = _SAFETENSORS[entry["dtype"]], tuple(int(each) for each in entry["shape"])
            if not 0 <= begin <= end <= size - 8 - length or end - begin != prod(shape) * dtype.itemsize:
                raise ValueError(f"tensor {name!r} does not lie in the file")
            found.append(StoredArray(name, dtype, shape, 8 + length + begin))
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"this is no safetensors file: {error}") from error
    return found
