"""Videos by step: the list, and each film as it was logged."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.items import ItemParams, find, items_query, part_of, read
from sightline.kinds.video.decode import decode
from sightline.wire.query import Blob, Query


def item(view: StoreView, params: ItemParams) -> Blob:
    """The film, with the type that its own bytes show."""
    film = part_of([read(view, find(view, "video", params), decode)], params.part)
    return Blob(film.data, film.content_type)


def describe(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, the size it says, and type and bytes of the film."""
    found = find(view, "video", params)
    film = read(view, found, decode)
    parts = [{"content_type": film.content_type, "n_bytes": len(film.data)}]
    return {**found.where(), "width": film.width, "height": film.height, "parts": parts}


QUERIES: dict[str, Query[Any]] = {
    "describe": Query(ItemParams, describe, "json"),
    "item": Query(ItemParams, item, "blob"),
    "items": items_query("video"),
}
