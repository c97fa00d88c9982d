"""Decoders of media kinds on damaged values of all golden logs: a result or a ValueError, nothing else."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_tags import GOLDEN
from plain_records import values
from sightline.formats.text import text_of
from sightline.kinds.audio import decode as audio
from sightline.kinds.histogram import decode as histogram
from sightline.kinds.image import decode as image
from sightline.kinds.tensor import decode as tensor
from sightline.kinds.video import decode as video

DECODERS = [histogram.decode, image.decode, video.decode, audio.decode, tensor.decode, text_of]
CASES = [
    *("torch/tensor", "torch/audio", "torch/image", "torch/histogram", "torch/text"),
    *("tf/summary_audio", "tf/summary_image", "tf/summary_text", "tf/summary_histogram", "tf/summary_write"),
]
LOGGED = [value.SerializeToString() for case in CASES for _, value in values(GOLDEN / case)]
SAMPLES = sorted({data for data in LOGGED if len(data) < 3000})


@st.composite
def damaged(draw):
    data = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(0, 4))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))]) if draw(st.booleans()) else bytes(data)


@pytest.mark.parametrize("decode", DECODERS, ids=lambda decode: decode.__module__)
@given(data=damaged() | st.binary(max_size=60))
def test_a_result_or_a_value_error(decode, data):
    with suppress(ValueError):
        decode(data)


def test_samples_are_there():
    assert len(SAMPLES) > 50
