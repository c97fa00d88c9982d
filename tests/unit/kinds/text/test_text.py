"""Text both ways, and of all golden producers."""

from __future__ import annotations

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.formats import messages
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.formats.text import text_of
from sightline.kinds.text.encode import encode

GOLDEN = [case for case in of_plugin("text") if "same_tag_many_kinds" not in case[0]]


@pytest.mark.parametrize(("values", "info"), [case[1:] for case in GOLDEN], ids=[case[0] for case in GOLDEN])
def test_text_of_golden_values(values, info):
    samples = info["data"]["samples"]
    assert len(values) == len(samples)
    for value, known in zip(values, samples, strict=True):
        strings = text_of(value.SerializeToString())
        assert list(strings.shape) == known["shape"]
        for made, wanted in zip(strings.flat, known["strings"], strict=True):
            if isinstance(wanted, dict) and "hex" in wanted:
                wanted = bytes.fromhex(wanted["hex"]).decode("utf-8", "replace")
            if isinstance(wanted, str):
                assert made == wanted


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("hello", (1,)),
        ("", (1,)),
        (["a", "b"], (2,)),
        ([["a", "ü"], ["日", "\n"]], (2, 2)),
        (np.array(["x", "yz"]), (2,)),
        (np.array("x"), ()),
        ([], (0,)),
    ],
)
def test_back_and_forth(text, shape):
    data = encode("t", text)
    strings = text_of(data)
    assert strings.shape == shape
    assert strings.reshape(-1).tolist() == np.asarray(text, dtype=object).reshape(-1).tolist()
    value = messages.Summary.Value.FromString(data)
    assert value.tag == "t/text_summary"
    assert value.metadata.plugin_data.plugin_name == "text"


def test_lone_surrogates_do_not_raise():
    assert text_of(encode("t", "a\ud800b")).tolist() == ["a?b"]


def test_the_callers_array_is_left_alone():
    given = np.array(["a"], dtype=object)
    encode("t", given)
    assert given.tolist() == ["a"]


@pytest.mark.parametrize("text", [b"bytes", 3, 2.5, None, ["a", 3], {"a": 1}, [b"a"]])
def test_encode_refuses_values_that_are_not_text(text):
    with pytest.raises(TypeError, match="text 't': expected"):
        encode("t", text)


@pytest.mark.parametrize("fields", [{}, {"tensor": to_tensor_proto(np.zeros(2))}, {"simple_value": 1.0}])
def test_values_without_text(fields):
    with pytest.raises(ValueError, match=r"text|strings"):
        text_of(messages.Summary.Value(**fields).SerializeToString())
