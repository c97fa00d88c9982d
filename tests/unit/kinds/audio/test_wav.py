"""WAV headers: consistent ones, and each way to contradict the bytes."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.formats import messages
from sightline.kinds.audio.query import QUERIES
from sightline.kinds.audio.wav import Wav, read_wav
from support.logs import load
from support.values import write_values


def wav(
    *,
    rate: int = 8000,
    channels: int = 1,
    bits: int = 16,
    n_bytes: int = 80,
    before: bytes = b"",
    **overrides: int,
) -> bytes:
    align = overrides.get("align", channels * bits // 8)
    speed = overrides.get("speed", rate * align)
    head = struct.pack("<HHIIHH", overrides.get("code", 1), channels, rate, speed, align, bits)
    stated = overrides.get("stated_bytes", n_bytes)
    body = (
        b"WAVEfmt "
        + struct.pack("<I", 16)
        + head
        + before
        + b"data"
        + struct.pack("<I", stated)
        + bytes(n_bytes)
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def test_consistent_wav_header_has_no_problems() -> None:
    assert read_wav(wav()) == Wav(8000, 1, 16, 40)
    assert read_wav(wav(channels=2, bits=32, code=3)) == Wav(8000, 2, 32, 10)


@pytest.mark.parametrize(
    ("data", "message", "n_frames"),
    [
        (wav(stated_bytes=8_000_000), "states 8,000,000 bytes of samples, there are 80", 40),
        (wav(rate=0), "0 samples per second", 40),
        (wav(rate=4_000_000_000, speed=0), "4,000,000,000 samples", 40),
        (wav(channels=0, align=2), "0 channels", 0),
        (wav(bits=0, align=2), "0 bits", 0),
        (wav(align=4), "4 bytes per frame", 40),
        (wav(speed=5), "5 bytes per second", 40),
        (wav(n_bytes=81), "incomplete", 40),
        (wav()[:36], "no samples", 0),
        (wav()[:30], "no format chunk", 0),
        (b"RIFF\0\0\0\0WAVE", "no format chunk", 0),
    ],
)
def test_wav_header_that_contradicts_its_bytes_is_reported(data: bytes, message: str, n_frames: int) -> None:
    found = read_wav(data)
    assert any(message in problem for problem in found.problems), found
    assert found.n_frames == n_frames


def test_wav_chunk_of_odd_size_is_skipped_with_its_padding() -> None:
    odd = b"LIST" + struct.pack("<I", 3) + b"abc\0"
    assert read_wav(wav(before=odd)) == Wav(8000, 1, 16, 40)


@pytest.mark.parametrize(("rate", "is_valid"), [(99, False), (100, True), (768_000, True), (768_001, False)])
def test_wav_sample_rate_bounds(rate: int, is_valid: bool) -> None:
    found = read_wav(wav(rate=rate))
    assert found.sample_rate_hz == rate
    assert found.problems == (() if is_valid else (f"the header states {rate:,} samples per second",))


@pytest.mark.parametrize(("bits", "is_valid"), [(0, False), (8, True), (64, True), (72, False)])
def test_wav_bits_per_sample_bounds(bits: int, is_valid: bool) -> None:
    problems = read_wav(wav(bits=bits, n_bytes=72 * 8)).problems
    assert problems == (() if is_valid else (f"the header states {bits} bits per sample",))


@given(st.binary(max_size=80))
def test_read_wav_never_raises_on_any_bytes(rest: bytes) -> None:
    read_wav(b"RIFF\0\0\0\0WAVE" + rest)


def described(folder: Path, **audio: Any) -> Any:
    write_values(folder, [messages.Summary.Value(tag="sound", audio=messages.Summary.Audio(**audio))])
    view = load(str(folder)).view()
    return QUERIES["describe"](view, {"run": view.runs[0].id, "tag": "sound"})["parts"][0]


def test_differences_between_log_and_clip_are_reported(tmp_path: Path) -> None:
    facts = described(
        tmp_path, encoded_audio_string=wav(), sample_rate=16000, num_channels=2, length_frames=40
    )
    assert facts["problems"] == [
        "the log states 16,000 samples a second, the clip 8,000",
        "the log states 2 channels, the clip 1",
    ]


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        (wav(), []),
        (b"", ["the clip is empty (0 bytes)"]),
        (b"noise", ["unknown audio format"]),
        (b"OggS" + bytes(40), []),
    ],
)
def test_describe_lists_the_problems_of_a_clip(tmp_path: Path, data: bytes, problems: list[str]) -> None:
    assert described(tmp_path, encoded_audio_string=data)["problems"] == problems
