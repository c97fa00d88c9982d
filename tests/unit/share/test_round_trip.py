"""A report read back gives the frames of its logs, point for point."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.share.read import ReportError
from sightline.wire.frame import Frame
from support.logs import GOLDEN, line, write_events
from support.reports import write_report


def points(frame: Frame) -> dict[tuple[str, str], list[tuple[object, ...]]]:
    """Every row by run and tag, numbers as their bits."""
    found: dict[tuple[str, str], list[tuple[object, ...]]] = {}
    columns = frame.to_numpy()
    rest = [name for name in columns if name not in ("run", "tag")]
    for row in range(len(frame)):
        cells = (columns[name][row] for name in rest)
        bits = tuple(cell if isinstance(cell, str) else np.asarray(cell).tobytes() for cell in cells)
        found.setdefault((columns["run"][row], columns["tag"][row]), []).append(bits)
    return found


@pytest.mark.parametrize("logs", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))
def test_golden_logs_come_back_point_for_point(logs: str, tmp_path: Path) -> None:
    report = write_report(GOLDEN / logs, tmp_path / "report.html", max_bytes=10**9, keep_paths=True)
    before, after = sightline.open(GOLDEN / logs), sightline.open(report)
    for kind in ("scalars", "histograms"):
        assert points(getattr(after, kind)(superseded=True)) == points(getattr(before, kind)(superseded=True))
    for kind in ("images", "text"):
        assert points(getattr(after, kind)()) == points(getattr(before, kind)())


def test_float64_nan_infinities_and_superseded_points_come_back(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    with sightline.SummaryWriter(logs / "a") as writer:
        for step, value in enumerate([0.1, math.nan, math.inf, -math.inf, 1e300, -0.0, 5e-324]):
            writer.add_scalar("wide", value, step, double_precision=True)
            writer.add_scalar("narrow", value if abs(value) < 1e38 else 1.0, step)
    write_events(logs / "b", line("x", range(30), at=100.0) + line("y", range(0, 30, 3), at=100.0))
    write_events(logs / "b", line("x", range(20, 40), at=200.0), start_step=20, suffix=".2")
    write_events(logs / "b", line("x", range(35, 50), at=300.0), suffix=".3")
    report = write_report(logs, tmp_path / "report.html")
    before, after = (sightline.open(place).scalars(superseded=True) for place in (logs, report))
    assert points(after) == points(before)
    assert before["superseded"].sum() == after["superseded"].sum() > 0


def test_report_can_be_filtered_and_reported_again(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    for name in ("a", "b"):
        write_events(logs / name, line("loss", range(10), at=100.0))
    first = write_report(logs, tmp_path / "first.html")
    second = write_report(first, tmp_path / "second.html", expression="name:a")
    assert [run["name"] for run in _runs(second)] == ["a"]


def _runs(report: Path) -> list[dict[str, str]]:
    return [{"name": name} for name in sightline.open(report).runs["run"].tolist()]


def test_other_html_is_refused_with_a_sentence(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>hello")
    with pytest.raises(ReportError, match="is no report"):
        sightline.open(page)


@pytest.mark.parametrize("cut", [0.3, 0.7, 0.95])
def test_truncated_report_is_refused_with_a_sentence(cut: float, tmp_path: Path) -> None:
    write_events(tmp_path / "logs", line("loss", range(1000), at=100.0))
    whole = write_report(tmp_path / "logs", tmp_path / "report.html").read_bytes()
    cut_off = tmp_path / "cut.html"
    cut_off.write_bytes(whole[: int(len(whole) * cut)])
    with pytest.raises(ReportError):
        sightline.open(cut_off)
