"""Images of all golden producers, byte for byte."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.formats import messages
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.kinds.image.decode import decode

# Of a purged run the official reader drops points, and of a mixed tag it counts other kinds.
ODD = ("same_tag_many_kinds", "purge_step_twice")
GOLDEN = [case for case in of_plugin("images") if not any(odd in case[0] for odd in ODD)]


@pytest.mark.parametrize(("values", "info"), [case[1:] for case in GOLDEN], ids=[case[0] for case in GOLDEN])
def test_decode_of_golden_images(values, info):
    samples = info["data"]["samples"]
    assert len(values) == len(samples)
    for value, known in zip(values, samples, strict=True):
        images = decode(value.SerializeToString())
        assert (images.width, images.height) == (known["width"], known["height"])
        assert [sha256(data).hexdigest() for data in images.encoded] == known["sha256"]
        assert images.content_types() == [f"image/{name}" for name in known["format"]]


def strings(*parts):
    tensor = to_tensor_proto(np.array(parts, dtype=object))
    return messages.Summary.Value(tag="x", tensor=tensor).SerializeToString()


def test_sizes_that_are_no_numbers_are_unknown():
    images = decode(strings(b"wide", b"9" * 30, b"<svg onload=alert(1)>"))
    assert (images.width, images.height) == (0, 0)
    assert images.content_types() == ["application/octet-stream"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        strings(b"1"),
        messages.Summary.Value(tensor=to_tensor_proto(np.zeros((4, 4)))).SerializeToString(),
        messages.Summary.Value(tensor=to_tensor_proto(np.array([[b"1", b"1"]], object))).SerializeToString(),
    ],
)
def test_decode_refuses_values_without_images(data):
    with pytest.raises(ValueError, match=r"image|expected"):
        decode(data)
