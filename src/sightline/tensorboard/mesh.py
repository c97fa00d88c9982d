"""Plugin "mesh": tags, the parts of each step, and the numbers of one part."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.summary_values import parsed
from sightline.kinds.mesh.decode import ALL_COMPONENTS
from sightline.tensorboard.logged_series import LoggedSeries, listed
from sightline.tensorboard.logged_values import TensorValue, tensors
from sightline.tensorboard.request import ApiError, ApiRequest, Content
from sightline.tensorboard.tag_listing import readable

PLUGIN = "mesh"
_TYPES: dict[str, type[np.generic]] = {"VERTEX": np.float32, "FACE": np.int32, "COLOR": np.uint8}


def tags(request: ApiRequest) -> dict[str, dict[str, Any]]:
    """The number of meshes a step, by run and by the name people gave."""
    return {
        run: {part.name: {"samples": part.shape[0]} for part in map(_part, tags.values()) if part.shape}
        for run, tags in readable(request.view, PLUGIN, "tensor").items()
    }


def meshes(request: ApiRequest) -> list[dict[str, Any]]:
    """What each part of each step is, in order of steps."""
    found = sorted(_values(request), key=lambda pair: pair[1].step)
    return [
        {
            "wall_time": value.wall_time,
            "step": value.step,
            "content_type": part.content_type,
            "components": part.components or ALL_COMPONENTS,
            "config": part.json_config,
            "data_shape": list(part.shape),
        }
        for part, value in found
    ]


def data(request: ApiRequest) -> Content:
    """The numbers of one part at one step, as raw little-endian bytes."""
    name = request.args.get("content_type") or ""
    if name not in _TYPES:
        raise ApiError(400, "Bad content_type")
    try:
        step = float(request.args.get("step") or 0.0)
    except ValueError:
        raise ApiError(400, "step must be a number") from None
    wanted = messages.MeshPluginData.ContentType.Value(name)
    sample = request.args.number("sample", 0)
    arrays = [
        value.array[sample]
        for part, value in _values(request)
        if value.step == step and part.content_type == wanted and -1 < sample < len(value.array)
    ]
    dtype = np.dtype(_TYPES[name]).newbyteorder("<")
    return Content(b"".join(array.astype(dtype).tobytes() for array in arrays), "application/octet-stream")


def _part(series: LoggedSeries) -> Any:
    return parsed(messages.MeshPluginData, series.content, kind="mesh")


def _values(request: ApiRequest) -> list[tuple[Any, TensorValue]]:
    """All values of the parts that make the wanted mesh, part after part."""
    run, tag = request.args.get("run"), request.args.get("tag")
    found = [
        (_part(series), series)
        for series in listed(request.view, PLUGIN, "tensor").get(run or "", {}).values()
    ]
    return [
        (part, value)
        for part, series in found
        if part.name == tag
        for value in tensors(request.view, series)
        if value.array.ndim
    ]
