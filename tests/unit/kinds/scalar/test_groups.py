from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sightline.engine.store import StoreView
from sightline.kinds.scalar.query import QUERIES
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError

NAN = math.nan


def run_query(view: StoreView, **params: Any) -> Frame:
    frame: Frame = QUERIES["groups"](view, {"tags": ["loss"], **params})
    return frame


def run(values: dict[int, float]) -> list[tuple[str, int, float, float]]:
    return [("loss", step, 100.0 + step, value) for step, value in values.items()]


@pytest.fixture
def three(open_logs: Callable[..., StoreView]) -> StoreView:
    return open_logs(
        {
            "sgd/lr=0.1/1": run({0: 1.0, 2: 3.0, 4: 5.0}),
            "sgd/lr=0.1/2": run({0: 3.0, 1: 5.0, 2: NAN, 3: 9.0}),
            "adam/lr=0.1/1": run({1: 7.0}),
        }
    )


def test_values_are_carried_between_a_runs_own_ends(three: StoreView) -> None:
    frame = run_query(three, by={"folder": 1})
    adam, sgd = frame.metadata["groups"]
    assert (adam["group"], sgd["group"]) == ("adam", "sgd")
    assert (adam["length"], sgd["offset"], sgd["length"], sgd["grid"]) == (1, 1, 5, "exact")
    rows = slice(sgd["offset"], sgd["offset"] + sgd["length"])
    assert frame["x"][rows].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    # at 1 the first run carries 1.0; at 2 the second has a NaN, so it does not count; at 4 it is over
    assert frame["n"][rows].tolist() == [2, 2, 1, 2, 1]
    assert frame["mean"][rows].tolist() == [2.0, 3.0, 3.0, 6.0, 5.0]
    assert frame["min"][rows].tolist() == [1.0, 1.0, 3.0, 3.0, 5.0]
    assert frame["max"][rows].tolist() == [3.0, 5.0, 3.0, 9.0, 5.0]
    np.testing.assert_allclose(frame["std"][rows], np.array([2, 4, 0, 6, 0]) / math.sqrt(2))
    np.testing.assert_allclose(frame["stderr"][rows], [1.0, 2.0, 0.0, 3.0, 0.0])


def test_grouping_by_pattern_and_by_values(three: StoreView) -> None:
    ids = {each.name: each.id for each in three.runs}
    by_pattern = run_query(three, by={"pattern": r"^(\w+)/lr=([\d.]+)"}).metadata["groups"]
    assert [g["group"] for g in by_pattern] == ["adam, 0.1", "sgd, 0.1"]
    whole = run_query(three, by={"pattern": "sgd"}).metadata["groups"]
    assert [(g["group"], len(g["runs"])) for g in whole] == [("sgd", 2)]
    values = {str(ids["adam/lr=0.1/1"]): 0.1, str(ids["sgd/lr=0.1/1"]): 0.1, str(ids["sgd/lr=0.1/2"]): None}
    by_value = run_query(three, by={"values": values}).metadata["groups"]
    assert [(g["group"], len(g["runs"])) for g in by_value] == [("0.1", 2), ("null", 1)]
    by_parent = run_query(three, by={"folder": -1}).metadata["groups"]
    assert [g["group"] for g in by_parent] == ["adam/lr=0.1", "sgd/lr=0.1"]


def test_quantiles_are_numpys(open_logs: Callable[..., StoreView]) -> None:
    rng = np.random.default_rng(5)
    table = np.round(rng.normal(size=(7, 30)), 3)
    view = open_logs({f"r{i}": run(dict(enumerate(row.tolist()))) for i, row in enumerate(table)})
    frame = run_query(view, by={"pattern": "r"}, quantiles=[0.1, 0.5, 1.0])
    table = table.astype(np.float32).astype(float)
    for name, q in (("q0", 0.1), ("q1", 0.5), ("q2", 1.0), ("median", 0.5)):
        np.testing.assert_allclose(frame[name], np.quantile(table, q, axis=0))
    np.testing.assert_allclose(frame["std"], table.std(axis=0, ddof=1))
    np.testing.assert_allclose(frame["min"], table.min(axis=0))


def test_many_steps_go_to_an_even_grid_that_keeps_extremes(open_logs: Callable[..., StoreView]) -> None:
    values = np.zeros(5000)
    values[1234] = 9.0
    view = open_logs({"a": run(dict(enumerate(values.tolist()))), "b": run({0: 1.0, 4999: 1.0})})
    frame = run_query(view, by={"pattern": "."}, width_px=50)
    a, b = frame.metadata["groups"]
    assert a["grid"] == "even"
    assert a["length"] == 50
    assert frame["max"][: a["length"]].max() == 9.0
    assert frame["mean"][: a["length"]].max() == 0.0
    assert frame["mean"][b["offset"] :].tolist() == [1.0] * 50


@pytest.mark.parametrize(("n_steps", "grid", "length"), [(100, "exact", 100), (101, "even", 50)])
def test_grid_is_exact_up_to_two_steps_a_pixel(
    open_logs: Callable[..., StoreView], n_steps: int, grid: str, length: int
) -> None:
    view = open_logs({"a": run(dict.fromkeys(range(n_steps), 1.0))})
    (group,) = run_query(view, by={"pattern": "."}, width_px=50).metadata["groups"]
    assert (group["grid"], group["length"]) == (grid, length)


def test_groups_apply_range_smoothing_and_x(three: StoreView) -> None:
    assert set(run_query(three, by={"folder": 1}, range=[1, 2])["x"].tolist()) == {1.0, 2.0}
    assert run_query(three, by={"folder": 1}, x="relative")["x"].max() == 4.0
    smooth = run_query(three, by={"pattern": "sgd/.*/1"}, smoothing={"kind": "window", "amount": 3})
    assert smooth["mean"].tolist() == [2.0, 3.0, 4.0]


def test_pattern_without_matches_gives_an_empty_frame(three: StoreView) -> None:
    frame = run_query(three, by={"pattern": "nothing"})
    assert (len(frame), frame.metadata["groups"]) == (0, [])
    assert list(frame)[:4] == ["group", "x", "n", "mean"]


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ({}, "exactly one of pattern, folder and values"),
        ({"pattern": "a", "folder": 1}, "exactly one of pattern, folder and values"),
        ({"pattern": "("}, "by: pattern is not a regular expression"),
        ({"folder": 0}, "by: folder must not be 0"),
        ({"values": {"1": [2]}}, r"by.values\[...\]: expected `bool | float | str | null`"),
    ],
)
def test_bad_grouping_is_explained(three: StoreView, by: dict[str, Any], message: str) -> None:
    with pytest.raises(ParamsError, match=message):
        run_query(three, by=by)
