"""Summary.Value of any producer → a part of a mesh; the parts of one name and step make the mesh."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array
from sightline.formats.summary_values import numbers_of, parsed, value_of

_PART_NAMES = {1: "vertices", 2: "faces", 3: "colors"}
ALL_COMPONENTS = 0b1110  # the meaning of files from before the field existed


@dataclass(frozen=True, slots=True)
class MeshPart:
    """Vertices (float32), faces (int32) or colors (uint8) of the mesh `name`, of shape (batch, n, 3)."""

    name: str
    part: str
    array: Array
    components: tuple[str, ...]
    config: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MeshContent:
    """The plugin content of a part."""

    name: str
    part: str
    components: tuple[str, ...]
    config: dict[str, Any]


def decode_content(content: bytes) -> MeshContent:
    """Name, part, which parts there are, and configuration, from the plugin content alone."""
    data = parsed(messages.MeshPluginData, content, kind="mesh")
    if data.content_type not in _PART_NAMES:
        raise ValueError(f"mesh {data.name!r}: unknown part {data.content_type}")
    components = data.components or ALL_COMPONENTS
    parts = tuple(name for number, name in _PART_NAMES.items() if components >> number & 1)
    return MeshContent(data.name, _PART_NAMES[data.content_type], parts, _config(data.json_config))


def decode(data: Any) -> MeshPart:
    """The part of a mesh in a serialized (or parsed) Summary.Value; ValueError where there is none."""
    value = value_of(data)
    content = decode_content(value.metadata.plugin_data.content)
    array = numbers_of(value, kind="mesh")
    if array.ndim != 3 or array.shape[2] != 3:
        raise ValueError(f"mesh {value.tag!r}: expected shape (batch, n, 3), found {array.shape}")
    return MeshPart(
        content.name, content.part, _typed(content.part, array), content.components, content.config
    )


def _typed(part: str, array: Array) -> Array:
    if part == "vertices":
        return array.astype(np.float32)
    if part == "faces":
        with np.errstate(invalid="ignore"):  # NaN and what does not fit int32 become indices of no vertex
            return array.astype(np.int32)
    array = np.nan_to_num(array)
    if array.dtype.kind == "f" and array.size and array.max() <= 1.0 and (array % 1 != 0).any():
        array = np.rint(array * 255)  # colors given as fractions
    return np.clip(array, 0, 255).astype(np.uint8)


def _config(text: str) -> dict[str, Any]:
    try:
        config = json.loads(text or "{}", parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return {}
    return config if isinstance(config, dict) else {}
