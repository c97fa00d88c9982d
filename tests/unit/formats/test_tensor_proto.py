"""TensorProto both ways, and the odd forms that other producers write."""

from __future__ import annotations

import numpy as np
import pytest

from sightline.formats import messages
from sightline.formats.tensor_proto import from_tensor_proto, to_tensor_proto

NUMBERS = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
]  # fmt: skip


def proto(**fields):
    shape = fields.pop("shape", None)
    made = messages.TensorProto(**fields)
    for size in shape or ():
        made.tensor_shape.dim.add(size=size)
    return made


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("shape", [(), (0,), (1,), (5,), (2, 0, 3), (2, 3)])
def test_numbers_come_back(name, shape):
    values = (np.arange(np.prod(shape, dtype=int)) * (1 if name != "bool" else 3) % 7).reshape(shape)
    array = values.astype(name)
    back = from_tensor_proto(to_tensor_proto(array))
    assert back.dtype == array.dtype
    assert back.shape == shape
    assert np.array_equal(back, array)


@pytest.mark.parametrize("name", ["int8", "int16", "int32", "int64", "float16", "float32", "float64"])
def test_extremes_come_back(name):
    info = np.iinfo(name) if name.startswith("int") else np.finfo(name)
    array = np.array([info.min, info.max, -1, 0], dtype=name)
    assert np.array_equal(from_tensor_proto(to_tensor_proto(array)), array)


def test_special_floats_come_back():
    array = np.array([np.nan, np.inf, -np.inf, -0.0, 1e-45], dtype=np.float32)
    assert from_tensor_proto(to_tensor_proto(array)).tobytes() == array.tobytes()


def test_any_memory_layout():
    array = np.arange(12, dtype=">f4").reshape(3, 4).T[::2]
    assert np.array_equal(from_tensor_proto(to_tensor_proto(array)), array)
    assert from_tensor_proto(to_tensor_proto(np.longdouble([1.5]))).dtype == np.float64


def test_strings_survive_a_round_trip():
    array = np.array([["a", b"\xff"], ["", "ü"]], dtype=object)
    back = from_tensor_proto(to_tensor_proto(array))
    assert back.tolist() == [[b"a", b"\xff"], [b"", "ü".encode()]]
    assert from_tensor_proto(to_tensor_proto(np.array("x", dtype=object))).tolist() == b"x"


def test_rank_zero_has_an_explicit_shape():
    assert to_tensor_proto(np.float32(1)).HasField("tensor_shape")


def test_torch_half_precision():
    bits = np.array([1.5, -2.0, 0.0], dtype=np.float32).view(np.int32).tolist()
    assert from_tensor_proto(proto(dtype="DT_HALF", half_val=bits, shape=[3])).tolist() == [1.5, -2.0, 0.0]
    assert from_tensor_proto(proto(dtype="DT_BFLOAT16", half_val=bits, shape=[3])).tolist() == [
        1.5,
        -2.0,
        0.0,
    ]


def test_tensorflow_half_precision():
    half = np.array([1.5, -2.0], dtype=np.float16).view(np.uint16).tolist()
    assert from_tensor_proto(proto(dtype="DT_HALF", half_val=half, shape=[2])).tolist() == [1.5, -2.0]
    brain = (np.array([1.5, -2.0], dtype=np.float32).view(np.uint32) >> 16).astype(np.uint16)
    assert from_tensor_proto(proto(dtype="DT_BFLOAT16", half_val=brain.tolist(), shape=[2])).tolist() == [
        1.5,
        -2.0,
    ]
    made = proto(dtype="DT_BFLOAT16", tensor_content=brain.tobytes(), shape=[2])
    assert from_tensor_proto(made).tolist() == [1.5, -2.0]


def test_bytes_in_torchs_field_are_read():
    assert from_tensor_proto(proto(dtype="DT_UINT8", uint32_val=[1, 255], shape=[2])).tolist() == [1, 255]


def test_quantized_types_read_as_integers():
    assert from_tensor_proto(proto(dtype="DT_QINT8", int_val=[-1, 2], shape=[2])).dtype == np.int8


def test_a_short_field_repeats_its_last_value():
    assert from_tensor_proto(proto(dtype="DT_FLOAT", float_val=[1, 2], shape=[4])).tolist() == [1, 2, 2, 2]
    assert from_tensor_proto(proto(dtype="DT_FLOAT", shape=[2])).tolist() == [0, 0]
    assert from_tensor_proto(proto(dtype="DT_STRING", string_val=[b"a"], shape=[2])).tolist() == [b"a", b"a"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"dtype": "DT_FLOAT", "tensor_content": b"123", "shape": [1]}, "does not fill"),
        ({"dtype": "DT_FLOAT", "float_val": [1, 2, 3], "shape": [2]}, "do not fit"),
        ({"dtype": "DT_FLOAT", "float_val": [1], "shape": [2**40]}, "are there"),
        ({"dtype": "DT_FLOAT", "float_val": [1], "shape": [-1]}, "impossible"),
        ({"dtype": "DT_RESOURCE", "shape": [1]}, "DT_RESOURCE"),
        ({"dtype": 77, "shape": [1]}, "77"),
    ],
)
def test_what_does_not_fit_is_refused(fields, message):
    with pytest.raises(ValueError, match=message):
        from_tensor_proto(proto(**fields))


def test_numpy_types_without_a_tensor_type():
    with pytest.raises(TypeError, match="datetime64"):
        to_tensor_proto(np.array(["2020-01-01"], dtype="datetime64[D]"))
