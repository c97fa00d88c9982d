"""Layouts, scaling and grids, pixel by pixel."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from PIL import Image

from sightline.formats.pixels import checked_pixels, to_bytes, to_pixels

RNG = np.random.default_rng(3)
HWC = RNG.integers(0, 256, (4, 6, 3), dtype=np.uint8)


@pytest.mark.parametrize("layout", ["".join(p) for p in permutations("HWC")])
@pytest.mark.parametrize("lower", [False, True])
def test_three_axes_in_any_order(layout, lower):
    array = HWC.transpose(["HWC".index(axis) for axis in layout])
    given = checked_pixels(array, layout.lower() if lower else layout, what="it")
    assert np.array_equal(to_pixels(*given), HWC)


@pytest.mark.parametrize("layout", ["HW", "WH"])
def test_two_axes_are_gray(layout):
    gray = HWC[:, :, 0]
    array = gray if layout == "HW" else gray.T
    assert np.array_equal(to_pixels(array, layout), np.stack([gray] * 3, axis=2))


@pytest.mark.parametrize("layout", ["NCHW", "NHWC", "HWNC", "CWHN"])
@pytest.mark.parametrize("n", [1, 3, 8, 9, 17])
def test_batches_are_grids_of_eight_columns(layout, n):
    batch = RNG.integers(1, 256, (n, 2, 5, 3), dtype=np.uint8)  # NHWC
    grid = to_pixels(batch.transpose(["NHWC".index(axis) for axis in layout]), layout)
    n_columns = min(n, 8)
    n_rows = -(-n // n_columns)
    assert grid.shape == (n_rows * 2, n_columns * 5, 3)
    for i in range(n_rows * n_columns):
        y, x = i // n_columns * 2, i % n_columns * 5
        cell = grid[y : y + 2, x : x + 5]
        assert np.array_equal(cell, batch[i]) if i < n else not cell.any()


@pytest.mark.parametrize("n_channels", [1, 2, 3, 4])
def test_to_pixels_of_each_channel_count(n_channels):
    array = RNG.integers(0, 256, (n_channels, 4, 6), dtype=np.uint8)
    made = to_pixels(*checked_pixels(array, "CHW", what="it"))
    assert made.shape == (4, 6, 3 if n_channels == 1 else n_channels)
    assert np.array_equal(made[:, :, 0], array[0])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_floats_scale_from_one(dtype):
    values = np.array([-0.5, 0, 0.25, 0.5, 1.0, 1.5, np.nan, np.inf, -np.inf], dtype=dtype)
    assert to_bytes(values).tolist() == [0, 0, 63, 127, 255, 255, 0, 255, 0]


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint16"])
def test_other_integers_scale_from_one_as_in_torch(dtype):
    assert to_bytes(np.array([0, 1], dtype=dtype)).tolist() == [0, 255]


def test_pil_images_bring_their_layout():
    array, layout = checked_pixels(Image.fromarray(HWC), "CHW", what="it")
    assert layout == "HWC"
    assert np.array_equal(to_pixels(array, layout), HWC)
    assert checked_pixels(Image.fromarray(HWC[:, :, 0]), "CHW", what="it")[1] == "HW"


def test_a_list_of_pictures_is_a_batch():
    array, layout = checked_pixels([HWC, HWC], "HWC", what="it")
    assert layout == "NHWC"
    assert to_pixels(array, layout).shape == (4, 12, 3)


@pytest.mark.parametrize(
    ("shape", "dataformats", "message"),
    [
        ((3, 4, 5), "CHH", "permutation of HW, HWC or NCHW; got 'CHH'"),
        ((3, 4, 5), "ABC", "got 'ABC'"),
        ((3, 4, 5), "", "got ''"),
        ((3, 4, 5), None, "got None"),
        ((3, 4, 5), "NTCHW", "got 'NTCHW'"),
        ((3, 4, 5), "HW", r"expected 2 dimensions \(HW\), got shape \(3, 4, 5\)"),
        ((4, 5), "CHW", "expected 3 dimensions"),
        ((5, 4, 5), "CHW", r"expected 1, 2, 3, 4 channels in CHW, got 5"),
        ((2, 2, 4, 5), "NCHW", r"expected 1, 3, 4 channels in NCHW, got 2"),
        ((3, 0, 5), "CHW", "at least one pixel"),
        ((0, 3, 4, 5), "NCHW", "at least one pixel"),
    ],
)
def test_bad_shapes_and_layouts(shape, dataformats, message):
    with pytest.raises(ValueError, match=r"^image 'x': expected .*" + message.removeprefix("expected ")):
        checked_pixels(np.zeros(shape), dataformats, what="image 'x'")


def test_checked_pixels_refuses_complex_numbers_and_text():
    with pytest.raises(TypeError, match="image 'x': expected real numbers"):
        checked_pixels(np.zeros((3, 4, 5), dtype=complex), "CHW", what="image 'x'")
    with pytest.raises(TypeError, match="image 'x': expected numbers"):
        checked_pixels("path.png", "CHW", what="image 'x'")
