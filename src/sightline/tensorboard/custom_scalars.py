"""Plugin "custom_scalars": the layout of all runs, and the points of the tags that a pattern matches."""

from __future__ import annotations

from typing import Any

import msgspec

from sightline.formats import messages
from sightline.formats.summary_values import parsed
from sightline.kinds.custom_scalars.matching import match
from sightline.tensorboard import scalars
from sightline.tensorboard.logged_series import listed
from sightline.tensorboard.logged_values import points, tensors
from sightline.tensorboard.message_json import message_json
from sightline.tensorboard.request import ApiRequest, Content

PLUGIN = "custom_scalars"
_LAYOUT_TAG = "custom_scalars__config__"

download_data = scalars.scalars


def layout(request: ApiRequest) -> Any:
    """The latest layout of each run, merged: charts of categories with one title are joined."""
    merged: Any = None
    by_title: dict[str, Any] = {}
    for _, tags in sorted(listed(request.view, PLUGIN, "tensor").items()):
        values = list(tensors(request.view, tags[_LAYOUT_TAG])) if _LAYOUT_TAG in tags else []
        if not values or values[-1].array.size != 1:
            continue
        try:
            found = parsed(messages.Layout, values[-1].array.item(), kind=PLUGIN)
        except ValueError:
            continue
        if merged is None:
            merged, by_title = found, {category.title: category for category in found.category}
        else:
            _merge(merged, by_title, found)
    return message_json(merged) if merged is not None else {}


def _merge(merged: Any, by_title: dict[str, Any], found: Any) -> None:
    for category in found.category:
        known = by_title.get(category.title)
        if known is None:
            by_title[category.title] = merged.category.add()
            by_title[category.title].CopyFrom(category)
        else:
            known.chart.extend([chart for chart in category.chart if chart not in known.chart])


def scalar_points(request: ApiRequest) -> Content:
    """Whether the pattern `tag` is valid, and the points of all tags of a run that it matches."""
    pattern, run = request.args.get("tag"), request.args.get("run")
    tags = listed(request.view, scalars.PLUGIN, "scalar").get(run or "", {})
    matched = match([pattern], list(tags))[pattern] if pattern else None
    is_valid = matched is not None and matched.fault is None
    payload = {tag: scalars.rows(points(tags[tag])) for tag in matched.tags} if matched else {}
    return Content(msgspec.json.encode({"regex_valid": is_valid, "tag_to_events": payload}))
