"""Native event bytes against protobuf's own, on random and hostile input."""

from __future__ import annotations

import struct
import tempfile
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sightline._native import EventFileWriter
from sightline.formats import messages
from support.records import event_files, read_records, read_run

STEPS = st.integers(-(2**63), 2**63 - 1)
TAGS = st.text(st.characters(exclude_categories=["Cs"]))


def scalar_twin(
    tag: str, value: float, step: int, wall_time: float, new_style: bool, double_precision: bool
) -> Any:
    event = messages.Event(wall_time=wall_time, step=step)
    made = event.summary.value.add(tag=tag)
    if not new_style:
        made.simple_value = value
        return event
    made.metadata.plugin_data.plugin_name = "scalars"
    if double_precision:
        made.tensor.dtype = messages.DataType.Value("DT_DOUBLE")
        made.tensor.double_val.append(value)
    else:
        made.tensor.dtype = messages.DataType.Value("DT_FLOAT")
        made.tensor.float_val.append(value)
    return event


@given(
    st.lists(
        st.tuples(TAGS, st.floats(allow_nan=False), STEPS, st.floats(), st.booleans(), st.booleans()),
        max_size=8,
    )
)
def test_scalar_events_are_protobufs_bytes(calls: list[tuple[str, float, int, float, bool, bool]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        writer = EventFileWriter(directory)
        for tag, value, step, wall_time, new_style, double_precision in calls:
            writer.add_scalar(
                tag, value, step, wall_time, new_style=new_style, double_precision=double_precision
            )
        writer.close()
        (path,) = event_files(directory)
        expected = [scalar_twin(*call).SerializeToString() for call in calls]
        assert read_records(path)[1:] == expected


@given(TAGS, st.binary(max_size=300), STEPS, st.floats())
def test_value_event_is_protobufs_bytes(tag: str, content: bytes, step: int, wall_time: float) -> None:
    event = messages.Event(wall_time=wall_time, step=step)
    value = event.summary.value.add(tag=tag)
    value.tensor.tensor_content = content
    made = EventFileWriter.encode_value_event(value.SerializeToString(), step, wall_time)
    assert made == event.SerializeToString()


def test_nan_keeps_its_bits() -> None:
    with tempfile.TemporaryDirectory() as directory:
        writer = EventFileWriter(directory)
        writer.add_scalar("x", float("nan"), 0, 1.0, new_style=True, double_precision=True)
        writer.close()
        (event,) = read_run(directory)
        (stored,) = event.summary.value[0].tensor.double_val
        assert struct.pack("<d", stored) == struct.pack("<d", float("nan"))


def test_session_start_is_a_version_and_a_start() -> None:
    with tempfile.TemporaryDirectory() as directory:
        writer = EventFileWriter(directory)
        writer.add_session_start(9, 4.0)
        writer.close()
        (path,) = event_files(directory)
        start = messages.SessionLog(status=messages.SessionLog.START)
        assert read_records(path)[1:] == [
            messages.Event(wall_time=4.0, step=9, file_version="brain.Event:2").SerializeToString(),
            messages.Event(wall_time=4.0, step=9, session_log=start).SerializeToString(),
        ]


def test_large_events_go_through_unchanged() -> None:
    with tempfile.TemporaryDirectory() as directory:
        writer = EventFileWriter(directory, max_queue_bytes=1000, max_buffer_bytes=100_000)
        events = [messages.Event(graph_def=bytes([n]) * 150_000).SerializeToString() for n in range(5)]
        for event in events:
            writer.add_event(event)
        writer.close()
        (path,) = event_files(directory)
        assert read_records(path)[1:] == events
        assert writer.n_dropped == 0
