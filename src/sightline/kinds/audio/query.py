"""Audio by step: the list, the details of one value, and each clip as it was logged."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.formats.media_type import UNKNOWN
from sightline.kinds.audio.decode import Clip, decode
from sightline.kinds.audio.wav import read_wav
from sightline.kinds.items import ItemParams, find, items_query, part_of, read, steps_query
from sightline.wire.query import Blob, Query


def item(view: StoreView, params: ItemParams) -> Blob:
    """One clip, with its content type."""
    clip = part_of(read(view, find(view, "audio", params), decode), params.part)
    return Blob(clip.data, clip.content_type)


def describe(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, and rate, channels, frames, label, type, bytes and contradictions of each clip."""
    found = find(view, "audio", params)
    return {**found.where(), "parts": [_facts(clip) for clip in read(view, found, decode)]}


def _problems(clip: Clip) -> list[str]:
    """Sentences on what is wrong: in the clip itself, and between it and what was logged with it."""
    if not clip.data:
        return ["the clip is empty (0 bytes)"]
    if clip.content_type == UNKNOWN:
        return ["unknown audio format"]
    if clip.content_type != "audio/wav":
        return []
    wav = read_wav(clip.data)
    pairs = {
        "samples a second": (clip.sample_rate_hz, wav.sample_rate_hz),
        "channels": (clip.n_channels, wav.n_channels),
        "frames": (clip.n_frames, wav.n_frames),
    }
    differ = [
        f"the log states {logged:,g} {what}, the clip {own:,}"
        for what, (logged, own) in pairs.items()
        if logged and logged != own
    ]
    return [*wav.problems, *differ]


def _facts(clip: Clip) -> dict[str, Any]:
    return {
        "content_type": clip.content_type,
        "n_bytes": len(clip.data),
        "sample_rate_hz": clip.sample_rate_hz,
        "n_channels": clip.n_channels,
        "n_frames": clip.n_frames,
        "label": clip.label,
        "problems": _problems(clip),
    }


QUERIES: dict[str, Query[Any]] = {
    "describe": Query(ItemParams, describe, "json"),
    "item": Query(ItemParams, item, "blob"),
    "items": items_query("audio"),
    "steps": steps_query("audio"),
}
