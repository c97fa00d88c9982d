"""An audio summary of any producer → encoded clips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.formats.media_type import UNKNOWN, media_type
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto
from sightline.kinds.audio.wav import read_wav


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip as logged; numbers are 0 where neither the log nor the clip states them."""

    data: bytes
    content_type: str
    sample_rate_hz: float = 0
    n_channels: int = 0
    n_frames: int = 0
    label: str = ""


def decode(data: Any) -> list[Clip]:
    """Return the clips of a Summary.Value, serialized or not; raises ValueError where there is no audio."""
    value = value_of(data)
    if value.HasField("audio"):
        return [_from_audio(value.audio)]
    if value.HasField("tensor"):
        return _from_tensor(value.tensor)
    raise ValueError("the value contains no audio")


def _from_audio(audio: Any) -> Clip:
    found = media_type(audio.encoded_audio_string)
    stated = audio.content_type if audio.content_type.startswith("audio/") else UNKNOWN
    return Clip(
        audio.encoded_audio_string,
        stated if found == UNKNOWN else found,
        audio.sample_rate,
        audio.num_channels,
        audio.length_frames,
    )


def _from_tensor(proto: Any) -> list[Clip]:
    """Strings: a row (clip, label) for each clip, or a vector of clips without labels."""
    parts = from_tensor_proto(proto)
    if (
        parts.dtype != object
        or parts.ndim not in (1, 2)
        or (parts.ndim == 2 and parts.shape[1] not in (1, 2))
    ):
        raise ValueError(f"expected rows of clip and label, got shape {parts.shape} of {parts.dtype}")
    rows = parts.reshape(len(parts), -1) if len(parts) else parts.reshape(0, 1)
    return [_from_row(row) for row in rows.tolist()]


def _from_row(row: list[bytes]) -> Clip:
    label = row[1].decode("utf-8", "replace") if len(row) > 1 else ""
    found = media_type(row[0])
    if found != "audio/wav":
        return Clip(row[0], found, label=label)
    wav = read_wav(row[0])
    return Clip(row[0], found, wav.sample_rate_hz, wav.n_channels, wav.n_frames, label)
