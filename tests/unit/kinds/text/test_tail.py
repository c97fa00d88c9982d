"""The last values of a text."""

from __future__ import annotations

from pathlib import Path

from sightline import SummaryWriter
from sightline.kinds.text.query import QUERIES
from support.logs import load


def test_tail_has_the_last_values_within_its_bound(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for step in range(5):
            writer.add_text("console", f"line {step}", step)
    view = load(tmp_path).view()
    asked = {"run": view.runs[0].id, "tag": "console/text_summary"}
    assert QUERIES["tail"](view, {**asked, "n_chars": 13}) == {"values": ["line 3", "line 4"], "n_before": 3}
    assert QUERIES["tail"](view, {**asked, "n_chars": 0}) == {"values": ["line 4"], "n_before": 4}
    assert len(QUERIES["tail"](view, asked)["values"]) == 5
