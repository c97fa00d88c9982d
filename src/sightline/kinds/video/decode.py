"""A video summary → the encoded video and its content type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.formats.media_type import media_type
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto


@dataclass(frozen=True, slots=True)
class Video:
    """One video as logged; the size is 0 where only the video itself knows it."""

    data: bytes
    content_type: str
    width: int = 0
    height: int = 0


def decode(data: Any) -> Video:
    """Return the video of a Summary.Value, serialized or not; raises ValueError where there is none."""
    value = value_of(data)
    if value.HasField("image"):
        video = value.image.encoded_image_string
        return Video(video, media_type(video), value.image.width, value.image.height)
    if not value.HasField("tensor"):
        raise ValueError("the value contains no video")
    parts = from_tensor_proto(value.tensor)
    if parts.dtype != object or parts.size != 1:
        raise ValueError(f"expected one string, got shape {parts.shape} of {parts.dtype}")
    video = parts.reshape(-1)[0]
    return Video(video, media_type(video))
