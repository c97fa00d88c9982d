"""Precision-recall curves: counted by definition, read from every producer, wrong input refused."""

from typing import Any

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.kinds.pr_curve.decode import decode, num_thresholds
from sightline.kinds.pr_curve.encode import pr_curve_raw_value, pr_curve_value

ROWS = ["true_positives", "false_positives", "true_negatives", "false_negatives", "precision", "recall"]
GOLDEN = list(of_plugin("pr_curves"))


def test_there_are_golden_curves() -> None:
    assert {name.split("/")[0] for name, _, _ in GOLDEN} == {"tensorboardx", "tf", "torch"}


@pytest.mark.parametrize(("values", "info"), [g[1:] for g in GOLDEN], ids=[g[0] for g in GOLDEN])
def test_decode_of_golden_pr_curves(values: list[Any], info: dict[str, Any]) -> None:
    assert len(values) == info["count"]
    assert num_thresholds(values[0].metadata.plugin_data.content) == info["data"]["plugin_data"].get(
        "num_thresholds", 0
    )
    for value, sample in zip(values, info["data"]["samples"], strict=True):
        curve = decode(value.SerializeToString())
        for row in ROWS:
            np.testing.assert_array_equal(getattr(curve, row), [float(x) for x in sample[row]])


def test_counts_by_definition() -> None:
    labels = np.array([1, 0, 1, 1, 0, 0])
    scores = np.array([0.9, 0.8, 0.5, 0.1, 0.0, 1.0])
    weights = np.array([1.0, 2.0, 1.0, 0.5, 1.0, 3.0])
    curve = decode(pr_curve_value("c", labels, scores, num_thresholds=11, weights=weights))
    for i, threshold in enumerate(curve.thresholds):
        above = scores >= threshold - 1e-9
        assert curve.true_positives[i] == weights[above & (labels == 1)].sum()
        assert curve.false_positives[i] == weights[above & (labels == 0)].sum()
        assert curve.true_negatives[i] == weights[~above & (labels == 0)].sum()
        assert curve.false_negatives[i] == weights[~above & (labels == 1)].sum()


def test_nan_and_out_of_range_are_not_counted() -> None:
    curve = decode(pr_curve_value("c", [1, 1, 0, 0], [0.5, np.nan, -0.5, 7.0], num_thresholds=3))
    assert curve.true_positives.tolist() == [1, 1, 0]
    assert curve.false_positives.tolist() == [0, 0, 0]


def test_more_thresholds_than_torch_takes() -> None:
    value = pr_curve_value("c", [1, 0], [0.5, 0.2], num_thresholds=500)
    assert len(decode(value).thresholds) == 127
    assert num_thresholds(value.metadata.plugin_data.content) == 127


def test_raw_rows_survive_encoding() -> None:
    rows = [np.arange(3) + i for i in range(6)]
    curve = decode(pr_curve_raw_value("c", *rows, num_thresholds=3))
    assert [getattr(curve, row).tolist() for row in ROWS] == [row.tolist() for row in rows]


@pytest.mark.parametrize(
    ("labels", "scores", "options", "message"),
    [
        ([1, 0], [0.5], {}, "'c'.*as many labels as predictions"),
        ([1, 0], [0.5, 0.5], {"num_thresholds": 1}, "'c'.*at least 2"),
        ([1, 0], [0.5, 0.5], {"weights": [1, 2, 3]}, "'c'.*one weight a prediction"),
    ],
)
def test_invalid_pr_curve_input_raises(
    labels: Any, scores: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        pr_curve_value("c", labels, scores, **options)


def test_bad_types_and_rows() -> None:
    with pytest.raises(TypeError, match="'c': labels"):
        pr_curve_value("c", "words", [0.5])
    with pytest.raises(ValueError, match=r"'c'.*rows of one length, got recall"):
        pr_curve_raw_value("c", *[[1, 2]] * 5, [1])


def test_decode_refuses_other_values() -> None:
    value = pr_curve_raw_value("c", *[[1, 2]] * 6)
    value.tensor.tensor_shape.dim[0].size = 4
    value.tensor.tensor_shape.dim[1].size = 3
    with pytest.raises(ValueError, match="'c': expected 6 rows"):
        decode(value)
    value.simple_value = 1.0
    with pytest.raises(ValueError, match="'c': expected a tensor, found simple_value"):
        decode(value)
