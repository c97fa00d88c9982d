"""Images by step: the list with sizes, one value in detail, problems of many, and each picture as logged.

A picture whose header claims more pixels than a browser should decode is never sent.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from sightline.engine.store import StoreView
from sightline.formats.image_header import Header, read_header, too_large
from sightline.formats.media_type import UNKNOWN, media_type
from sightline.kinds.image.decode import decode
from sightline.kinds.image.shape import Shape, shape_columns
from sightline.kinds.image.whole import fault
from sightline.kinds.items import ItemParams, find, items_query, part_of, read, steps_query
from sightline.wire.params import Params
from sightline.wire.query import Blob, Query

MAX_VALUES = 500


class ProblemsParams(Params, frozen=True):
    """Values by run and index, all of one tag."""

    tag: str
    values: Annotated[tuple[tuple[int, int], ...], Meta(max_length=MAX_VALUES)]


def item(view: StoreView, params: ItemParams) -> Blob:
    """One picture, with the type that its own bytes show."""
    data = part_of(read(view, find(view, "image", params), decode).encoded, params.part)
    problem = too_large(read_header(data))
    if problem:
        raise LookupError(problem)
    return Blob(data, media_type(data))


def describe(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, its logged size, and the header of each of its pictures."""
    found = find(view, "image", params)
    images = read(view, found, decode)
    parts = [_facts(data) for data in images.encoded]
    return {**found.where(), "width": images.width, "height": images.height, "parts": parts}


def problems(view: StoreView, params: ProblemsParams) -> dict[str, Any]:
    """For each of several values, the problem of each of its pictures; null where a picture has none."""
    found = [_problems(view, ItemParams(run, params.tag, index)) for run, index in params.values]
    return {"tag": params.tag, "values": params.values, "problems": found}


def _problems(view: StoreView, params: ItemParams) -> list[str | None]:
    try:
        return [_problem(data) for data in read(view, find(view, "image", params), decode).encoded]
    except LookupError as error:
        return [str(error.args[0])]


def _facts(data: bytes) -> dict[str, Any]:
    header = read_header(data) or Header(0, 0, 0, 0, 0)
    return {
        "content_type": media_type(data),
        "n_bytes": len(data),
        "width": header.width,
        "height": header.height,
        "bit_depth": header.bit_depth,
        "n_channels": header.n_channels,
        "n_frames": header.n_frames,
        "problem": _problem(data),
    }


def _problem(data: bytes) -> str | None:
    """Why a browser cannot show this picture, or not all of it; None where it can."""
    if not data:
        return "the image is empty (0 bytes)"
    if media_type(data) == UNKNOWN:
        return "unknown image format"
    header = read_header(data)
    if header is None or not header.width or not header.height:
        return "the image header is truncated, or its size is zero"
    return too_large(header) or fault(data)


QUERIES: dict[str, Query[Any]] = {
    "describe": Query(ItemParams, describe, "json"),
    "item": Query(ItemParams, item, "blob"),
    "items": items_query("image", shape_columns, Shape._fields),
    "problems": Query(ProblemsParams, problems, "json"),
    "steps": steps_query("image"),
}
