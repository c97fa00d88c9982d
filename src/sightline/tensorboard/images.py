"""Plugin "images": tags, the pictures of each step by key, and one picture."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from sightline.formats.image_header import read_header, too_large
from sightline.formats.media_type import media_type
from sightline.tensorboard.logged_series import find
from sightline.tensorboard.logged_values import blob, blobs, max_blobs
from sightline.tensorboard.request import ApiError, ApiRequest, Content, invalid, not_found
from sightline.tensorboard.tag_listing import named, readable

PLUGIN = "images"
# A value begins with width and height, then come the pictures.
N_BEFORE_PICTURES = 2


def tags(request: ApiRequest) -> dict[str, dict[str, Any]]:
    """Display name, description and the largest number of pictures a step, by run and tag."""
    view = request.view
    return {
        run: {
            tag: {**named(series), "samples": max_blobs(view, series) - N_BEFORE_PICTURES}
            for tag, series in tags.items()
        }
        for run, tags in readable(view, PLUGIN, "blob_sequence").items()
    }


def images(request: ApiRequest) -> list[dict[str, Any]]:
    """Wall time, step and the query for the picture, of each step that has picture number `sample`."""
    run, tag = request.args.get("run"), request.args.get("tag")
    place = request.args.number("sample", 0) + N_BEFORE_PICTURES
    series = find(request.view, run or "", tag or "", PLUGIN, "blob_sequence")
    if series is None:
        raise not_found(f"No image data for run={run!r}, tag={tag!r}")
    return [
        {"wall_time": wall_time, "step": step, "query": urlencode({"blob_key": keys[place]})}
        for step, wall_time, keys in blobs(request.view, series, request.experiment)
        if N_BEFORE_PICTURES <= place < len(keys)
    ]


def individual_image(request: ApiRequest) -> Content:
    """One picture by its key."""
    key = request.args.get("blob_key")
    if key is None:
        raise ApiError(400, "Invalid run, tag, index, or sample")
    return picture(request, key)


def picture(request: ApiRequest, key: str) -> Content:
    """A picture with the type its own bytes show; one with too many pixels for a browser is refused."""
    data = blob(request.view, key)
    problem = too_large(read_header(data))
    if problem:
        raise invalid(problem)
    return Content(data, media_type(data))
