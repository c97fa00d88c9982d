"""Pictures, boxes and what is left of them after the PNG."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from sightline.formats import messages
from sightline.kinds.image.encode import encode, request, request_with_boxes

RNG = np.random.default_rng(5)


def picture(snapshot):
    value = messages.Summary.Value.FromString(encode(snapshot))
    return value, np.asarray(Image.open(io.BytesIO(value.image.encoded_image_string)))


@pytest.mark.parametrize("n_channels", [2, 3, 4])
def test_png_keeps_every_pixel(n_channels):
    pixels = RNG.integers(0, 256, (8, 5, n_channels), dtype=np.uint8)
    value, shown = picture(request("x", pixels, "HWC"))
    assert np.array_equal(shown, pixels)
    assert (value.tag, value.image.width, value.image.height) == ("x", 5, 8)
    assert value.image.colorspace == n_channels
    assert not value.HasField("metadata")


def test_boxes_are_red_outlines():
    _, shown = picture(request_with_boxes("x", np.zeros((3, 20, 30)), [[5, 4, 25, 15]]))
    red = (shown == [255, 0, 0]).all(axis=2)
    assert red[4, 10]
    assert red[10, 5]
    assert red[10, 25]
    assert red[15, 20]
    assert not red[9, 15]
    assert not red[0, 0]


def test_labels_fill_the_lower_left_corner():
    boxes = [[5, 4, 60, 30]]
    _, bare = picture(request_with_boxes("x", np.zeros((3, 40, 70)), boxes))
    _, labeled = picture(request_with_boxes("x", np.zeros((3, 40, 70)), boxes, labels=["cat"]))
    changed = np.argwhere((bare != labeled).any(axis=2))
    assert len(changed) > 20
    assert changed[:, 0].max() <= 31
    assert changed[:, 1].max() <= 35
    _, empty = picture(request_with_boxes("x", np.zeros((3, 40, 70)), boxes, labels=[""]))
    assert np.array_equal(empty, bare)


def test_rescale_changes_the_picture_and_not_the_logged_size():
    value, shown = picture(request_with_boxes("x", np.zeros((3, 20, 30)), np.zeros((0, 4)), rescale=0.5))
    assert shown.shape == (10, 15, 3)
    assert (value.image.height, value.image.width) == (20, 30)


def test_labels_need_one_for_each_box():
    assert request_with_boxes("x", np.zeros((3, 9, 9)), [[1, 1, 5, 5]], labels=["a", "b"]).labels is None


@pytest.mark.parametrize("boxes", [[1, 2, 3, 4], [[1, 2, 3]], [[1j, 0, 0, 0]]])
def test_boxes_of_another_shape_raise(boxes):
    with pytest.raises(ValueError, match=r"image 'x': expected boxes of shape \(N, 4\)"):
        request_with_boxes("x", np.zeros((3, 9, 9)), boxes)


def test_negative_rescale_raises():
    with pytest.raises(ValueError, match="image 'x': expected rescale above 0, got -1"):
        request_with_boxes("x", np.zeros((3, 9, 9)), [[1, 2, 3, 4]], rescale=-1)


def test_the_snapshot_is_independent():
    pixels = np.zeros((3, 4, 4), dtype=np.uint8)
    snapshot = request("x", pixels).snapshot()
    pixels[:] = 9
    assert not picture(snapshot)[1].any()
