"""Audio by step: the list, what one value holds, and each clip as it was logged."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.audio.decode import Clip, decode
from sightline.kinds.items import ItemParams, find, items_query, part_of, read
from sightline.wire.query import Blob, Query


def item(view: StoreView, params: ItemParams) -> Blob:
    """One clip, with its content type."""
    clip = part_of(read(view, find(view, "audio", params), decode), params.part)
    return Blob(clip.data, clip.content_type)


def describe(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, and rate, channels, frames, label, type and bytes of each clip."""
    found = find(view, "audio", params)
    return {**found.where(), "parts": [_facts(clip) for clip in read(view, found, decode)]}


def _facts(clip: Clip) -> dict[str, Any]:
    return {
        "content_type": clip.content_type,
        "n_bytes": len(clip.data),
        "sample_rate_hz": clip.sample_rate_hz,
        "n_channels": clip.n_channels,
        "n_frames": clip.n_frames,
        "label": clip.label,
    }


QUERIES: dict[str, Query[Any]] = {
    "describe": Query(ItemParams, describe, "json"),
    "item": Query(ItemParams, item, "blob"),
    "items": items_query("audio"),
}
