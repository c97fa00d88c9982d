"""as_array: every shape a value may come in, without any framework at hand."""

from __future__ import annotations

import array
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest
from PIL import Image

from sightline.formats.arrays import as_array


class WithArray:
    """What JAX and TensorFlow arrays offer."""

    def __init__(self, data):
        self.data = np.asarray(data)

    def __array__(self, dtype=None, copy=None):
        return self.data if dtype is None else self.data.astype(dtype)


class WithDlpack:
    def __init__(self, data):
        self.data = np.asarray(data)

    def __dlpack__(self, **options):
        return self.data.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.data.__dlpack_device__()


class OnADevice:
    """A device array that refuses the implicit copy, as cupy's do."""

    __cuda_array_interface__: ClassVar[dict] = {}

    def get(self):
        return np.arange(3)

    def __array__(self, dtype=None, copy=None):
        raise TypeError("implicit conversion is not allowed")


@pytest.mark.parametrize(
    "value",
    [
        [1, 2, 3],
        (1, 2, 3),
        np.array([1, 2, 3]),
        [np.int64(1), 2, Fraction(3)],
        [np.array(1), np.array(2), WithArray(3)],
        WithArray([1, 2, 3]),
        WithDlpack([1, 2, 3]),
        array.array("i", [1, 2, 3]),
        bytearray([1, 2, 3]),
        memoryview(bytes([1, 2, 3])),
        [Decimal(1), Decimal(2), Decimal(3)],
    ],
    ids=lambda value: type(value).__name__,
)
def test_same_numbers_from_every_form(value):
    assert as_array(value, what="it").astype(float).tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("value", [True, 3, 2.5, 1 + 2j, np.float16(0.5), Decimal("0.5"), 2**70])
def test_a_number_has_rank_zero(value):
    result = as_array(value, what="it")
    assert result.shape == ()
    assert result == float(value) if not isinstance(value, complex) else result == value


def test_numpy_arrays_are_not_copied():
    values = np.arange(4.0)
    assert np.shares_memory(as_array(values, what="it"), values)


def test_device_arrays_are_fetched():
    assert as_array(OnADevice(), what="it").tolist() == [0, 1, 2]


def test_nested_lists_become_arrays():
    assert as_array([[1, 2], [3, 4]], what="it").tolist() == [[1, 2], [3, 4]]
    assert as_array([WithArray([1, 2]), [3, 4]], what="it").shape == (2, 2)


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "1", "P", "CMYK", "I;16", "F"])
def test_pil_images_become_arrays(mode):
    image = Image.new("RGB", (4, 3), (255, 0, 0))
    image = Image.new(mode, (4, 3)) if mode in ("I;16", "F") else image.convert(mode)
    result = as_array(image, what="it")
    assert result.shape[:2] == (3, 4)
    if mode in ("RGB", "P", "CMYK"):
        assert result[0, 0].tolist() == [255, 0, 0]


def test_ml_dtypes_are_widened_exactly():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    values = [0.5, -2.0, 448.0]
    for dtype in (ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn):
        result = as_array(np.array(values, dtype=dtype), what="it")
        assert result.dtype == np.float32
        assert result.tolist() == values
    assert as_array(np.array([-3], dtype=ml_dtypes.int4), what="it").tolist() == [-3]


@pytest.mark.parametrize(
    ("value", "got"),
    [
        ("text", "str"),
        (["a", "b"], "list of str"),
        (None, "NoneType"),
        ({"a": 1}, "dict"),
        ([None, 1], "NoneType"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "datetime64"),
        (object(), "object"),
    ],
)
def test_other_values_are_refused_by_name(value, got):
    with pytest.raises(TypeError, match=r"histogram 'w': expected numbers.*got.*" + got):
        as_array(value, what="histogram 'w'")


def test_ragged_lists_are_refused():
    with pytest.raises(ValueError, match="histogram 'w': the parts of the list differ in shape"):
        as_array([[1, 2], [3]], what="histogram 'w'")


def test_a_failing_conversion_keeps_its_reason():
    class Broken:
        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("device lost")

    with pytest.raises(TypeError, match="device lost"):
        as_array(Broken(), what="it")


def test_text_where_it_is_wanted():
    assert as_array("a", what="it", text=True).tolist() == "a"
    assert as_array(["a", b"b"], what="it", text=True).tolist() == ["a", b"b"]
    assert as_array(np.array(["a", "b"]), what="it", text=True).dtype == object
    assert as_array([1.5], what="it", text=True).dtype == np.float64


def test_no_framework_is_imported():
    code = (
        "import sys; from sightline.formats.arrays import as_array; as_array([1.0], what='it');"
        "print([m for m in ('torch', 'jax', 'tensorflow', 'PIL', 'ml_dtypes') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
