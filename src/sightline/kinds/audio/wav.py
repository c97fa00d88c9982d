"""What the header of a WAV states, what the bytes contain, and where the two differ."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_MAX_CHUNKS = 1000


@dataclass(frozen=True, slots=True)
class Wav:
    """Numbers from the header, frames counted in the bytes, and a sentence per contradiction."""

    sample_rate_hz: int = 0
    n_channels: int = 0
    bits: int = 0
    n_frames: int = 0
    problems: tuple[str, ...] = ()


def read_wav(data: bytes) -> Wav:
    """Read the header of a WAV; where the bytes contradict it, the bytes count."""
    chunks = {name: (at, size) for name, at, size in reversed(list(_chunks(data)))}
    if b"fmt " not in chunks or len(data) < chunks[b"fmt "][0] + 16:
        return Wav(problems=("the WAV has no format chunk",))
    code, n_channels, rate_hz, bytes_per_s, align, bits = struct.unpack_from(
        "<HHIIHH", data, chunks[b"fmt "][0]
    )
    if b"data" not in chunks:
        return Wav(rate_hz, n_channels, bits, 0, ("the WAV has no samples",))
    begin, stated_bytes = chunks[b"data"]
    n_bytes = min(stated_bytes, len(data) - begin)
    frame_bytes = n_channels * bits // 8 if code in (_PCM, _FLOAT, _EXTENSIBLE) else align
    wrong = [
        *_wrong_numbers(n_channels, rate_hz, bits),
        *_wrong_sizes(stated_bytes, n_bytes, frame_bytes, align, rate_hz, bytes_per_s),
    ]
    return Wav(rate_hz, n_channels, bits, n_bytes // frame_bytes if frame_bytes else 0, tuple(wrong))


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, offset of the content and stated size of each chunk; odd sizes are padded by a byte."""
    at = 12
    for _ in range(_MAX_CHUNKS):
        if at + 8 > len(data):
            return
        size = int(struct.unpack_from("<I", data, at + 4)[0])
        yield data[at : at + 4], at + 8, size
        at += 8 + size + size % 2


def _wrong_numbers(n_channels: int, rate_hz: int, bits: int) -> Iterator[str]:
    if n_channels == 0:
        yield "the header states 0 channels"
    if not 100 <= rate_hz <= 768_000:
        yield f"the header states {rate_hz:,} samples per second"
    if bits == 0 or bits > 64:
        yield f"the header states {bits} bits per sample"


def _wrong_sizes(
    stated_bytes: int, n_bytes: int, frame_bytes: int, align: int, rate_hz: int, bytes_per_s: int
) -> Iterator[str]:
    if stated_bytes > n_bytes:
        yield f"the header states {stated_bytes:,} bytes of samples, there are {n_bytes:,}"
    if frame_bytes and align != frame_bytes:
        yield f"the header states {align} bytes per frame, its channels and bits give {frame_bytes}"
    elif frame_bytes and n_bytes % frame_bytes:
        yield "the last frame is incomplete"
    if align and bytes_per_s != rate_hz * align:
        yield f"the header states {bytes_per_s:,} bytes per second, its rate gives {rate_hz * align:,}"
