"""Confusion matrices: counted by definition, lossless there and back, shown by TensorBoard as Markdown."""

from typing import Any

import numpy as np
import pytest

from sightline.formats.stand_in import is_stand_in
from sightline.kinds.confusion_matrix.decode import decode
from sightline.kinds.confusion_matrix.encode import confusion_matrix_values, matrix_values


def test_counts_by_definition() -> None:
    truth, guesses = [0, 0, 1, 2, 2, 2], np.array([0, 1, 1, 0, 2, 2])
    own, _ = confusion_matrix_values("m", truth, guesses, ["cat", "dog", "eel"])
    found = decode(own.SerializeToString())
    assert found.class_names == ("cat", "dog", "eel")
    assert found.matrix.tolist() == [[1, 1, 0], [0, 1, 0], [1, 0, 2]]
    assert found.matrix.dtype == np.int64


def test_weights_and_unseen_classes() -> None:
    own, _ = confusion_matrix_values("m", [0, 1], [0, 0], ["a", "b", "c"], weights=[0.5, 2])
    assert decode(own).matrix.tolist() == [[0.5, 0, 0], [2, 0, 0], [0, 0, 0]]


def test_ready_made_matrix_and_names_by_number() -> None:
    found = decode(matrix_values("m", [[5, 1], [2, 7]])[0])
    assert found.class_names == ("0", "1")
    assert found.matrix.tolist() == [[5, 1], [2, 7]]


def test_markdown_for_tensorboard() -> None:
    _, text = matrix_values("m", [[5, 1], [2, 7]], ["a|", "b"])
    assert text.tag == "m/text_summary"
    assert is_stand_in(text.metadata.plugin_data.content)
    assert text.tensor.string_val[0].decode().splitlines() == [
        "| true \\\\ predicted | a\\| | b |",
        "|---|---:|---:|",
        "| **a\\|** | 5 | 1 |",
        "| **b** | 2 | 7 |",
    ]
    many = matrix_values("m", np.eye(50))[1].tensor.string_val[0].decode()
    assert many.endswith("… and 10 more classes")


@pytest.mark.parametrize(
    ("labels", "predictions", "options", "message"),
    [
        ([0], [0, 1], {}, "'m': expected as many labels"),
        ([0.5], [1], {}, "'m': expected class numbers in labels, got fractions"),
        ([0], [-1], {}, "'m': expected class numbers from 0 in predictions"),
        ([3], [1], {"class_names": ["a", "b"]}, "'m': expected 4 class names, got 2"),
        ([1], [1], {"weights": [1, 2]}, "'m': expected 1 weights, got 2"),
        ([], [], {}, "'m': expected a square matrix"),
    ],
)
def test_invalid_classes_raise(labels: Any, predictions: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        confusion_matrix_values("m", labels, predictions, **options)


def test_matrix_that_is_not_square_or_finite_raises() -> None:
    with pytest.raises(ValueError, match="'m': expected a square matrix"):
        matrix_values("m", [[1, 2]])
    with pytest.raises(ValueError, match="'m': expected finite counts"):
        matrix_values("m", [[np.nan]])


def test_decode_refuses_other_values() -> None:
    own, _ = matrix_values("m", [[1]])
    own.tensor.string_val[0] = b'{"version": 0, "class_names": ["a", "b"], "matrix": [[1]]}'
    with pytest.raises(ValueError, match="for 2 classes"):
        decode(own)
