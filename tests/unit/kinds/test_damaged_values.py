"""Decoders of media kinds on damaged values of all golden logs: a result or a ValueError, nothing else."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_tags import GOLDEN
from plain_records import values

KINDS = ["histogram", "image", "video", "audio", "text", "tensor"]
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


@pytest.mark.parametrize("kind", KINDS)
@given(data=damaged() | st.binary(max_size=60))
def test_a_result_or_a_value_error(kind, data):
    with suppress(ValueError):
        import_module(f"sightline.kinds.{kind}.decode").decode(data)


def test_samples_are_there():
    assert len(SAMPLES) > 50
