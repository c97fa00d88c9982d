"""Plugin "audio": tags, the clips of each step by key, and one clip."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from sightline.formats.wire_prefix import first
from sightline.tensorboard.logged_series import LoggedSeries, find
from sightline.tensorboard.logged_values import blob, blobs, max_blobs
from sightline.tensorboard.request import ApiRequest, Content, invalid, not_found
from sightline.tensorboard.tag_listing import named, readable

PLUGIN = "audio"
_ENCODING_FIELD, _WAV = 2, 11
_UNKNOWN_TYPE = "application/octet-stream"


def tags(request: ApiRequest) -> dict[str, dict[str, Any]]:
    """Display name, description and the largest number of clips a step, by run and tag."""
    view = request.view
    return {
        run: {tag: {**named(series), "samples": max_blobs(view, series)} for tag, series in tags.items()}
        for run, tags in readable(view, PLUGIN, "blob_sequence").items()
    }


def audio(request: ApiRequest) -> list[dict[str, Any]]:
    """Wall time, step, type and the query for the clip, of each step that has clip number `sample`."""
    run, tag = request.args.get("run"), request.args.get("tag")
    sample = request.args.number("sample", 0)
    series = find(request.view, run or "", tag or "", PLUGIN, "blob_sequence")
    if series is None:
        raise not_found(f"No audio data for run={run!r}, tag={tag!r}")
    content_type = _content_type(series)
    return [
        {
            "wall_time": wall_time,
            "label": "",
            "step": step,
            "contentType": content_type,
            "query": urlencode({"blob_key": keys[sample], "content_type": content_type}),
        }
        for step, wall_time, keys in blobs(request.view, series, request.experiment)
        if 0 <= sample < len(keys)
    ]


def individual_audio(request: ApiRequest) -> Content:
    """One clip by its key, with the type that the list gave."""
    content_type, key = request.args.get("content_type"), request.args.get("blob_key")
    if content_type not in ("audio/wav", _UNKNOWN_TYPE):
        raise invalid(f"Illegal mime type {content_type!r}")
    return Content(blob(request.view, key or ""), content_type)


def _content_type(series: LoggedSeries) -> str:
    field = first(series.content, _ENCODING_FIELD)
    return "audio/wav" if field and field.value == _WAV else _UNKNOWN_TYPE
