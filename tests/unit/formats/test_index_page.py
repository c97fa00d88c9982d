"""Pages of indexes: they come back as they were, or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.formats.index_page import PageError, decode_page, encode_page

TEXTS = {"paths": ["a", "\udcff"], "starts": {"0": [[1, 2.5]]}}
COLUMNS = {"n": np.arange(5, dtype=np.int64), "none": np.empty(0), "last": np.array([np.nan, np.inf])}
PAGE = encode_page(TEXTS, COLUMNS)


def test_page_comes_back_as_it_was() -> None:
    texts, columns = decode_page(PAGE)
    assert texts == TEXTS
    assert list(columns) == list(COLUMNS)
    for name, column in COLUMNS.items():
        np.testing.assert_array_equal(columns[name], column)
        assert columns[name].dtype == column.dtype
    assert encode_page(texts, columns) == PAGE


@given(st.integers(0, len(PAGE) - 1), st.integers(1, 255))
def test_changed_page_is_refused(at: int, change: int) -> None:
    data = bytearray(PAGE)
    data[at] ^= change
    if 16 <= at < 24:  # how long it is when unpacked, which the content itself tells
        return
    with pytest.raises(PageError):
        decode_page(bytes(data))


@given(st.integers(0, len(PAGE) - 1))
def test_truncated_page_is_refused(n: int) -> None:
    with pytest.raises(PageError):
        decode_page(PAGE[:n])


def test_page_of_another_version_says_so() -> None:
    data = bytearray(PAGE)
    data[8] = 99
    with pytest.raises(PageError, match="version 99"):
        decode_page(bytes(data))
