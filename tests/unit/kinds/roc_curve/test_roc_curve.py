"""ROC curves: exact, lossless there and back, shown by TensorBoard as a picture."""

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sightline.formats.stand_in import is_stand_in
from sightline.kinds.roc_curve.decode import decode
from sightline.kinds.roc_curve.encode import curve_rows, curve_value
from sightline.kinds.roc_curve.picture import area, picture_value

OBSERVATIONS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 8), st.integers(1, 3)), min_size=1, max_size=30
)


def logged_value(labels: Any, scores: Any, weights: Any = None) -> Any:
    return curve_value("r", curve_rows("r", labels, scores, weights))


@given(OBSERVATIONS)
def test_counts_and_area_by_definition(observations: list[tuple[bool, int, int]]) -> None:
    truth, scores, weights = (np.array(column, dtype=float) for column in zip(*observations, strict=True))
    curve = decode(logged_value(truth, scores / 8, weights).SerializeToString())
    assert curve.thresholds[0] == np.inf
    for threshold, fp, tp in zip(curve.thresholds, curve.false_positives, curve.true_positives, strict=True):
        above = scores / 8 >= threshold
        assert tp == weights[above & (truth == 1)].sum()
        assert fp == weights[above & (truth == 0)].sum()
    found = area(np.stack([curve.thresholds, curve.false_positives, curve.true_positives]))
    np.testing.assert_allclose(found, ranked_area(truth, scores, weights))


def ranked_area(truth: Any, scores: Any, weights: Any) -> float:
    """The chance that a positive outranks a negative one, ties as a half: what the area means."""
    pairs = [
        (w * v, 1.0 if s > t else 0.5 if s == t else 0.0)
        for s, w in zip(scores[truth == 1], weights[truth == 1], strict=True)
        for t, v in zip(scores[truth == 0], weights[truth == 0], strict=True)
    ]
    return sum(w * p for w, p in pairs) / sum(w for w, _ in pairs) if pairs else float("nan")


def test_points_on_a_straight_stretch_are_left_out() -> None:
    scores = np.linspace(0, 1, 1000)
    curve = decode(logged_value(scores > 0.5, scores))
    assert len(curve.thresholds) == 3
    assert area(curve_rows("r", scores > 0.5, scores)) == 1.0


def test_nan_scores_are_not_counted() -> None:
    curve = decode(logged_value([1, 0, 1], [0.9, 0.1, np.nan]))
    assert curve.true_positives[-1] == 1


def test_picture_value_is_an_image_stand_in() -> None:
    picture = picture_value("r", curve_rows("r", [1, 0], [0.9, 0.1]))
    assert picture.tag == "r/image"
    assert is_stand_in(picture.metadata.plugin_data.content)
    image = Image.open(io.BytesIO(picture.image.encoded_image_string))
    assert image.size == (picture.image.width, picture.image.height) == (320, 320)
    assert (20, 92, 200) in {color for _, color in image.getcolors(1 << 16) or []}


@pytest.mark.parametrize(
    ("labels", "scores", "options", "message"),
    [
        ([1], [0.5, 0.6], {}, "'r': expected as many labels"),
        ([], [], {}, "'r': expected as many labels"),
        ([2], [0.5], {}, "'r': expected labels of 0 and 1"),
        ([1], [np.nan], {}, "'r': expected predictions, all"),
        ([1], [0.5], {"weights": [1, 2]}, "'r': expected 1 weights, got 2"),
    ],
)
def test_invalid_roc_curve_input_raises(
    labels: Any, scores: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        curve_rows("r", labels, scores, **options)


def test_decode_refuses_other_values() -> None:
    own = logged_value([1, 0], [0.9, 0.1])
    own.tensor.tensor_shape.dim[0].size = 9
    own.tensor.tensor_shape.dim[1].size = 1
    with pytest.raises(ValueError, match="'r': expected 3 rows"):
        decode(own)
