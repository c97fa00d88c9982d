"""Samples → the audio summary that torch's writer makes of them: a 16-bit WAV."""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array, as_array

_FULL_SCALE = 32767


@dataclass(frozen=True, slots=True)
class Request:
    """One checked call: samples (frames) or (frames, channels) waiting to be encoded."""

    tag: str
    values: Array
    sample_rate_hz: int

    def snapshot(self) -> Request:
        """The same call with a copy of the values: the caller may change the originals from here on."""
        return replace(self, values=self.values.copy(order="K"))


def request(tag: str, value: Any, sample_rate: int = 44100) -> Request:
    """Check a clip: one channel in any shape with one long side, or two as (frames, 2)."""
    what = f"audio {tag!r}"
    array = as_array(value, what=what)
    if array.dtype.kind == "c":
        raise TypeError(f"{what}: expected real numbers, got {array.dtype}")
    squeezed = array.squeeze()
    samples = squeezed.reshape(-1) if squeezed.ndim < 2 else squeezed
    if samples.size == 0 or samples.ndim > 2 or (samples.ndim == 2 and samples.shape[1] != 2):
        raise ValueError(
            f"{what}: expected samples of shape (1, frames), (frames,) or (frames, 2); got {array.shape}"
        )
    if not 0 < int(sample_rate) < 2**31:
        raise ValueError(f"{what}: expected a sample rate above 0 Hz, got {sample_rate}")
    return Request(tag, samples, int(sample_rate))


def is_out_of_range(samples: Array) -> bool:
    """Whether any sample is beyond -1 … 1 and will be clipped."""
    return bool(((samples > 1) | (samples < -1)).any())


def encode(request: Request) -> bytes:
    """Return the serialized Summary.Value. Samples beyond -1 … 1 are clipped; NaN is silence."""
    samples = _pcm(request.values)
    n_channels = 1 if samples.ndim == 1 else samples.shape[1]
    audio = messages.Summary.Audio(
        sample_rate=request.sample_rate_hz,
        num_channels=n_channels,
        length_frames=len(samples),
        encoded_audio_string=_wav(samples, n_channels, request.sample_rate_hz),
        content_type="audio/wav",
    )
    return bytes(messages.Summary.Value(tag=request.tag, audio=audio).SerializeToString())


def _pcm(samples: Array) -> Array:
    if samples.dtype.kind != "f" or samples.dtype.itemsize < 4:
        samples = samples.astype(np.float32)
    clipped = np.nan_to_num(samples, nan=0.0).clip(-1, 1)
    return np.asarray(clipped * samples.dtype.type(_FULL_SCALE)).astype("<i2")


def _wav(samples: Array, n_channels: int, sample_rate_hz: int) -> bytes:
    output = io.BytesIO()
    with wave.open(output, "wb") as clip:
        clip.setnchannels(n_channels)
        clip.setsampwidth(2)
        clip.setframerate(sample_rate_hz)
        clip.writeframes(samples.tobytes())
    return output.getvalue()
