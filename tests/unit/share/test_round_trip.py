"""A report read back gives the frames of its logs, point for point."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.engine.claims import WHAT_NAMES
from sightline.formats import messages
from sightline.formats.graph_nodes import Node, graph_def, run_metadata
from sightline.formats.tensor_proto import from_tensor_proto
from sightline.kinds.audio.decode import decode as decode_audio
from sightline.share.logged_values import EVENT_FIELDS
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


KINDS = [
    *("pr_curve", "roc_curve", "confusion_matrix", "mesh", "tensor", "table"),
    *("audio", "video", "custom_scalars", "graph"),
]


def logged_values(place: Path, kind: str) -> dict[tuple[str, str], list[object]]:
    """Every value of a kind that no restart superseded, by run and tag: step, time, and what it says."""
    found: dict[tuple[str, str], list[object]] = {}
    with sightline.open(place) as logs:
        for run in logs.view.runs:
            for tag in run.series(kind):
                index = run.items(tag, kind)
                for row in index.without_superseded().tolist():
                    data = logs.view.read(index.location(row))
                    content = _content(kind, data, WHAT_NAMES[int(index.what[row])])
                    value = (int(index.step[row]), float(index.wall_time[row]), content)
                    found.setdefault((run.name, tag), []).append(value)
    return found


def _content(kind: str, data: bytes, what: str) -> object:
    """What a value says, in whatever form: arrays by their bits, media by their bytes."""
    if what in EVENT_FIELDS:
        return data
    value = messages.Summary.Value.FromString(data)
    if kind == "audio":
        return [(clip.data, clip.label, clip.sample_rate_hz) for clip in decode_audio(value)]
    if value.HasField("image"):
        return value.image.encoded_image_string
    array = from_tensor_proto(value.tensor)
    return array.shape, array.dtype.name, array.tolist() if array.dtype == object else array.tobytes()


@pytest.mark.parametrize("logs", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))
def test_every_kind_of_golden_logs_comes_back(logs: str, tmp_path: Path) -> None:
    report = write_report(GOLDEN / logs, tmp_path / "report.html", max_bytes=10**9, keep_paths=True)
    for kind in KINDS:
        assert logged_values(report, kind) == logged_values(GOLDEN / logs, kind), kind


def test_every_kind_that_we_write_comes_back_scrubbed_or_not(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    random = np.random.default_rng(0)
    with sightline.SummaryWriter(logs / "a") as writer:
        for step in range(3):
            labels, scores = random.integers(0, 2, 50), random.random(50)
            writer.add_pr_curve("pr", labels, scores, step)
            writer.add_roc_curve("roc", labels, scores, step)
            predicted = random.integers(0, 2, 50)
            writer.add_confusion_matrix("confusion", labels, predicted, global_step=step)
            writer.add_mesh(
                "mesh", random.random((1, 9, 3)), faces=random.integers(0, 9, (1, 4, 3)), global_step=step
            )
            writer.add_tensor("tensor", random.random((2, 3, 4)), step)
            writer.add_table("table", {"word": ["x", "y"], "number": [1.5, math.nan]}, global_step=step)
            writer.add_audio("sound", random.random(800), step, sample_rate=8000)
        writer.file_writer.add_graph(
            (graph_def([Node("x", "Placeholder"), Node("y", "Neg", ["x"])]), run_metadata())
        )
    for keep_paths in (True, False):
        report = write_report(logs, tmp_path / f"{keep_paths}.html", keep_paths=keep_paths)
        for kind in KINDS:
            found = logged_values(report, kind)
            assert found == logged_values(logs, kind), kind
        assert len(logged_values(report, "mesh")) == 2
        assert sightline.open(report).graphs()[0].nodes()["name"].tolist() == ["x", "y"]


def test_embeddings_come_back_with_metadata_and_steps(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    random = np.random.default_rng(3)
    with sightline.SummaryWriter(logs / "a") as writer:
        for step in (0, 10):
            points = random.normal(size=(12, 5)).astype(np.float32)
            labels = [[f"class {i % 3}", f"{i}.0"] for i in range(12)]
            header = ["class", "number"]
            writer.add_embedding(points, labels, global_step=step, tag="hidden", metadata_header=header)
        writer.add_embedding(points[:4], ["a", "b", "c", "d"], tag="small")
    report = write_report(logs, tmp_path / "report.html")
    before, after = (sightline.open(place).embeddings() for place in (logs, report))
    assert [(each.name, each.steps) for each in after] == [(each.name, each.steps) for each in before]
    for old, new in zip(before, after, strict=True):
        for step in old.steps:
            assert new.vectors(step).tobytes() == old.vectors(step).tobytes()
            assert new.metadata(step).to_numpy().keys() == old.metadata(step).to_numpy().keys()
            for name, column in old.metadata(step).to_numpy().items():
                assert new.metadata(step)[name].tolist() == column.tolist()
