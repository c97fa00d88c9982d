from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.engine.store import StoreView
from sightline.kinds.scalar.query import QUERIES
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from support.logs import line, load, write_events

NAN = math.nan


def run_query(view: StoreView, **params: Any) -> Frame:
    frame: Frame = QUERIES["series"](view, params)
    return frame


def ids(view: StoreView) -> dict[str, int]:
    return {run.name: run.id for run in view.runs}


def test_few_points_come_exactly_as_logged(small: StoreView) -> None:
    frame = run_query(small, tags=["loss"])
    assert list(frame) == ["series", "step", "wall_time", "value"]
    assert frame["series"].tolist() == [0] * 5 + [1] * 3
    assert frame["step"].tolist() == [0, 1, 2, 3, 4, 2, 4, 6]
    assert frame["wall_time"].tolist() == [100.0, 101.0, 102.0, 103.0, 104.0, 220.0, 240.0, 260.0]
    np.testing.assert_array_equal(frame["value"], [4, 3, NAN, 1, 2, 8, math.inf, 6])
    assert frame.metadata["generation"] == small.generation
    a, b = frame.metadata["series"]
    numbers = {"offset": 0, "length": 5, "total": 5, "in_range": 5, "nan": 1, "inf": 0, "unplaced": 0}
    assert a == {
        "run": ids(small)["group/a"],
        "tag": "loss",
        **numbers,
        "before": 0,
        "after": 0,
        "exact": True,
    }
    assert (b["offset"], b["length"], b["nan"], b["inf"]) == (5, 3, 0, 1)


def test_runs_and_tags_that_are_not_there_are_passed_over(small: StoreView) -> None:
    frame = run_query(small, runs=[ids(small)["group/b"], 10_000], tags=["none", "loss", "lr"])
    assert [(note["tag"], note["length"]) for note in frame.metadata["series"]] == [("loss", 3)]
    assert len(run_query(small, tags=[])) == 0
    assert len(run_query(small, runs=[], tags=["loss"])) == 0


def test_series_are_tag_by_tag(small: StoreView) -> None:
    notes = run_query(small, tags=["lr", "loss"]).metadata["series"]
    assert [note["tag"] for note in notes] == ["lr", "loss", "loss"]


@pytest.mark.parametrize(("x", "expected"), [("relative", [0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 20.0, 40.0])])
def test_relative_time_counts_from_each_series_start(small: StoreView, x: str, expected: list[float]) -> None:
    assert run_query(small, tags=["loss"], x=x)["x"].tolist() == expected


def test_range_keeps_a_neighbor_at_each_end(small: StoreView) -> None:
    frame = run_query(small, tags=["loss"], range=[1, 3])
    a, b = frame.metadata["series"]
    assert frame["step"].tolist() == [0, 1, 2, 3, 4, 2, 4]
    assert (a["in_range"], a["total"], a["before"], a["after"]) == (3, 5, 1, 1)
    assert (b["in_range"], b["total"], b["before"], b["after"]) == (1, 3, 0, 1)


def test_range_by_wall_time(small: StoreView) -> None:
    frame = run_query(small, tags=["loss"], x="wall", range=[102.5, 104])
    assert frame["step"].tolist() == [2, 3, 4, 2]


def test_x_by_another_scalar_joined_on_step(small: StoreView) -> None:
    frame = run_query(small, tags=["loss"], x={"tag": "lr"})
    assert len(frame.metadata["series"]) == 1  # the other run has no lr
    assert frame["step"].tolist() == [0, 1, 3]
    assert frame["x"].tolist() == [0.5, 0.25, 0.125]
    assert frame.metadata["series"][0]["unplaced"] == 2


def test_smoothed_values_stand_beside_raw_ones(small: StoreView) -> None:
    frame = run_query(small, tags=["loss"], smoothing={"kind": "ema", "amount": 0.5})
    np.testing.assert_allclose(frame["smoothed"][:5], [4, 10 / 3, NAN, 2, 2])
    np.testing.assert_array_equal(frame["value"][:2], [4, 3])


def test_long_series_are_thinned_and_keep_what_matters(open_logs: Callable[..., StoreView]) -> None:
    values = np.sin(np.arange(20_000) / 300)
    values[[777, 778]] = NAN
    values[12_345] = 50.0
    view = open_logs({"run": [("loss", i, float(i), float(v)) for i, v in enumerate(values)]})
    frame = run_query(view, tags=["loss"], width_px=50)
    (note,) = frame.metadata["series"]
    assert (note["total"], note["in_range"], note["exact"]) == (20_000, 20_000, False)
    assert note["length"] == len(frame) <= 50 * 5
    assert 50.0 in frame["value"]
    ((row, count),) = note["marks"]
    assert (frame["step"][row], count) == (777, 2)
    assert np.isnan(frame["value"][row])


def test_superseded_points_only_when_requested(tmp_path: Path) -> None:
    write_events(tmp_path, line("loss", range(10), at=100.0), suffix=".1")
    write_events(tmp_path, line("loss", range(6, 12), at=200.0), suffix=".2")
    view = load(str(tmp_path)).view()
    assert run_query(view, tags=["loss"])["step"].tolist() == [*range(6), *range(6, 12)]
    assert run_query(view, tags=["loss"], superseded=True)["step"].tolist() == [*range(10), *range(6, 12)]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({}, "missing required field `tags`"),
        ({"tags": ["a"], "range": [2, 1]}, "range must be"),
        ({"tags": ["a"], "width_px": 0}, "width_px: expected `int` >= 1"),
        ({"tags": ["a"], "x": "time"}, "x: invalid enum value 'time'"),
        (
            {"tags": ["a"], "smoothing": {"kind": "ema", "amount": 1}},
            "smoothing: amount of ema must be from 0",
        ),
    ],
)
def test_bad_parameters_are_explained(small: StoreView, params: dict[str, Any], message: str) -> None:
    with pytest.raises(ParamsError, match=message):
        QUERIES["series"](small, params)
