"""Complete pictures, and truncated and corrupt ones."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sightline.kinds.image.whole import fault
from support.pictures import png

NOISE = np.random.default_rng(3).integers(0, 256, (40, 40, 3), dtype=np.uint8)


def saved(form: str) -> bytes:
    out = io.BytesIO()
    Image.fromarray(NOISE).save(out, format=form)
    return out.getvalue()


FORMS = {form: saved(form) for form in ("PNG", "JPEG", "GIF", "WEBP")}


@pytest.mark.parametrize("form", FORMS)
def test_complete_image_has_no_fault(form: str) -> None:
    assert fault(FORMS[form]) is None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_cut_image_is_truncated(form: str, part: float) -> None:
    assert fault(FORMS[form][: int(len(FORMS[form]) * part)]) == "the image is truncated"


def test_flipped_bit_of_a_png_is_a_wrong_checksum() -> None:
    data = bytearray(FORMS["PNG"])
    data[len(data) // 2] ^= 1
    assert fault(bytes(data)) == "the image is corrupt: wrong checksum in its IDAT chunk"


def test_bytes_after_the_end_do_not_matter() -> None:
    assert fault(png(NOISE) + b"more") is None


def test_forms_without_a_mark() -> None:
    assert fault(b"BM" + bytes(20)) is None
    assert fault(b"hello") is None


@given(st.sampled_from(sorted(FORMS)), st.binary(max_size=60))
def test_fault_accepts_any_bytes(form: str, rest: bytes) -> None:
    fault(FORMS[form][:12] + rest)
