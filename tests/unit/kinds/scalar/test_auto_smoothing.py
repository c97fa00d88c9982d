from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from sightline.engine.store import StoreView
from sightline.kinds.scalar.query import QUERIES

Logs = dict[str, Sequence[tuple[str, int, float, float]]]
AUTO = {"kind": "ema", "auto_px": 100}


@pytest.fixture
def dense(open_logs: Callable[[Logs], StoreView]) -> StoreView:
    """Three runs of 800 points, eight per pixel of a plot of 100 pixels; and a tag of 20 points."""
    loss = [("loss", step, 100.0 + step, float(step % 7)) for step in range(800)]
    sparse = [("val", step, 100.0 + step, float(step)) for step in range(20)]
    return open_logs({"a": [*loss, *sparse], "b": loss, "c": loss})


def amount(view: StoreView, query: str = "series", **params: object) -> object:
    return QUERIES[query](view, {"width_px": 100, "smoothing": AUTO, **params}).metadata["smoothing"]


def test_looks_back_over_eight_pixels_of_points(dense: StoreView) -> None:
    assert amount(dense, tags=["loss"]) == 1 - 1 / 64


def test_few_points_per_pixel_are_not_smoothed(dense: StoreView) -> None:
    frame = QUERIES["series"](dense, {"tags": ["val"], "smoothing": AUTO})
    assert frame.metadata["smoothing"] == 0.0
    assert "smoothed" not in list(frame)


def test_zooming_in_smooths_less(dense: StoreView) -> None:
    assert amount(dense, tags=["loss"], range=[0, 99]) == 1 - 1 / 8


def test_lines_requested_one_by_one_are_smoothed_alike(dense: StoreView) -> None:
    ids = [run.id for run in dense.runs]
    assert amount(dense, tags=["loss"], runs=ids[:1]) == amount(dense, tags=["loss"], runs=ids)


def test_the_other_kinds_count_points(dense: StoreView) -> None:
    assert amount(dense, tags=["loss"], smoothing={"kind": "window", "auto_px": 100}) == 64
    assert amount(dense, tags=["loss"], smoothing={"kind": "gaussian", "auto_px": 100}) == 32


def test_groups_are_smoothed_as_their_runs(dense: StoreView) -> None:
    assert amount(dense, "groups", tags=["loss"], by={"pattern": "."}) == 1 - 1 / 64


def test_a_tag_that_nobody_has_is_not_smoothed(dense: StoreView) -> None:
    assert amount(dense, tags=["none"]) == 0.0
