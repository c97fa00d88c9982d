"""Views of a run: when it began, and each series listed once."""

from __future__ import annotations

import struct
from pathlib import Path

from sightline import SummaryWriter
from support.logs import line, load, write_events


def test_a_run_begins_at_its_earliest_event(tmp_path: Path) -> None:
    write_events(tmp_path, [("a", 0, 50.0, 1.0), ("a", 1, 20.0, 1.0), ("b", 0, 30.0, 1.0)], suffix=".1")
    write_events(tmp_path, [("a", 2, float("nan"), 1.0), ("a", 3, 40.0, 1.0)], suffix=".2")
    (run,) = load(tmp_path).view().runs
    assert run.first_wall_time == 20.0


def test_what_stands_in_for_our_own_values_is_not_listed(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path)) as writer:
        writer.add_text("note", "a text of its own", 0)
        writer.add_table("rows", {"name": ["a", "b"], "n": [1, 2]}, global_step=0)
        writer.add_confusion_matrix("confusion", [0, 1, 1], [0, 1, 0], 0)
        writer.add_roc_curve("roc", [0, 1, 1, 0], [0.1, 0.9, 0.4, 0.3], 0)
    (run,) = load(tmp_path).view().runs
    listed = {kind: sorted(run.series(kind)) for kind in run.kinds}
    assert listed == {
        "text": ["note/text_summary"],
        "table": ["rows"],
        "confusion_matrix": ["confusion"],
        "roc_curve": ["roc"],
    }


def test_damage_is_counted_exactly_beyond_what_is_listed(tmp_path: Path) -> None:
    path = write_events(tmp_path, line("a", range(3000), at=1))
    content = bytearray(path.read_bytes())
    broken = record_spans(content)[1:-1:2]
    for start, length in broken:
        content[start + length // 2] ^= 1
    path.write_bytes(content)
    (run,) = load(tmp_path).view().runs
    assert len(broken) == 1500
    assert (run.n_damages, run.n_damaged_bytes) == (len(broken), sum(length for _, length in broken))
    assert len(run.damage) == 1000
    assert run.n_points == 3000 - len(broken)


def record_spans(content: bytes | bytearray) -> list[tuple[int, int]]:
    """Where each record begins, and its length with its frame."""
    spans, at = [], 0
    while at < len(content):
        length = struct.unpack_from("<Q", content, at)[0] + 16
        spans.append((at, length))
        at += length
    return spans
