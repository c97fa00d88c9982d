"""The native scan against its twin: hostile bytes, damage, files that grow, and reading threads."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline._native import (
    EventFileWriter,
    FileShrankError,
    FileSource,
    RecordError,
    Segment,
    WindowSource,
    read_record,
)
from sightline.formats import messages
from support.event_logs import VERSION, events, flip, frame_header, good, image, logs, scalar
from support.records import frame, frame_fast
from support.scan_twin import Twin, assert_same


def read(data: bytes, *, final: bool = True) -> Segment:
    segment = Segment()
    segment.read(WindowSource(data), final=final)
    return segment


@settings(max_examples=200, deadline=None)
@given(events)
def test_any_event_equals_twin(event: bytes) -> None:
    data = frame(VERSION) + frame(event)
    assert_same(read(data), Twin(data, final=True))


@settings(max_examples=200, deadline=None)
@given(logs, st.booleans())
def test_any_log_equals_twin(data: bytes, final: bool) -> None:
    assert_same(read(data, final=final), Twin(data, final=final))


def test_a_message_that_comes_again_adds_to_the_first() -> None:
    data = frame(b"R\x03\n\x01aR\x00")  # two source_metadata, the second one empty
    assert read(data).source_writer == "a"
    assert_same(read(data), Twin(data))


@settings(max_examples=150, deadline=None)
@given(st.lists(good, max_size=10).map(b"".join), st.lists(st.integers(0, 3000), max_size=8))
def test_reading_on_equals_reading_at_once(data: bytes, cuts: list[int]) -> None:
    segment = Segment()
    for cut in sorted(cuts):
        before = segment.n_records, segment.offset
        segment.read(WindowSource(data[: max(cut, segment.offset)]))
        assert (segment.n_records, segment.offset) >= before
    segment.read(WindowSource(data))
    assert_same(segment, Twin(data))


@settings(max_examples=100, deadline=None)
@given(st.lists(good, max_size=10).map(b"".join), st.integers(1, 200))
def test_small_reads_equal_one(data: bytes, max_bytes: int) -> None:
    segment = Segment()
    while segment.read(WindowSource(data), max_bytes=max_bytes):
        assert segment.offset < len(data)
    assert_same(segment, Twin(data))


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=40),
    st.integers(16_300, 40_000),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_large_records_equal_twin(around: bytes, size: int, bit: int, damaged: bool) -> None:
    record = frame(image("big", 3, size) + around)
    data = (
        frame(scalar("a", 1, 1.0)) + (flip(record, bit) if damaged else record) + frame(scalar("a", 2, 2.0))
    )
    assert_same(read(data), Twin(data, final=True))


def test_large_record_with_a_scalar_is_checked() -> None:
    value = messages.Summary.Value(tag="a", simple_value=1.5)
    picture = messages.Summary.Value(
        tag="b", image=messages.Summary.Image(encoded_image_string=b"i" * 50_000)
    )
    event = messages.Event(step=4, summary=messages.Summary(value=[value, picture])).SerializeToString()
    segment = read(frame(event))
    assert segment.n_points == 1
    assert segment.references()["what"].tolist() == [2]
    broken = bytearray(frame(event) + frame(VERSION))
    broken[40_000] ^= 1
    segment = read(bytes(broken))
    assert segment.damage() == [(0, len(frame(event)), "bad data crc")]
    assert segment.n_points == segment.n_references == 0


def test_large_payload_is_checked_when_it_is_read(tmp_path: Path) -> None:
    broken = bytearray(frame(image("big", 3, 50_000)))
    broken[30_000] ^= 1
    path = tmp_path / "events.out.tfevents.1"
    path.write_bytes(frame(VERSION) + broken)
    segment, source = Segment(), FileSource(str(path))
    segment.read(source)
    assert segment.damage() == []
    [offset] = segment.references()["record_offset"].tolist()
    with pytest.raises(RecordError, match=f"bad data crc in the record at byte {offset}"):
        read_record(source, offset)
    assert read_record(source, 0) == VERSION


def test_record_errors_name_the_place() -> None:
    data = frame(VERSION)
    assert read_record(WindowSource(data), 0) == VERSION
    with pytest.raises(RecordError, match="bad length crc in the record at byte 1"):
        read_record(WindowSource(data), 1)
    with pytest.raises(RecordError, match="no whole header"):
        read_record(WindowSource(data), len(data) - 3)
    with pytest.raises(RecordError, match="no whole data"):
        read_record(WindowSource(data[:-1]), 0)
    with pytest.raises(RecordError, match="impossible length"):
        read_record(WindowSource(frame_header(2**60) + bytes(100)), 0)
    with pytest.raises(ValueError, match="no whole data"):
        read_record(WindowSource(frame_header(2**30) + bytes(100)), 0)


def test_open_damage_heals_when_the_bytes_come() -> None:
    """Some network file systems show zeros before the data."""
    records = frame(VERSION) + frame(scalar("a", 1, 1.0))
    segment = Segment()
    segment.read(WindowSource(frame(VERSION) + bytes(len(records) - len(frame(VERSION)))))
    assert [reason for _, _, reason in segment.damage()] == ["bad length crc"]
    segment.read(WindowSource(records))
    assert_same(segment, Twin(records))


def test_damage_in_a_growing_file_ends_at_the_next_good_record() -> None:
    first, rest = frame(VERSION) + b"garbage that is no record", frame(scalar("a", 1, 1.0))
    segment = Segment()
    for size in range(len(first), len(first) + len(rest)):
        segment.read(WindowSource((first + rest)[:size]))
        assert (segment.offset, segment.n_points) == (len(frame(VERSION)), 0)
        assert segment.n_damaged_bytes == size - len(frame(VERSION))
    segment.read(WindowSource(first + rest))
    assert_same(segment, Twin(first + rest))


def test_a_file_that_shrank_is_refused() -> None:
    data = frame(VERSION) + frame(scalar("a", 1, 1.0))
    segment = read(data)
    with pytest.raises(FileShrankError, match=f"{len(data)} were read"):
        segment.read(WindowSource(data[:-1]))
    assert segment.n_points == 1


def test_listed_damage_is_bounded_and_all_is_counted() -> None:
    data = b"".join(frame(b"\xff") for _ in range(1500))
    segment = read(data)
    assert len(segment.damage()) == 1000
    assert (segment.n_damages, segment.n_damaged_bytes) == (1500, len(data))


def test_generation_moves_only_with_news() -> None:
    data = frame(VERSION) + frame(scalar("a", 1, 1.0))
    segment = Segment()
    segment.read(WindowSource(data + b"torn"))
    generation = segment.generation
    segment.read(WindowSource(data + b"torn"))
    assert segment.generation == generation
    segment.read(WindowSource(data + frame(scalar("a", 2, 1.0))))
    assert segment.generation > generation


def test_points_before_a_session_start() -> None:
    start = messages.Event(step=3, session_log=messages.SessionLog(status=1)).SerializeToString()
    data = [
        scalar("a", 1, 1.0),
        start,
        scalar("b", 1, 1.0),
        scalar("a", 2, 1.0),
        start,
        scalar("c", 5, 1.0),
        start,
    ]
    segment = read(b"".join(map(frame, data)))
    assert [segment.points_before(i).tolist() for i in range(3)] == [[1, 0, 0], [2, 1, 0], [2, 1, 1]]
    assert [start[3] for start in segment.session_starts()] == [1, 3, 4]
    with pytest.raises(IndexError):
        segment.points_before(3)


def test_mixed_precision_keeps_each_chunk_as_it_came() -> None:
    narrow = frame(scalar("a", 1, 0.1))
    tensor = messages.TensorProto(dtype=2, double_val=[0.1])
    meta = messages.SummaryMetadata(plugin_data=messages.SummaryMetadata.PluginData(plugin_name="scalars"))
    value = messages.Summary.Value(tag="a", tensor=tensor, metadata=meta)
    wide = frame(messages.Event(step=2, summary=messages.Summary(value=[value])).SerializeToString())
    segment = Segment()
    segment.read(WindowSource(narrow))
    before = segment.chunks(0)
    segment.read(WindowSource(narrow + wide))
    assert [chunk[2].dtype for chunk in segment.chunks(0).arrays()] == [np.float32, np.float64]
    assert segment.scalars(0)[2].tolist() == [float(np.float32(0.1)), 0.1]
    assert [chunk[2].tolist() for chunk in before.arrays()] == [[float(np.float32(0.1))]]


def test_views_are_read_only_and_outlive_the_segment() -> None:
    segment = read(frame(scalar("a", 7, 0.5)))
    [(steps, _, values)] = segment.chunks(0).arrays()
    del segment
    assert (steps.tolist(), values.tolist()) == ([7], [0.5])
    with pytest.raises(ValueError, match="read-only"):
        steps[0] = 1


def test_a_live_tail_is_appended_without_a_chunk_per_point() -> None:
    data, segment = b"", Segment()
    for step in range(500):
        data += frame(scalar("a", step, step / 2))
        segment.read(WindowSource(data))
    chunks = segment.chunks(0)
    assert chunks.n_chunks < 30
    assert chunks.joined()[0].tolist() == list(range(500))
    assert np.concatenate([steps for steps, _, _ in chunks.arrays()]).tolist() == list(range(500))
    assert [chunks.point(at)[::2] for at in range(500)] == [(at, at / 2) for at in range(500)]
    with pytest.raises(IndexError):
        chunks.point(500)


def test_snapshots_while_another_thread_reads(tmp_path: Path) -> None:
    n_steps, tags = 30_000, ["a", "b"]
    path = tmp_path / "events.out.tfevents.1"
    path.write_bytes(
        b"".join(frame_fast(scalar(tag, step, step % 1000)) for step in range(n_steps) for tag in tags)
    )
    segment, wrong = Segment(), []

    def look() -> None:
        while segment.n_points < 2 * n_steps:
            for tag in range(segment.n_tags):
                steps, _, values = segment.scalars(tag)
                if steps.tolist() != list(range(len(steps))) or not np.array_equal(values, steps % 1000):
                    wrong.append(len(steps))

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    source = FileSource(str(path))
    while segment.read(source, max_bytes=20_000):
        pass
    for thread in threads:
        thread.join()
    assert wrong == []
    assert segment.n_points == 2 * n_steps


def test_unknown_tags_are_index_errors() -> None:
    segment = read(frame(scalar("a", 1, 1.0)))
    methods: list[Any] = [segment.tag, segment.n_scalars, segment.scalars, segment.chunks]
    for method in methods:
        with pytest.raises(IndexError):
            method(1)


def test_memory_per_point_is_bounded(tmp_path: Path) -> None:
    """Loaded at once and followed in small steps: at most 24 bytes for a point."""
    writer = EventFileWriter(str(tmp_path), max_queue_events=1 << 20)
    for step in range(5_000):
        for tag in range(20):
            writer.add_scalar(f"train/m{tag}", step / 2, step, 1.0)
    writer.close()
    for max_bytes, threads in [(0, 1), (0, 2), (100_000, 1)]:
        segment, source = Segment(), FileSource(writer.path)
        while segment.read(source, max_bytes=max_bytes, threads=threads):
            pass
        assert segment.n_points == 100_000
        assert segment.nbytes < 24 * segment.n_points
        for tag in range(20):
            steps, _, values = segment.scalars(tag)
            assert np.array_equal(steps, np.arange(5_000))
            assert np.array_equal(values, np.arange(5_000, dtype=np.float32) / 2)
