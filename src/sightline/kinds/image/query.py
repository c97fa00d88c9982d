"""Images by step: the list, what one value holds, and each picture as it was logged."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.image.decode import decode
from sightline.kinds.items import ItemParams, find, items_query, part_of, read
from sightline.wire.query import Blob, Query


def item(view: StoreView, params: ItemParams) -> Blob:
    """One picture, with the type that its own bytes show."""
    images = read(view, find(view, "image", params), decode)
    return Blob(part_of(images.encoded, params.part), part_of(images.content_types(), params.part))


def describe(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, the size it says, and type and bytes of each of its pictures."""
    found = find(view, "image", params)
    images = read(view, found, decode)
    pictures = [
        {"content_type": content_type, "n_bytes": len(data)}
        for data, content_type in zip(images.encoded, images.content_types(), strict=True)
    ]
    return {**found.where(), "width": images.width, "height": images.height, "parts": pictures}


QUERIES: dict[str, Query[Any]] = {
    "describe": Query(ItemParams, describe, "json"),
    "item": Query(ItemParams, item, "blob"),
    "items": items_query("image"),
}
