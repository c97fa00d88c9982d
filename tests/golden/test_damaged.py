"""Damaged logs through the scan: all that a byte-exact walker finds is found, the rest is reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline._native import FileSource, Segment

CASES = sorted(Path(__file__).parent.glob("damaged/*/expected.json"))
FILES = [
    (case.parent / name, facts)
    for case in CASES
    for name, facts in json.loads(case.read_text())["files"].items()
]
REASONS = {
    "bad_data_crc": {"bad data crc"},
    "bad_length_crc": {"bad length crc"},
    "torn_body": {"torn tail", "impossible length"},
    "torn_header": {"torn tail"},
}


def scan(path: Path, *, final: bool) -> Segment:
    segment = Segment()
    segment.read(FileSource(str(path)), final=final)
    return segment


@pytest.mark.parametrize(
    ("path", "facts"), FILES, ids=[f"{path.parent.name}/{path.name}" for path, _ in FILES]
)
def test_every_good_record_is_found(path: Path, facts: dict[str, Any]) -> None:
    segment = scan(path, final=True)
    assert segment.n_records == facts["good_records_before"] + facts["good_records_after"]
    framing = [entry for entry in segment.damage() if entry[2] != "not an event"]
    if facts["damage"] is None:
        assert framing == []
        return
    [(offset, n_bytes, reason)] = framing
    assert offset == facts["damage"]["offset"]
    assert reason in REASONS[facts["damage"]["state"]]
    assert offset + n_bytes == facts.get("first_good_offset_after", facts["bytes"])
    assert segment.n_damaged_bytes == n_bytes


def test_a_record_that_is_no_event_is_reported_and_the_rest_is_read() -> None:
    [path] = Path(__file__).parent.glob("damaged/bad_protobuf_middle/events*")
    segment = scan(path, final=False)
    assert segment.damage() == [(746, 34, "not an event")]
    assert segment.n_points == 30


def test_tags_that_are_not_utf8_are_kept_apart() -> None:
    [path] = Path(__file__).parent.glob("damaged/non_utf8_tag/events*")
    segment = scan(path, final=False)
    names = [segment.tag(tag)[0] for tag in range(segment.n_tags)]
    assert segment.n_points == 33
    assert any("\\x" in name for name in names)
    assert [name.encode() for name in names]
