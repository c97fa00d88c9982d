"""Segments saved to a file and mapped again, and whether two segments are the same."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from sightline import _native
from sightline.formats.segment_file import SegmentKey, open_segments, write_segments


def saved_and_mapped(segment: _native.Segment) -> _native.Segment:
    """The segment as it comes back from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.arrow")
        write_segments(path, [(SegmentKey("path", "identity", 7), segment)])
        opened = open_segments(path)
        assert opened is not None
        found = opened.segment(0)
    assert found is not None
    return found


NUMBERS_AND_TEXTS = [
    "offset",
    "n_records",
    "n_points",
    "n_tags",
    "n_references",
    "n_damages",
    "n_damaged_bytes",
    "head",
    "tail",
    "file_version",
    "source_writer",
]


def assert_equal_segments(found: _native.Segment, expected: _native.Segment) -> None:
    """Compare everything that a segment shows."""
    for name in NUMBERS_AND_TEXTS:
        assert getattr(found, name) == getattr(expected, name), name
    for name in ("start_time", "first_wall_time", "last_wall_time", "earliest_wall_time"):
        np.testing.assert_equal(getattr(found, name), getattr(expected, name))
    np.testing.assert_equal(found.session_starts(), expected.session_starts())
    assert found.damage() == expected.damage()
    for start in range(len(expected.session_starts())):
        assert found.points_before(start).tolist() == expected.points_before(start).tolist()
    np.testing.assert_equal(found.references(), expected.references())
    for tag in range(expected.n_tags):
        assert found.tag(tag) == expected.tag(tag)
        for mine, theirs in zip(found.scalars(tag), expected.scalars(tag), strict=True):
            assert (mine.dtype, mine.tobytes()) == (theirs.dtype, theirs.tobytes())
