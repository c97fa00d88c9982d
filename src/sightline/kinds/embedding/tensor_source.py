"""Vectors logged as a tensor of two axes, by `add_tensor` or any other producer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.engine.items import Location
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.formats import wire_prefix
from sightline.formats.byte_blocks import Progress
from sightline.formats.number_table import Vectors
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto
from sightline.formats.text_table import TextTable
from sightline.kinds.embedding.entries import Entry, Place
from sightline.kinds.embedding.memory import check_memory

_PREFIX_BYTES = 1024
# Field numbers: Summary.Value.tensor, TensorProto.dtype and .tensor_shape, TensorShapeProto.dim, Dim.size.
_TENSOR, _DTYPE, _SHAPE, _DIM, _SIZE = 8, 1, 2, 2, 1
_STRING = 7


@dataclass(frozen=True)
class LoggedTensor:
    """One value in an event file."""

    view: StoreView
    location: Location

    def state(self) -> tuple[Any, ...]:
        """Where the value is."""
        return tuple(self.location)

    def shape(self) -> tuple[int | None, int | None]:
        """By the first bytes of the value."""
        shape = tensor_shape(self._prefix())
        if shape is None or len(shape) != 2:
            raise LookupError("the tensor does not have two axes")
        return shape[0], shape[1]

    def read(self, progress: Progress) -> tuple[Vectors, TextTable | None]:
        """The tensor as vectors."""
        check_memory(self.location.value_length)
        try:
            array = from_tensor_proto(value_of(self.view.read(self.location, max_bytes=None)).tensor)
        except (OSError, ValueError) as error:
            raise LookupError(f"the tensor cannot be read: {error}") from error
        if array.ndim != 2 or array.dtype.kind not in "biuf" or not array.size:
            raise LookupError(f"a tensor of shape {array.shape} is no list of vectors")
        return np.ascontiguousarray(array, dtype=np.float32), None

    def _prefix(self) -> bytes:
        try:
            return self.view.read_prefix(self.location, _PREFIX_BYTES)
        except (OSError, ValueError) as error:
            raise LookupError(f"the tensor cannot be read: {error}") from error


def tensor_shape(data: bytes) -> tuple[int, ...] | None:
    """The shape that the first bytes of a Summary.Value claim; None where they hold no tensor of numbers."""
    tensor = wire_prefix.first(data, _TENSOR)
    if tensor is None:
        return None
    dtype = wire_prefix.first(data, _DTYPE, tensor.begin, tensor.end)
    shape = wire_prefix.first(data, _SHAPE, tensor.begin, tensor.end)
    if dtype is None or dtype.value == _STRING or shape is None:
        return None
    sizes = []
    for dim in wire_prefix.fields(data, shape.begin, shape.end):
        size = wire_prefix.first(data, _SIZE, dim.begin, dim.end) if dim.number == _DIM else None
        sizes.append(0 if size is None else size.value)
    return tuple(sizes)


def tensor_entries(view: StoreView, run: RunView) -> dict[str, Entry]:
    """The tags whose last value has two axes, each with all its steps."""
    found: dict[str, Entry] = {}
    for tag in run.series("tensor"):
        index = run.items(tag, "tensor")
        rows = index.without_superseded()
        if not len(rows):
            continue
        places: dict[int | None, Place] = {
            int(index.step[row]): Place(LoggedTensor(view, index.location(int(row)))) for row in rows
        }
        entry = Entry(run, f"tensor/{tag}", tag, "tensor", places)
        try:
            points, _ = entry.at(None)[1].source.shape()
        except LookupError:
            continue
        if points:
            found[entry.name] = entry
    return found
