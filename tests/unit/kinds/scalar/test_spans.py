from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from sightline.engine.store import StoreView
from sightline.kinds.scalar.query import QUERIES
from sightline.wire.params import ParamsError


def spans(view: StoreView, **params: Any) -> dict[str, dict[str, Any]]:
    """By run name; numbers as Python's."""
    frame = QUERIES["spans"](view, params)
    names = {run.id: run.name for run in view.runs}
    columns = {name: frame[name].tolist() for name in frame}
    return {
        names[run]: {name: column[i] for name, column in columns.items() if name != "run"}
        for i, run in enumerate(columns["run"])
    }


def test_start_end_and_extremes_within_the_range(small: StoreView) -> None:
    a = spans(small, tags=["loss"], range=[1, 4])["group/a"]
    assert a == {
        "tag": "loss", "n": 4, "nan": 1, "start_step": 1, "end_step": 4, "start": 3.0, "end": 2.0,
        "min": 1.0, "max": 3.0,
    }  # fmt: skip


def test_spans_of_a_long_series_are_exact(open_logs: Callable[..., StoreView]) -> None:
    points = [("loss", s, float(s), math.sin(s) * s) for s in range(5000)]
    (row,) = spans(open_logs({"run": points}), tags=["loss"], range=[1000, 3999]).values()
    values = [value for _, step, _, value in points if 1000 <= step <= 3999]
    assert (row["n"], row["start_step"], row["end_step"]) == (3000, 1000, 3999)
    assert row["start"] == pytest.approx(values[0], rel=1e-6)
    assert row["end"] == pytest.approx(values[-1], rel=1e-6)
    assert row["min"] == pytest.approx(min(values), rel=1e-6)
    assert row["max"] == pytest.approx(max(values), rel=1e-6)


def test_one_step_takes_its_point_or_else_the_nearest(small: StoreView) -> None:
    at_two = spans(small, tags=["loss"], range=[2, 2])
    assert (at_two["group/b"]["end"], at_two["group/b"]["n"]) == (8.0, 1)
    assert math.isnan(at_two["group/a"]["end"])
    beyond = spans(small, tags=["loss"], range=[100, 100])
    assert (beyond["group/b"]["end_step"], beyond["group/b"]["end"], beyond["group/b"]["n"]) == (6, 6.0, 0)


def test_runs_without_the_tag_have_no_row(small: StoreView) -> None:
    assert list(spans(small, tags=["lr"], range=[0, 9])) == ["group/a"]
    assert spans(small, tags=["nothing"], range=[0, 9]) == {}


def test_a_range_that_falls_is_refused(small: StoreView) -> None:
    with pytest.raises(ParamsError, match="range"):
        QUERIES["spans"](small, {"tags": ["loss"], "range": [2, 1]})
