"""The plugin's queries over a real log."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline import summary
from sightline.plugins.testing import read_logs
from sightline_fairness import kind, log_groups, page
from sightline_fairness.query import GapParams, GroupParams, gaps, groups


def test_gap_and_groups_of_a_logged_tag(tmp_path: Path) -> None:
    with summary.create_file_writer(str(tmp_path)).as_default():
        log_groups("credit", {"a": [30, 10, 40, 20], "b": [10, 10, 60, 20]}, step=5)
    view = read_logs(tmp_path, kind)
    (run,) = view.runs
    frame = gaps(view, GapParams(tag="credit"))
    assert frame.columns["gap"].tolist() == pytest.approx([0.2])
    answer = groups(view, GroupParams(tag="credit", run=run.id, rate="true_positive"))
    assert answer["step"] == 5
    assert [group["name"] for group in answer["groups"]] == ["a", "b"]
    assert [group["rate"] for group in answer["groups"]] == pytest.approx([0.6, 1 / 3])


def test_page_has_its_module() -> None:
    assert (page.files / page.module).is_file()
