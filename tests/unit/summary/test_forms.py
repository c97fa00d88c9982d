"""The TensorFlow 2 form: equal to what TensorFlow wrote in the golden logs, wrong input refused."""

import io
import wave
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from golden_tags import GOLDEN, expected
from plain_records import tagged, values
from sightline.formats.summary_values import array_of
from sightline.summary import forms


def golden(case: str, tag: str) -> Any:
    return array_of(tagged(GOLDEN / "tf" / case, tag)[0][1], kind="golden")


@pytest.mark.parametrize("tag", ["normal", "uniform_buckets", "integers", "one_bucket"])
def test_histogram_edges_are_tensorflows(tag: str) -> None:
    rows = golden("summary_histogram", tag)
    middles = (rows[:, 0] + rows[:, 1]) / 2
    data = np.repeat(middles, rows[:, 2].astype(int))
    data = np.concatenate([data[1:-1], [rows[0, 0], rows[-1, 1]]])
    np.testing.assert_array_equal(forms.histogram_array("h", data, len(rows)), rows)


@pytest.mark.parametrize(
    ("tag", "data", "buckets"),
    [
        ("empty", [], None),
        ("constant", [3.5] * 50, None),
        ("single", 42, None),
        ("zero_buckets", [1.0, 2.0], 0),
        ("has_nan", [1.0, np.nan, 2.0], None),
        ("all_nan", [np.nan] * 3, None),
        ("has_inf", [-np.inf, 1.0, np.inf], None),
    ],
)
def test_histograms_of_edge_cases_match_tensorflow(tag: str, data: Any, buckets: int | None) -> None:
    made = forms.histogram_array("h", np.array(data), buckets)
    np.testing.assert_array_equal(made, golden("summary_histogram", tag))


@given(st.lists(st.floats(-1e9, 1e9), min_size=1), st.integers(1, 40))
def test_histograms_count_everything_once(data: list[float], buckets: int) -> None:
    rows = forms.histogram_array("h", np.array(data), buckets)
    assert rows.shape == (buckets, 3)
    assert rows[:, 2].sum() == len(data)
    assert (rows[0, 0], rows[-1, 1]) == (min(data), max(data))


def test_image_array_has_size_and_png_files() -> None:
    pixels = np.random.default_rng(0).random((4, 5, 7, 3)).astype(np.float32)
    made = forms.image_array("i", pixels, 2).tolist()
    assert made[:2] == [b"7", b"5"]
    assert len(made) == 4
    shown = np.asarray(Image.open(io.BytesIO(made[2])))
    np.testing.assert_array_equal(shown, np.floor(pixels[0] * np.float32(255.5)))


@pytest.mark.parametrize(("channels", "mode"), [(1, "L"), (2, "LA"), (3, "RGB"), (4, "RGBA")])
def test_png_mode_follows_the_number_of_channels(channels: int, mode: str) -> None:
    made = forms.image_array("i", np.full((1, 2, 3, channels), 9, dtype=np.uint8))
    assert Image.open(io.BytesIO(made[2])).mode == mode


@pytest.mark.parametrize(
    ("pixel", "byte"),
    [
        (np.float64(-1), 0),
        (np.float64(2), 255),
        (np.float32(np.nan), 0),
        (np.float16(1), 255),
        (np.bool_(True), 255),
        (np.uint16(65535), 255),
        (np.uint16(256), 1),
        (np.int32(-5), 0),
        (np.int32(2**31 - 1), 255),
        (np.int8(127), 254),
        (np.int8(-3), 0),
        (np.uint8(7), 7),
    ],
)
def test_pixels_to_bytes(pixel: Any, byte: int) -> None:
    assert forms.as_bytes_per_channel(np.array([pixel])).tolist() == [byte]


def test_golden_image_form() -> None:
    for tag, info in expected("tf/summary_image")["runs"]["."]["tags"].items():
        array = golden("summary_image", tag)
        width, height, *files = array.tolist()
        images = [np.asarray(Image.open(io.BytesIO(file))) for file in files]
        shape = (int(height), int(width), -1)
        again = forms.image_array(tag, np.array([i.reshape(shape) for i in images]), 99) if images else None
        assert info["plugin"] == "images"
        if again is not None:
            assert again[:2].tolist() == [width, height]
            for one, file in zip(images, again[2:], strict=True):
                np.testing.assert_array_equal(np.asarray(Image.open(io.BytesIO(file))), one)


def test_golden_audio_is_written_again_byte_for_byte() -> None:
    for _, value in values(GOLDEN / "tf/summary_audio"):
        array = array_of(value, kind="audio")
        for file, label in array.tolist():
            with wave.open(io.BytesIO(file)) as clip:
                rate, channels = clip.getframerate(), clip.getnchannels()
                samples = np.frombuffer(clip.readframes(clip.getnframes()), dtype="<i2").reshape(-1, channels)
            again = forms.audio_array("a", (samples / 32768.0)[None], rate)
            assert again.tolist() == [[file, label]]


def test_audio_is_clipped_and_limited() -> None:
    made = forms.audio_array("a", np.full((5, 4, 1), 7.0), 8000)
    assert made.shape == (3, 2)
    with wave.open(io.BytesIO(made[0, 0])) as clip:
        assert np.frombuffer(clip.readframes(9), dtype="<i2").tolist() == [32767] * 4
    assert forms.audio_array("a", np.zeros((0, 4, 2)), 8000).shape == (0, 2)


def test_scalars_and_text() -> None:
    assert forms.scalar_array("s", 0.1).dtype == np.float32
    assert forms.scalar_array("s", np.float64(1e300)) == np.inf
    assert forms.scalar_array("s", True) == 1.0
    assert forms.text_array("t", [["a", "é"]]).tolist() == [["a", "é"]]
    assert forms.text_array("t", "a").shape == ()


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: forms.scalar_array("x", [1, 2]), ValueError, "'x': expected one number"),
        (lambda: forms.scalar_array("x", "1"), TypeError, "'x'"),
        (lambda: forms.scalar_array("x", 1j), TypeError, "'x': expected a real number"),
        (lambda: forms.histogram_array("x", "abc"), TypeError, "'x'"),
        (lambda: forms.histogram_array("x", [1j]), TypeError, "'x': expected real numbers"),
        (lambda: forms.image_array("x", np.zeros((3, 4, 5))), ValueError, "'x': expected shape"),
        (lambda: forms.image_array("x", np.zeros((1, 3, 4, 5))), ValueError, "'x': expected shape"),
        (lambda: forms.image_array("x", np.zeros((1, 0, 4, 3))), ValueError, "'x': expected at least one"),
        (lambda: forms.image_array("x", np.zeros((1, 2, 2, 3)), -1), ValueError, "'x': expected max_outputs"),
        (lambda: forms.audio_array("x", np.zeros((3, 4)), 8000), ValueError, "'x': expected shape"),
        (lambda: forms.text_array("x", 3), TypeError, "'x': expected text"),
    ],
)
def test_invalid_summary_data_raises(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()
