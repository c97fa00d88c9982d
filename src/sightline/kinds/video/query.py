"""Videos by step: the list, and each film as it was logged."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.formats.image_header import read_header, too_large
from sightline.formats.media_type import UNKNOWN
from sightline.kinds.items import ItemParams, find, items_query, part_of, read, steps_query
from sightline.kinds.video.decode import Video, decode
from sightline.wire.query import Blob, Query


def item(view: StoreView, params: ItemParams) -> Blob:
    """The film, with the type that its own bytes show."""
    film = part_of([read(view, find(view, "video", params), decode)], params.part)
    problem = too_large(read_header(film.data))
    if problem:
        raise LookupError(problem)
    return Blob(film.data, film.content_type)


def describe(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, the size it says, and type, bytes and trouble of the film."""
    found = find(view, "video", params)
    film = read(view, found, decode)
    parts = [{"content_type": film.content_type, "n_bytes": len(film.data), "problem": _problem(film)}]
    return {**found.where(), "width": film.width, "height": film.height, "parts": parts}


def _problem(film: Video) -> str | None:
    if not film.data:
        return "the film has no bytes"
    if film.content_type == UNKNOWN:
        return "the bytes are those of no film that is known here"
    return too_large(read_header(film.data))


QUERIES: dict[str, Query[Any]] = {
    "describe": Query(ItemParams, describe, "json"),
    "item": Query(ItemParams, item, "blob"),
    "items": items_query("video"),
    "steps": steps_query("video"),
}
