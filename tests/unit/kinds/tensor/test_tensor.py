"""Tensors both ways, and of all golden producers; also those that TensorBoard cannot decode."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest

from golden_tags import expected, of_plugin
from plain_records import tagged
from sightline.formats import messages
from sightline.kinds.tensor.decode import decode
from sightline.kinds.tensor.encode import checked_tensor, encode

GOLDEN = [
    case
    for plugin in ("tensor", "", "my_plugin")
    for case in of_plugin(plugin)
    if "samples" in case[2].get("data", {})
    and all("dtype" in sample for sample in case[2]["data"]["samples"])
]


@pytest.mark.parametrize(("values", "info"), [case[1:] for case in GOLDEN], ids=[case[0] for case in GOLDEN])
def test_decode_of_golden_tensors(values, info):
    samples = info["data"]["samples"]
    assert len(values) == len(samples)
    for value, known in zip(values, samples, strict=True):
        array = decode(value.SerializeToString())
        assert list(array.shape) == known["shape"]
        if array.dtype != object:
            assert array.dtype == known["dtype"]
            assert sha256(np.ascontiguousarray(array).tobytes()).hexdigest() == known["sha256"]


def test_golden_has_many_types():
    assert {sample["dtype"] for case in GOLDEN for sample in case[2]["data"]["samples"]} >= {
        "bool", "complex64", "complex128", "float32", "float64", "int32", "int64"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "dtype"), [("bfloat16", "float32"), ("float16", "float16"), ("uint8", "uint8")]
)
def test_torch_types_that_tensorboard_cannot_decode(name, dtype):
    from golden_tags import GOLDEN as FOLDER

    assert "data_error" in expected("torch/tensor")["runs"]["."]["tags"][f"dtype/{name}"]
    ((_, value),) = tagged(FOLDER / "torch/tensor", f"dtype/{name}")
    array = decode(value.SerializeToString())
    assert array.dtype == dtype
    assert array.tolist() == [0, 1, 2]


def test_bfloat16_of_tensorflow():
    from golden_tags import GOLDEN as FOLDER

    ((_, value),) = tagged(FOLDER / "tf/summary_write", "bfloat16")
    assert decode(value.SerializeToString()).dtype == np.float32


@pytest.mark.parametrize(
    "value", [3, 2.5, [1, 2], [[True], [False]], np.zeros((0, 2), np.int16), 1j, np.float16([1.5])]
)
def test_numbers_back_and_forth(value):
    data = encode("x", checked_tensor("x", value))
    array = decode(data)
    assert array.dtype == np.asarray(value).dtype
    assert np.array_equal(array, np.asarray(value))
    assert messages.Summary.Value.FromString(data).metadata.plugin_data.plugin_name == "tensor"


def test_strings_back_and_forth():
    assert decode(encode("x", checked_tensor("x", ["a", "b"]))).tolist() == [b"a", b"b"]


def test_bad_input_names_the_tag():
    with pytest.raises(TypeError, match="tensor 'x': expected numbers"):
        checked_tensor("x", None)
    huge = np.broadcast_to(np.zeros(1), (2**28,))
    with pytest.raises(ValueError, match="tensor 'x': expected less than 2 GB"):
        checked_tensor("x", huge)


def test_values_without_a_tensor():
    with pytest.raises(ValueError, match="no tensor"):
        decode(b"")
