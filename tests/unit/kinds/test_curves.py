"""The query `curve` of PR and ROC curves, on real event files and the real engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from golden_tags import expected
from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.formats.summary_values import tensor_value
from sightline.kinds.pr_curve.query import QUERIES as PR
from sightline.kinds.roc_curve.query import QUERIES as ROC
from sightline.wire.frame import Frame
from support.logs import GOLDEN, load

LABELS = np.array([0, 0, 0, 1, 1, 1, 0, 1])
SCORES = np.array([0.1, 0.3, 0.35, 0.4, 0.6, 0.8, 0.7, 0.9])


def curve(frame: Frame, place: int = 0) -> dict[str, Any]:
    """One curve of a frame: its columns and what the metadata says of it."""
    facts = frame.metadata["series"][place]
    rows = slice(facts["offset"], facts["offset"] + facts["length"])
    return facts | {name: frame[name][rows].tolist() for name in frame}


def logged(folder: Path, rows: Any) -> StoreView:
    """A run with one PR curve of these six rows."""
    with SummaryWriter(folder / "r") as writer:
        value = tensor_value("c", np.asarray(rows, np.float32), plugin="pr_curves")
        writer._add_value(value.SerializeToString(), 1, None)
    return load(str(folder)).view()


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> StoreView:
    folder = tmp_path_factory.mktemp("curves")
    for name in ("a", "b"):
        with SummaryWriter(folder / name) as writer:
            for step in (0, 10):
                writer.add_pr_curve("pr", LABELS, SCORES, step, num_thresholds=11)
                writer.add_roc_curve("roc", LABELS, SCORES, step)
    return load(str(folder)).view()


@pytest.mark.parametrize("case", ["tf/pr_curve", "torch/pr_curve", "tensorboardx/plugins"])
def test_golden_curves_have_the_numbers_tensorboard_gives(case: str) -> None:
    view = load(str(GOLDEN / case)).view()
    n_seen = 0
    for name, run in expected(case)["runs"].items():
        for tag, info in run["tags"].items():
            for sample in info["data"]["samples"] if info["plugin"] == "pr_curves" else ():
                params = {"tags": [tag], "runs": [view.by_name[name].id], "step": sample["step"]}
                found = curve(PR["curve"](view, params))
                known = {key: np.array(row, float) for key, row in sample.items() if isinstance(row, list)}
                for column, key in (("tp", "true_positives"), ("fp", "false_positives"),
                                    ("tn", "true_negatives"), ("fn", "false_negatives")):  # fmt: skip
                    np.testing.assert_array_equal(found[column], known[key])
                shown = np.isfinite(found["precision"])
                np.testing.assert_array_equal(np.array(found["precision"])[shown], known["precision"][shown])
                assert (known["true_positives"] + known["false_positives"])[~shown].sum() == 0
                np.testing.assert_array_equal(found["recall"], known["recall"])
                n_seen += 1
    assert n_seen > 1


def test_many_runs_in_one_answer(view: StoreView) -> None:
    frame = PR["curve"](view, {"tags": ["pr"]})
    assert [(s["step"], s["offset"], s["length"]) for s in frame.metadata["series"]] == [
        (10, 0, 11),
        (10, 11, 11),
    ]
    assert curve(frame, 0)["tp"] == curve(frame, 1)["tp"]
    assert frame.metadata["left_off"] == 0
    assert len(frame.to_ipc()) > 100


@pytest.mark.parametrize(("step", "nearest"), [(None, 10), (0, 0), (4, 0), (6, 10), (-3, 0)])
def test_the_nearest_step(view: StoreView, step: int | None, nearest: int) -> None:
    assert curve(PR["curve"](view, {"tags": ["pr"], "step": step}))["step"] == nearest


def test_the_area_under_a_roc_curve_is_the_chance_to_rank_a_pair_well(view: StoreView) -> None:
    pairs = [(p > n) + (p == n) / 2 for p in SCORES[LABELS == 1] for n in SCORES[LABELS == 0]]
    exact = curve(ROC["curve"](view, {"tags": ["roc"]}))
    assert exact["roc_area"] == pytest.approx(np.mean(pairs))
    assert curve(PR["curve"](view, {"tags": ["pr"]}))["roc_area"] == pytest.approx(np.mean(pairs), abs=0.05)


def test_a_roc_curve_has_the_counts_of_every_threshold(view: StoreView) -> None:
    found = curve(ROC["curve"](view, {"tags": ["roc"]}))
    assert found["threshold"] == sorted(found["threshold"])
    for threshold, tp, fp, tn, fn in zip(
        *(found[k] for k in ("threshold", "tp", "fp", "tn", "fn")), strict=True
    ):
        chosen = threshold <= SCORES
        assert (tp, fp) == (LABELS[chosen].sum(), (1 - LABELS)[chosen].sum())
        assert (tn, fn) == (4 - fp, 4 - tp)
    assert (found["precision"][0], found["recall"][0]) == (0.5, 1.0)
    assert found["pr_area"] > 0.8


def test_precision_where_nothing_is_positive_is_unknown(view: StoreView) -> None:
    found = curve(PR["curve"](view, {"tags": ["pr"]}))
    assert (found["tp"][-1], found["fp"][-1]) == (0, 0)
    assert np.isnan(found["precision"][-1])


def test_a_single_threshold_is_a_point_without_an_area(tmp_path: Path) -> None:
    found = curve(PR["curve"](logged(tmp_path, [[3], [1], [4], [2], [0.75], [0.6]]), {"tags": ["c"]}))
    assert (found["length"], found["precision"], found["fpr"]) == (1, [0.75], [0.2])
    assert (found["pr_area"], found["roc_area"]) == (None, None)


def test_negative_and_missing_counts_are_reported_and_not_drawn(tmp_path: Path) -> None:
    rows = np.array([[5, -4, 3, 2], [5, 3, np.nan, 0], [0, 2, 3, 5], [0, 1, 2, 3],
                     [0.5, 0.6, 0.7, 1.0], [1.0, 0.8, 0.6, 0.4]])  # fmt: skip
    found = curve(PR["curve"](logged(tmp_path, rows), {"tags": ["c"]}))
    assert found["bad"] == 2
    assert [np.isnan(v) for v in found["precision"]] == [False, True, True, False]
    assert found["tp"][1] == -4
    assert found["pr_area"] == pytest.approx(0.4 + 0.6 * 0.75)


def test_rates_that_are_none_are_not_drawn(tmp_path: Path) -> None:
    rows = [[2, 1], [1, 0], [1, 2], [0, 1], [7.0, 1.0], [1.0, -0.5]]
    found = curve(PR["curve"](logged(tmp_path, rows), {"tags": ["c"]}))
    assert np.isnan(found["precision"][0])
    assert np.isnan(found["recall"][1])


def test_no_threshold_and_other_shapes_are_errors_of_their_curve(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        writer.add_pr_curve("good", LABELS, SCORES, 1)
        for tag, shape in (("empty", (6, 0)), ("flat", (6,))):
            value = tensor_value(tag, np.zeros(shape, np.float32), plugin="pr_curves")
            writer._add_value(value.SerializeToString(), 1, None)
    frame = PR["curve"](load(str(tmp_path)).view(), {"tags": ["empty", "flat", "good"]})
    empty, flat, good = (curve(frame, place) for place in range(3))
    assert "no threshold" in empty["error"]
    assert "expected 6 rows" in flat["error"]
    assert (good["length"], good.get("error")) == (127, None)


def test_a_long_curve_is_thinned_and_its_area_exact(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    with SummaryWriter(tmp_path / "r") as writer:
        writer.add_roc_curve("long", rng.integers(0, 2, 20_000), rng.random(20_000), 1)
    found = curve(ROC["curve"](load(str(tmp_path)).view(), {"tags": ["long"]}))
    assert found["length"] == 2000 < found["total"]
    assert (found["tp"][-1], found["tn"][0]) == (0, 0)
    assert found["roc_area"] == pytest.approx(0.5, abs=0.02)


def test_one_class_alone_has_no_area(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        writer.add_roc_curve("ones", [1, 1, 1], [0.1, 0.2, 0.3], 1)
    found = curve(ROC["curve"](load(str(tmp_path)).view(), {"tags": ["ones"]}))
    assert found["roc_area"] is None
    assert np.isnan(found["fpr"]).all()


def test_unknown_runs_and_tags_are_no_curves(view: StoreView) -> None:
    assert len(PR["curve"](view, {"tags": ["none"]})) == 0
    assert PR["curve"](view, {"tags": ["pr"], "runs": [99]}).metadata["series"] == []


@pytest.mark.parametrize("queries", [PR, ROC])
def test_the_steps_of_the_ruler(view: StoreView, queries: dict[str, Any]) -> None:
    frame = queries["steps"](view, {})
    assert (frame["step"].tolist(), frame["n"].tolist()) == ([0, 10], [2, 2])
