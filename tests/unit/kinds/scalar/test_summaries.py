from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sightline
from sightline import _native
from sightline.engine.store import StoreView
from sightline.kinds.scalar.query import QUERIES
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from support.logs import line, load, wait_until, write_events


def rows(frame: Frame) -> list[dict[str, Any]]:
    columns = frame.to_numpy()
    return [
        {
            name: None
            if np.ma.is_masked(column[i])
            else column[i].item()
            if hasattr(column[i], "item")
            else column[i]
            for name, column in columns.items()
        }
        for i in range(len(frame))
    ]


def test_summary_of_each_run_and_tag(small: StoreView) -> None:
    got = rows(QUERIES["summaries"](small, {"tags": ["loss"], "k": 2}))
    a = {run.name: run.id for run in small.runs}["group/a"]
    assert got[0] == {
        "run": a, "tag": "loss", "n": 5, "last": 2.0, "min": 1.0, "max": 4.0, "mean_last": 1.5,
        "first_wall_time": 100.0, "last_wall_time": 104.0, "step_of_min": 3, "step_of_max": 0,
        "first_step": 0, "last_step": 4, "first_nan_step": 2, "nan": 1, "inf": 0,
    }  # fmt: skip
    assert (got[1]["mean_last"], got[1]["max"], got[1]["step_of_max"], got[1]["inf"]) == (7.0, 8.0, 2, 1)
    assert got[1]["first_nan_step"] is None


def test_all_tags_of_all_runs_by_default(small: StoreView) -> None:
    got = rows(QUERIES["summaries"](small, {}))
    assert [row["tag"] for row in got] == ["loss", "lr", "loss"]
    assert [row["tag"] for row in rows(QUERIES["summaries"](small, {"runs": []}))] == []


def test_series_without_a_number(tmp_path: Path) -> None:
    write_events(tmp_path, [("loss", 3, 1.0, math.nan), ("loss", 4, 2.0, math.inf)])
    (row,) = rows(QUERIES["summaries"](load(str(tmp_path)).view(), {}))
    assert math.isnan(row["min"])
    assert math.isnan(row["mean_last"])
    assert row["step_of_min"] is None
    assert row["first_nan_step"] == 3
    assert row["last"] == math.inf


def test_tags_have_metadata_and_superseded_counts(tmp_path: Path) -> None:
    write_events(tmp_path, line("loss", range(10), at=100.0), suffix=".1")
    write_events(tmp_path, line("loss", range(6, 12), at=200.0), suffix=".2")
    (row,) = rows(QUERIES["tags"](load(str(tmp_path)).view(), {}))
    assert (row["n"], row["superseded"], row["display_name"], row["description"]) == (12, 4, "loss", "")
    assert (row["first_step"], row["last_step"], row["last"]) == (0, 11, 205.0)


def test_a_run_that_grows_is_summed_up_anew(tmp_path: Path) -> None:
    writer = _native.EventFileWriter(str(tmp_path / "run"))
    other = _native.EventFileWriter(str(tmp_path / "other"))
    for each in (writer, other):
        each.add_scalar("loss", 2.0, 1, 100.0)
        each.flush()

    def minima() -> list[float]:
        found: list[float] = QUERIES["summaries"](logs.view, {})["min"].tolist()
        return found

    with sightline.open(str(tmp_path), follow=True, progress=False) as logs:
        wait_until(lambda: minima() == [2.0, 2.0])
        writer.add_scalar("loss", 1.0, 2, 101.0)
        writer.flush()
        wait_until(lambda: minima() == [2.0, 1.0])
    writer.close()
    other.close()


def test_k_must_be_positive(small: StoreView) -> None:
    with pytest.raises(ParamsError, match="k: expected `int` >= 1"):
        QUERIES["summaries"](small, {"k": 0})
