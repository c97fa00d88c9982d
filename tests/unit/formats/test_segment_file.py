"""Files of saved segments: what is mapped again equals what was saved, damage is found, scans go on."""

from __future__ import annotations

import math
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline import _native
from sightline.engine.segment import ListFacts, Totals
from sightline.formats import segment_file
from sightline.formats.segment_file import SegmentKey, open_segments, unchanged_segments, write_segments
from support.event_logs import VERSION, good, logs, scalar
from support.records import frame
from support.scan_twin import Twin, assert_same
from support.segments import assert_equal_segments, saved_and_mapped

KEY = SegmentKey("/logs/run/events.out.tfevents.1", "1:2:3", 400)


def scanned(data: bytes, *, final: bool = False) -> _native.Segment:
    segment = _native.Segment()
    segment.read(_native.WindowSource(data), final=final)
    return segment


def list_facts_of(segment: _native.Segment) -> ListFacts | None:
    return segment.totals(Totals, ListFacts).list_facts


def training_log(n_steps: int = 40, n_tags: int = 3, *, offset: float = 0.0) -> bytes:
    records = [
        frame(scalar(f"tag_{tag}", step, step * 0.5 + tag + offset))
        for step in range(n_steps)
        for tag in range(n_tags)
    ]
    return frame(VERSION) + b"".join(records)


@settings(max_examples=150)
@given(logs, st.booleans())
def test_mapped_segment_of_any_log_equals_the_scanned_one(data: bytes, final: bool) -> None:
    segment = scanned(data, final=final)
    mapped = saved_and_mapped(segment)
    assert_equal_segments(mapped, segment)
    assert_same(mapped, Twin(data, final=final))


@settings(max_examples=150)
@given(st.lists(good, max_size=10).map(b"".join), st.lists(st.integers(0, 3000), max_size=4))
def test_scan_goes_on_where_a_saved_segment_ended(data: bytes, cuts: list[int]) -> None:
    segment = _native.Segment()
    for cut in sorted(cuts):
        segment.read(_native.WindowSource(data[: max(cut, segment.offset)]))
        segment = saved_and_mapped(segment)
    segment.read(_native.WindowSource(data))
    assert_same(segment, Twin(data))
    assert_equal_segments(saved_and_mapped(segment), segment)


def test_many_rows_of_one_file_come_back_each_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "pack.arrow"
    segments = [scanned(training_log(n, offset=n)) for n in range(1, 30)]
    keys = [SegmentKey(f"/runs/ä{n}/\udc80", f"id {n}", n) for n in range(1, 30)]
    write_segments(path, list(zip(keys, segments, strict=True)))
    opened = open_segments(path)
    assert opened is not None
    assert [opened.key(row) for row in range(len(opened))] == keys
    for row, expected in enumerate(segments):
        found = opened.segment(row)
        assert found is not None
        assert_equal_segments(found, expected)


VERSIONED = SegmentKey("/logs/run/events.out.tfevents.1", "1:2:3", 400, "7:8")
UNCHANGED = (400, 1.0, "1:2:3", False, "7:8")


def saved_as_a_whole(path: Path, segment: _native.Segment) -> _native.Segment:
    """The segment of a file that did not change since, which nobody asked for anything yet."""
    write_segments(path, [(VERSIONED, segment)])
    opened = open_segments(path)
    assert opened is not None
    (found,) = unchanged_segments([opened], [UNCHANGED])
    assert found is not None
    return found


@settings(max_examples=150)
@given(logs)
def test_segment_of_an_unchanged_file_equals_the_scanned_one(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    segment = scanned(data)
    found = saved_as_a_whole(tmp_path_factory.mktemp("saved") / "one.arrow", segment)
    totals, expected = (each.totals(Totals, ListFacts) for each in (found, segment))
    assert totals.list_facts is not None
    assert expected.list_facts is None
    np.testing.assert_equal(totals._replace(list_facts=None), expected)
    assert found.counts().tolist() == segment.counts().tolist()
    assert (found.n_references, found.has_session_starts) == (
        segment.n_references,
        segment.has_session_starts,
    )
    assert_equal_segments(found, segment)
    assert list_facts_of(found) is None  # it was taken apart, and may grow


def test_list_facts_are_the_last_step_and_the_first_nan(tmp_path: Path) -> None:
    values = {
        "b": [1.0, math.nan, 3.0, math.nan],
        "a": [1.0, math.nan],
        "long": [0.5] * 700 + [math.nan],
    }
    records = [
        frame(scalar(tag, step, value))
        for tag, numbers in values.items()
        for step, value in enumerate(numbers, start=5)
    ]
    found = saved_as_a_whole(tmp_path / "one.arrow", scanned(frame(VERSION) + b"".join(records)))
    facts = list_facts_of(found)
    assert facts is not None
    assert facts[:2] == (705, ("a", 6))
    empty = list_facts_of(saved_as_a_whole(tmp_path / "none.arrow", scanned(frame(VERSION))))
    assert empty is not None
    assert (*empty[:2], *empty[3:]) == (None, None, True, False)


def test_tag_key_is_equal_for_equal_tags_only(tmp_path: Path) -> None:
    texts = [training_log(3), training_log(9), training_log(3, n_tags=2), training_log(3, n_tags=1)]
    saved = [saved_as_a_whole(tmp_path / f"{i}", scanned(text)) for i, text in enumerate(texts)]
    keys = [facts.tag_key for each in saved if (facts := list_facts_of(each)) is not None]
    assert keys[0] == keys[1] != b""
    assert len(set(keys)) == 3
    assert list_facts_of(scanned(texts[0])) is None


def test_counts_of_segments_with_equal_tags_are_added_up(tmp_path: Path) -> None:
    segments = [scanned(training_log(n)) for n in (3, 9)]
    saved = [saved_as_a_whole(tmp_path / f"{i}", segment) for i, segment in enumerate(segments)]
    expected = segments[0].counts() + segments[1].counts()
    np.testing.assert_array_equal(_native.Segment.sum_counts(saved), expected)
    assert len(_native.Segment.sum_counts([])) == 0


@pytest.mark.parametrize(
    "other",
    [
        (401, 1.0, "1:2:3", False, "7:8"),
        (400, 1.0, "1:2:4", False, "7:8"),
        (400, 1.0, "1:2:3", False, "7:9"),
        (400, 1.0, "1:2:3", False, ""),
    ],
    ids=["size", "identity", "version", "no version"],
)
def test_file_that_differs_in_anything_is_not_unchanged(
    tmp_path: Path, other: tuple[int, float, str, bool, str]
) -> None:
    write_segments(tmp_path / "one.arrow", [(VERSIONED, scanned(training_log()))])
    opened = open_segments(tmp_path / "one.arrow")
    assert opened is not None
    assert unchanged_segments([opened], [other]) == [None]


def test_long_series_share_steps_and_have_digests(tmp_path: Path) -> None:
    path = tmp_path / "one.arrow"
    writer = _native.EventFileWriter(str(tmp_path / "run"), flush_secs=1e9)
    for step in range(6000):
        for tag in range(20):
            writer.add_scalar(f"tag_{tag}", step + tag, step, 1e9 + step + tag * 1e-3)
    writer.close()
    (event_file,) = (tmp_path / "run").iterdir()
    segment = _native.Segment()
    segment.read(_native.FileSource(str(event_file)))
    write_segments(path, [(KEY, segment)])
    assert path.stat().st_size / segment.n_points < 13
    opened = open_segments(path)
    assert opened is not None
    mapped = opened.segment(0)
    assert mapped is not None
    assert_equal_segments(mapped, segment)
    for tag in range(20):
        series, expected = _native.SeriesSet(), _native.SeriesSet()
        series.add([mapped.chunks(tag)])
        expected.add([segment.chunks(tag)])
        np.testing.assert_equal(_native.view(series, n_buckets=50), _native.view(expected, n_buckets=50))


def test_mapped_segment_outlives_its_deleted_file(tmp_path: Path) -> None:
    path = tmp_path / "one.arrow"
    segment = scanned(training_log())
    write_segments(path, [(KEY, segment)])
    opened = open_segments(path)
    assert opened is not None
    mapped = opened.segment(0)
    path.unlink()
    opened.forget_pages()
    del opened
    assert mapped is not None
    assert_equal_segments(mapped, segment)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1, max_size=4))
def test_bytes_damaged_anywhere_never_give_other_data(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[float, int]]
) -> None:
    path = tmp_path_factory.mktemp("damage") / "one.arrow"
    segment = scanned(training_log() + b"torn")
    write_segments(path, [(VERSIONED, segment)])
    data = bytearray(path.read_bytes())
    for place, bits in changes:
        data[int(place * len(data))] ^= bits
    path.unlink()
    path.write_bytes(data)
    opened = open_segments(path)
    found = None if opened is None else opened.segment(0)
    if opened is not None:
        (asleep,) = unchanged_segments([opened], [UNCHANGED])
        if asleep is not None:
            assert_equal_segments(asleep, segment)
    if found is not None:  # padding, or what only other readers of Arrow use
        assert opened is not None
        assert [opened.key(row) for row in range(len(opened))] == [VERSIONED]
        assert_equal_segments(found, segment)


@settings(max_examples=100)
@given(st.integers(0, 10_000))
def test_file_cut_short_is_not_opened(tmp_path_factory: pytest.TempPathFactory, n_bytes: int) -> None:
    path = tmp_path_factory.mktemp("cut") / "one.arrow"
    write_segments(path, [(KEY, scanned(training_log()))])
    data = path.read_bytes()
    path.write_bytes(data[: min(n_bytes, len(data) - 1)])
    assert open_segments(path) is None


def test_file_of_another_version_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.arrow"
    monkeypatch.setattr(segment_file, "VERSION", segment_file.VERSION + 1)
    write_segments(path, [(KEY, scanned(training_log()))])
    monkeypatch.undo()
    assert open_segments(path) is None


def test_missing_and_foreign_files_are_not_opened(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.arrow"
    foreign.write_bytes(b"ARROW1\0\0" + bytes(500) + b"\0\0\0\0ARROW1")
    assert open_segments(foreign) is None
    assert open_segments(tmp_path / "missing.arrow") is None
    assert open_segments(tmp_path) is None


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a child process; its exit code, 1 where it raised OSError."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("limit_bytes", [0, 10, 5000, 12_000])
def test_full_disk_raises_and_what_was_written_is_not_opened(tmp_path: Path, limit_bytes: int) -> None:
    path = tmp_path / "one.arrow"
    segment = scanned(training_log(2000))

    def write() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))
        write_segments(path, [(KEY, segment)])

    assert in_child(write) == 1
    assert open_segments(path) is None
