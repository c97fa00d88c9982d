"""Meshes and point clouds → one Summary.Value each for vertices, faces and colors."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array, as_array
from sightline.formats.summary_values import tensor_value

PLUGIN = "mesh"
_PARTS = {"vertices": (1, "VERTEX"), "faces": (2, "FACE"), "colors": (3, "COLOR")}
_EXACT_IN_FLOAT32 = 1 << 24


def mesh_values(
    tag: str, vertices: Any, colors: Any = None, faces: Any = None, config_dict: Any = None
) -> list[Any]:
    """The values of one mesh: vertices, then faces and colors where given, each of shape (batch, n, 3)."""
    given = {"vertices": vertices, "faces": faces, "colors": colors}
    parts = {name: _part(tag, name, part) for name, part in given.items() if part is not None}
    _check_together(tag, parts)
    components = sum(1 << _PARTS[name][0] for name in parts)
    config = _config(tag, config_dict)
    return [_value(tag, name, array, components, config) for name, array in parts.items()]


def _part(tag: str, name: str, part: Any) -> Array:
    array = as_array(part, what=f"add_mesh {tag!r}: {name}")
    if array.ndim != 3 or array.shape[2] != 3:
        raise ValueError(f"add_mesh {tag!r}: expected {name} of shape (batch, n, 3), got {array.shape}")
    if name == "faces" and array.size and array.max() >= _EXACT_IN_FLOAT32:
        return array.astype(np.int32)  # float32, the usual form, would round such an index
    return array.astype(np.float32)


def _check_together(tag: str, parts: dict[str, Array]) -> None:
    if "vertices" not in parts:
        raise TypeError(f"add_mesh {tag!r}: expected vertices, got None")
    shape = parts["vertices"].shape
    if "colors" in parts and parts["colors"].shape != shape:
        raise ValueError(
            f"add_mesh {tag!r}: expected a color a vertex, got shapes {parts['colors'].shape} and {shape}"
        )
    if "faces" in parts and parts["faces"].shape[0] != shape[0]:
        raise ValueError(
            f"add_mesh {tag!r}: expected faces for {shape[0]} meshes, got {parts['faces'].shape[0]}"
        )


def _config(tag: str, config_dict: Any) -> str:
    if config_dict is None:
        return "{}"
    try:
        return json.dumps(config_dict, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise TypeError(f"add_mesh {tag!r}: expected a config_dict that JSON can hold ({error})") from error


def _value(tag: str, name: str, array: Array, components: int, config: str) -> Any:
    number, suffix = _PARTS[name]
    content = messages.MeshPluginData(
        version=0,
        name=tag,
        content_type=number,
        components=components,
        shape=array.shape,
        json_config=config,
    )
    return tensor_value(f"{tag}_{suffix}", array, plugin=PLUGIN, content=content.SerializeToString())
