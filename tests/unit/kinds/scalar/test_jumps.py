from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sightline.engine.store import StoreView
from sightline.kinds.scalar.query import QUERIES
from sightline.wire.params import ParamsError


def jumps(view: StoreView, **params: Any) -> dict[str, dict[str, Any]]:
    """By tag, of the only run or the one given; numbers as Python's."""
    frame = QUERIES["jumps"](view, {"runs": [run.id for run in view.runs]} | params)
    columns = {name: frame[name].tolist() for name in frame}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return {row["tag"]: row for row in rows}


def twin(points: Sequence[tuple[int, float]], step: float, n_before: int) -> tuple[float, float, float]:
    """The slow way to value, mean and change in standard deviations."""
    upto = [value for at, value in points if at <= step][-n_before - 1 :]
    before = [value for value in upto[:-1] if math.isfinite(value)]
    mean, std = statistics.fmean(before), statistics.stdev(before)
    return upto[-1], mean, (upto[-1] - mean) / std


def test_change_is_counted_in_standard_deviations_of_the_values_before(
    open_logs: Callable[..., StoreView],
) -> None:
    noise = random.Random(5)
    points = [(step, noise.gauss(2, 0.5) if step != 700 else 9.0) for step in range(0, 2000, 2)]
    points[100] = (200, math.nan)
    view = open_logs({"run": [("loss", step, float(step), value) for step, value in points]})
    for step, n_before in ((700, 50), (701, 50), (900, 200), (230, 40), (1998, 3), (10, 200)):
        row = jumps(view, step=step, n_before=n_before)["loss"]
        value, mean, z = twin(points, step, n_before)
        assert row["value"] == pytest.approx(value, rel=1e-6)
        assert row["mean"] == pytest.approx(mean, rel=1e-6)
        assert row["z"] == pytest.approx(z, rel=1e-4)
        assert row["at_step"] == step - step % 2
    assert jumps(view, step=700, n_before=50)["loss"]["z"] > 10


def test_nonfinite_value_has_its_start_and_the_first_of_its_tag(
    open_logs: Callable[..., StoreView],
) -> None:
    values = [1.0, math.nan, 1.0, 1.0, math.inf, math.nan, math.inf, 1.0]
    view = open_logs({"run": [("loss", 10 * i, 0.0, value) for i, value in enumerate(values)]})
    at_sixty = jumps(view, step=60)["loss"]
    assert (at_sixty["value"], at_sixty["since_step"]) == (math.inf, 40)
    assert math.isnan(at_sixty["z"])
    assert at_sixty["first_nonfinite_step"] == 10
    assert math.isnan(at_sixty["first_nonfinite"])
    assert jumps(view, step=70)["loss"]["since_step"] is None


def test_a_constant_that_changes_is_an_infinite_jump_and_one_that_does_not_is_none(
    open_logs: Callable[..., StoreView],
) -> None:
    points = [("lr", step, 0.0, 0.1 if step < 8 else 0.01) for step in range(9)]
    points += [("scale", step, 0.0, 65536.0) for step in range(9)]
    rows = jumps(open_logs({"run": points}))
    assert (rows["lr"]["z"], rows["scale"]["z"]) == (-math.inf, 0.0)


def test_too_few_values_before_tell_no_change(open_logs: Callable[..., StoreView]) -> None:
    row = jumps(open_logs({"run": [("eval", step, 0.0, float(step)) for step in range(3)]}))["eval"]
    assert math.isnan(row["z"])
    assert (row["n_before"], row["mean"]) == (2, 0.5)


def test_tags_without_a_value_up_to_the_step_have_no_row(open_logs: Callable[..., StoreView]) -> None:
    view = open_logs({"run": [("early", 1, 0.0, 1.0), ("late", 100, 0.0, 1.0)]})
    assert list(jumps(view, step=50)) == ["early"]
    assert jumps(view, step=0) == {}


def test_recent_values_end_at_the_step(open_logs: Callable[..., StoreView]) -> None:
    view = open_logs({"run": [("loss", step, 0.0, float(step)) for step in range(100)]})
    row = jumps(view, step=80)["loss"]
    assert list(row["recent_steps"]) == list(range(33, 81))
    assert list(row["recent"]) == [float(step) for step in range(33, 81)]


def test_a_window_of_two_values_is_refused(small: StoreView) -> None:
    with pytest.raises(ParamsError, match="n_before"):
        QUERIES["jumps"](small, {"runs": [], "n_before": 2})


def test_logged_steps_are_those_of_all_tags_each_once(open_logs: Callable[..., StoreView]) -> None:
    points = [("a", step, 0.0, 1.0) for step in (0, 10, 20)] + [("b", step, 0.0, 1.0) for step in (10, 15)]
    view = open_logs({"run": points})
    assert QUERIES["steps"](view, {})["step"].tolist() == [0, 10, 15, 20]
    assert QUERIES["steps"](view, {"tags": ["nothing"]})["step"].tolist() == []


def test_very_many_logged_steps_are_thinned_evenly(open_logs: Callable[..., StoreView]) -> None:
    view = open_logs({"run": [("a", step, 0.0, 1.0) for step in range(25_000)]})
    frame = QUERIES["steps"](view, {})
    assert len(frame["step"]) == 10_000
    assert frame.metadata["exact"] is False
