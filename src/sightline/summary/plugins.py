"""The summary functions for more than a number: histogram, image, audio and text."""

from __future__ import annotations

from typing import Any

from sightline.summary.write import write_named

_AUDIO_WAV = b"\x10\x0b"  # AudioPluginData with encoding = WAV


def histogram(
    name: str, data: Any, step: Any = None, buckets: int | None = None, description: str | None = None
) -> bool:
    """Write how values spread over `buckets` (30) equal widths; return whether it was written."""

    def make(tag: str) -> Any:
        from sightline.summary.forms import histogram_array

        return histogram_array(tag, data, buckets)

    return write_named(name, make, step, plugin="histograms", description=description)


def image(
    name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None
) -> bool:
    """Write the first `max_outputs` pictures of shape (k, height, width, channels).

    Fractions go from 0 to 1, uint8 from 0 to 255; what is outside is clipped. Returns whether it was written.
    """

    def make(tag: str) -> Any:
        from sightline.summary.forms import image_array

        return image_array(tag, data, max_outputs)

    return write_named(name, make, step, plugin="images", description=description)


def audio(
    name: str,
    data: Any,
    sample_rate: int,
    step: Any = None,
    max_outputs: int = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> bool:
    """Write the first `max_outputs` clips of shape (k, frames, channels); return whether it was written."""
    if encoding not in (None, "wav"):
        raise ValueError(f"audio {name!r}: expected encoding 'wav', got {encoding!r}")

    def make(tag: str) -> Any:
        from sightline.summary.forms import audio_array

        return audio_array(tag, data, sample_rate, max_outputs)

    return write_named(name, make, step, plugin="audio", content=_AUDIO_WAV, description=description)


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> bool:
    """Write text, or an array of it, shown as Markdown; return whether it was written."""

    def make(tag: str) -> Any:
        from sightline.summary.forms import text_array

        return text_array(tag, data)

    return write_named(name, make, step, plugin="text", description=description)
