"""TensorFlow checkpoints, without TensorFlow: an index of variables and the shards with their values."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.formats import wire_prefix
from sightline.formats.byte_blocks import BFLOAT16, BLOCK_BYTES, Progress, ReadBytes, as_numbers, no_progress
from sightline.formats.sorted_table import masked, read_sorted_table

# DataType of TensorFlow → the numbers on disk.
_TYPES: dict[int, np.dtype[Any]] = {
    1: np.dtype("<f4"),
    2: np.dtype("<f8"),
    3: np.dtype("<i4"),
    4: np.dtype("u1"),
    5: np.dtype("<i2"),
    6: np.dtype("i1"),
    9: np.dtype("<i8"),
    10: np.dtype("?"),
    14: BFLOAT16,
    17: np.dtype("<u2"),
    19: np.dtype("<f2"),
    22: np.dtype("<u4"),
    23: np.dtype("<u8"),
}
# Field numbers of BundleHeaderProto and BundleEntryProto.
_N_SHARDS, _ENDIANNESS = 1, 2
_DTYPE, _SHAPE, _SHARD, _OFFSET, _SIZE, _CRC, _SLICES = 1, 2, 3, 4, 5, 6, 7
_BIG_ENDIAN = 1


@dataclass(frozen=True)
class Variable:
    """A variable of numbers: its type and shape, and where its values are."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    shard: int
    offset: int
    size: int
    crc: int


@dataclass(frozen=True)
class CheckpointIndex:
    """The variables of numbers in a checkpoint, by name. `n_shards` files have the values."""

    variables: dict[str, Variable]
    n_shards: int

    def shard_name(self, prefix: str, variable: Variable) -> str:
        """The name of the file with a variable's values."""
        return f"{prefix}.data-{variable.shard:05d}-of-{self.n_shards:05d}"


def read_index(data: bytes) -> CheckpointIndex:
    """The content of an `.index` file; ValueError where it is damaged or of another machine's byte order."""
    variables, n_shards = {}, 1
    for key, value in read_sorted_table(data):
        if not key:
            header = {field.number: field.value for field in wire_prefix.fields(value)}
            n_shards = header.get(_N_SHARDS, 1)
            if header.get(_ENDIANNESS) == _BIG_ENDIAN:
                raise ValueError("the checkpoint was written by a big-endian machine, which is not supported")
            continue
        variable = _variable(key.decode("utf-8", "replace"), value)
        if variable is not None:
            variables[variable.name] = variable
    return CheckpointIndex(variables, n_shards)


def read_variable(
    variable: Variable, read: ReadBytes, progress: Progress = no_progress
) -> NDArray[np.float32]:
    """The values as float32, by `read` of the shard; ValueError where they are not as the index says."""
    values = np.empty(prod(variable.shape), np.float32)
    if variable.size != values.size * variable.dtype.itemsize:
        raise ValueError(f"{variable.size:,} bytes do not fill the shape {variable.shape} of {variable.name}")
    crc, done = 0, 0
    while done < variable.size:
        block = read(variable.offset + done, min(BLOCK_BYTES, variable.size - done))
        if not block or len(block) % variable.dtype.itemsize:
            raise ValueError("the data of the checkpoint ends too early")
        crc = _native.crc32c(block, crc)
        begin = done // variable.dtype.itemsize
        numbers = as_numbers(block, variable.dtype)
        values[begin : begin + len(numbers)] = numbers
        done += len(block)
        progress(done, variable.size)
    if masked(crc) != variable.crc:
        raise ValueError(f"the data of {variable.name} is damaged: its checksum does not match")
    return values.reshape(variable.shape)


def _variable(name: str, value: bytes) -> Variable | None:
    """None for strings, and for variables that are stored in parts under names of their own."""
    numbers = dict.fromkeys((_DTYPE, _SHARD, _OFFSET, _SIZE, _CRC), 0)
    shape: list[int] = []
    for field in wire_prefix.fields(value):
        if field.number == _SLICES:
            return None
        if field.number == _SHAPE:
            shape = _shape(value, field)
        elif field.number == _CRC:
            numbers[_CRC] = int.from_bytes(value[field.begin : field.end], "little")
        elif field.number in numbers:
            numbers[field.number] = field.value
    dtype = _TYPES.get(numbers[_DTYPE])
    if dtype is None:
        return None
    return Variable(
        name, dtype, tuple(shape), numbers[_SHARD], numbers[_OFFSET], numbers[_SIZE], numbers[_CRC]
    )


def _shape(data: bytes, shape: wire_prefix.Field) -> list[int]:
    sizes = []
    for dim in wire_prefix.fields(data, shape.begin, shape.end):
        if dim.number == 2:
            size = wire_prefix.first(data, 1, dim.begin, dim.end)
            sizes.append(0 if size is None else size.value)
    return sizes
