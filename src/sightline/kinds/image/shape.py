"""Width, height and number of the pictures of a value, from its first bytes: enough to lay out a page."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.engine.items import ItemIndex
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.formats.image_header import read_header
from sightline.formats.wire_prefix import Field, fields, first
from sightline.kinds.image.decode import Images, decode

# Enough for the tag, the fields before the picture, and the header of a PNG.
_PREFIX_BYTES = 512
# Field numbers of Summary.Value, Summary.Image, TensorProto, TensorShapeProto and its dimensions.
_IMAGE, _TENSOR = 4, 8
_HEIGHT, _WIDTH, _ENCODED = 1, 2, 4
_TENSOR_SHAPE, _STRING = 2, 8
_DIMENSION, _SIZE = 2, 1


class Shape(NamedTuple):
    """Size of the first picture in pixels (0: unknown), and the number of pictures."""

    width: int
    height: int
    n_parts: int


def shape_columns(
    view: StoreView, run: RunView, index: ItemIndex, rows: Array, *, max_reads: int
) -> dict[str, Array]:
    """The columns `width`, `height` and `n_parts` of some rows.

    At most `max_reads` values are read, evenly spaced; a row between takes the shape of the one before.
    """
    read = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), max_reads)).round().astype(np.intp))
    cache: dict[int, Shape] = run.cache.setdefault(("image.shapes", index.meta.tag), {})
    for row in rows[read].tolist():
        if row not in cache:
            cache[row] = _shape_at(view, index, row)
    found = np.array([cache[row] for row in rows[read].tolist()], np.int64).reshape(-1, 3)
    of_row = np.searchsorted(read, np.arange(len(rows)), side="right") - 1
    return {name: found[of_row, place] for place, name in enumerate(Shape._fields)}


def _shape_at(view: StoreView, index: ItemIndex, row: int) -> Shape:
    """The shape of one value; one that cannot be read counts as one picture, to show its problem."""
    location = index.location(row)
    try:
        found = shape_of_prefix(view.read_prefix(location, _PREFIX_BYTES))
        return found or shape_of(decode(view.read(location)))
    except (OSError, ValueError):
        return Shape(0, 0, 1)


def shape_of(images: Images) -> Shape:
    """The shape of a decoded value: from the first picture's header, else the logged size."""
    header = read_header(images.encoded[0]) if images.encoded else None
    width, height = (header.width, header.height) if header else (images.width, images.height)
    return Shape(width, height, len(images.encoded))


def shape_of_prefix(prefix: bytes) -> Shape | None:
    """The shape from the first bytes of a serialized Summary.Value; None where they do not have it."""
    for field in fields(prefix):
        if field.number == _IMAGE:
            return _of_image(prefix, field)
        if field.number == _TENSOR:
            return _of_tensor(prefix, field)
    return None


def _of_image(prefix: bytes, image: Field) -> Shape | None:
    inside = {field.number: field for field in fields(prefix, image.begin, image.end)}
    picture = inside.get(_ENCODED)
    header = picture and read_header(prefix[picture.begin : picture.end])
    if header:
        return Shape(header.width, header.height, 1)
    if _WIDTH in inside and _HEIGHT in inside:
        return Shape(inside[_WIDTH].value, inside[_HEIGHT].value, 1)
    return None


def _of_tensor(prefix: bytes, tensor: Field) -> Shape | None:
    """A vector of strings: width and height in decimal digits, then the pictures."""
    shape = first(prefix, _TENSOR_SHAPE, tensor.begin, tensor.end)
    sizes = shape and [
        first(prefix, _SIZE, field.begin, field.end)
        for field in fields(prefix, shape.begin, shape.end)
        if field.number == _DIMENSION
    ]
    if not sizes or len(sizes) != 1 or sizes[0] is None or sizes[0].value < 2:
        return None
    n_parts = sizes[0].value - 2
    strings = [
        prefix[field.begin : field.end]
        for field in fields(prefix, tensor.begin, tensor.end)
        if field.number == _STRING
    ]
    if n_parts == 0:
        return Shape(0, 0, 0)
    header = read_header(strings[2]) if len(strings) > 2 else None
    return Shape(header.width, header.height, n_parts) if header else None
