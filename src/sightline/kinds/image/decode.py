"""An image summary of any producer → encoded pictures and their size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.formats.media_type import media_type
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto


@dataclass(frozen=True, slots=True)
class Images:
    """The pictures of one step, encoded as logged; the size is the logged one, 0 where none was logged."""

    width: int
    height: int
    encoded: list[bytes]

    def content_types(self) -> list[str]:
        """What each picture is by its own first bytes."""
        return [media_type(data) for data in self.encoded]


def decode(data: Any) -> Images:
    """Return the pictures of a Summary.Value, serialized or not; raises ValueError where there are none."""
    value = value_of(data)
    if value.HasField("image"):
        return Images(value.image.width, value.image.height, [value.image.encoded_image_string])
    if value.HasField("tensor"):
        return _from_tensor(value.tensor)
    raise ValueError("the value contains no image")


def _from_tensor(proto: Any) -> Images:
    """A vector of strings: width and height in decimal digits, then the pictures."""
    parts = from_tensor_proto(proto)
    if parts.dtype != object or parts.ndim != 1 or len(parts) < 2:
        raise ValueError(
            f"expected strings width, height, picture, …; got shape {parts.shape} of {parts.dtype}"
        )
    width, height, *encoded = parts.tolist()
    return Images(_number(width), _number(height), encoded)


def _number(digits: bytes) -> int:
    return int(digits) if digits.isdigit() and len(digits) < 10 else 0
