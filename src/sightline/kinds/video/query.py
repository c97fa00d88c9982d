"""Videos by step: the list, and each video as it was logged."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.formats.image_header import read_header, too_large
from sightline.formats.media_type import UNKNOWN
from sightline.kinds.items import ItemParams, find, items_query, part_of, read, steps_query
from sightline.kinds.video.decode import Video, decode
from sightline.wire.query import Blob, Query


def item(view: StoreView, params: ItemParams) -> Blob:
    """The video, with the type that its own bytes show."""
    video = part_of([read(view, find(view, "video", params), decode)], params.part)
    problem = too_large(read_header(video.data))
    if problem:
        raise LookupError(problem)
    return Blob(video.data, video.content_type)


def describe(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, its logged size, and type, bytes and problem of the video."""
    found = find(view, "video", params)
    video = read(view, found, decode)
    parts = [{"content_type": video.content_type, "n_bytes": len(video.data), "problem": _problem(video)}]
    return {**found.where(), "width": video.width, "height": video.height, "parts": parts}


def _problem(video: Video) -> str | None:
    if not video.data:
        return "the video is empty (0 bytes)"
    if video.content_type == UNKNOWN:
        return "unknown video format"
    return too_large(read_header(video.data))


QUERIES: dict[str, Query[Any]] = {
    "describe": Query(ItemParams, describe, "json"),
    "item": Query(ItemParams, item, "blob"),
    "items": items_query("video"),
    "steps": steps_query("video"),
}
