"""Reports made by strangers: refused with a sentence, and nothing outside their folder is touched."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import _native
from sightline.formats.json_text import json_bytes
from sightline.share.contents import Contents
from sightline.share.header import About
from sightline.share.html_file import write_html
from sightline.share.read import ReportError, open_report
from sightline.share.recorder import COLUMNS, JSON, entry
from sightline.share.unpack import unpack
from support.reports import PAGE


def report_of(path: Path, answers: dict[str, Any]) -> str:
    entries = [entry(key, JSON, json_bytes(answer), "board") for key, answer in answers.items()]
    write_html(str(path), About(name="x"), Contents(entries, {}, []), PAGE)
    return str(path)


@pytest.mark.parametrize("name", ["../evil", "a/../../evil", "/../../evil"])
def test_run_outside_of_its_report_is_refused(name: str, tmp_path: Path) -> None:
    path = report_of(tmp_path / "r.html", {"runs": {"runs": [{"id": 1, "name": name}]}})
    target = tmp_path / "deep" / "target"
    target.mkdir(parents=True)
    with pytest.raises(ReportError, match="outside"):
        unpack(open_report(path), str(target))
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["deep", "r.html", "target"]


@pytest.mark.parametrize("answers", [{}, {"runs": []}, {"runs": {"runs": [{}]}}, {"runs": {"runs": [7]}}])
def test_report_of_another_shape_is_refused(answers: dict[str, Any], tmp_path: Path) -> None:
    path = report_of(tmp_path / "r.html", answers)
    (tmp_path / "target").mkdir()
    with pytest.raises(ReportError, match="is damaged"):
        unpack(open_report(path), str(tmp_path / "target"))


@pytest.mark.parametrize(
    "key", ["values/graph/1", "values/tensor/1", "columns/embedding/1", "columns/scalar/1"]
)
@pytest.mark.parametrize("tag", ["", "../../evil"])
def test_values_of_another_shape_are_refused_or_stay_inside(key: str, tag: str, tmp_path: Path) -> None:
    step, offset = np.array([1], np.int64), np.array([0, 3], np.int64)
    data = np.frombuffer(b"\xff\xff\xff", np.uint8)
    columns = {"step": step, "wall_time": np.zeros(1), "offset": offset, "data": data}
    run = {"runs": {"runs": [{"id": 1, "name": "a"}]}, "tags": {"tags": []}, "facts": {"runs": {}}}
    entries = [entry(name, JSON, json_bytes(answer), "board") for name, answer in run.items()]
    entries.append(entry("answers/runs", JSON, json_bytes({"runs/1": {"side_files": []}}), "board"))
    entries.append(entry(key, COLUMNS, _native.pack_columns([(tag, columns)]), "x"))
    write_html(str(tmp_path / "r.html"), About(name="x"), Contents(entries, {}, []), PAGE)
    target = tmp_path / "deep" / "target"
    target.mkdir(parents=True)
    with suppress(ReportError):
        unpack(open_report(str(tmp_path / "r.html")), str(target))
    outside = [each for each in tmp_path.rglob("*") if target not in each.parents]
    assert sorted(each.name for each in outside) == ["deep", "r.html", "target"]


def test_folder_that_names_a_file_outside_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("")
    place = {"media": JSON, "file": "../secret", "size": 6, "gzip": False}
    (site / "report.json").write_text(json.dumps({"format": 1, "entries": {"runs": place}}))
    with pytest.raises(ReportError, match="outside"):
        open_report(str(site)).read("runs")


@pytest.mark.parametrize("header", ["", "[]", "{}", '{"entries": 3}', '{"entries": {"a": 1}}', "[" * 100_000])
def test_header_of_another_shape_is_refused(header: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "report.json").write_text(header)
    with pytest.raises(ReportError, match="header"):
        open_report(str(site))


def test_report_of_a_later_format_says_so(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "report.json").write_text('{"format": 99, "entries": {}}')
    with pytest.raises(ReportError, match="another version"):
        open_report(str(site))
