"""Confusion matrices → a lossless value of our own, and a Markdown table that TensorBoard shows as text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from sightline.formats.arrays import Array, as_array
from sightline.formats.summary_values import tensor_value, text_stand_in

PLUGIN = "sightline_confusion_matrix"
_MAX_SHOWN_CLASSES = 40


def confusion_matrix_values(
    tag: str, labels: Any, predictions: Any, class_names: Sequence[str] | None = None, weights: Any = None
) -> list[Any]:
    """Two values from true and predicted class numbers: the matrix, and its Markdown for TensorBoard."""
    truth, guesses = _classes(tag, labels, "labels"), _classes(tag, predictions, "predictions")
    if truth.shape != guesses.shape:
        raise ValueError(
            f"add_confusion_matrix {tag!r}: expected as many labels as predictions, got {truth.size}"
            f" and {guesses.size}"
        )
    highest = int(max(truth.max(initial=-1), guesses.max(initial=-1)))
    size = max(highest + 1, len(class_names or ()))
    heavy = None if weights is None else _weights(tag, weights, truth.size)
    counts = np.bincount(truth * size + guesses, weights=heavy, minlength=size * size)
    return matrix_values(tag, counts.reshape(size, size), class_names)


def matrix_values(tag: str, matrix: Any, class_names: Sequence[str] | None = None) -> list[Any]:
    """Two values from a ready-made square matrix: rows are true classes, columns predicted."""
    counts = as_array(matrix, what=f"add_confusion_matrix {tag!r}: matrix")
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or counts.size == 0:
        raise ValueError(f"add_confusion_matrix {tag!r}: expected a square matrix, got shape {counts.shape}")
    names = _names(tag, class_names, len(counts))
    if not np.isfinite(counts).all():
        raise ValueError(f"add_confusion_matrix {tag!r}: expected finite counts")
    payload = {"version": 0, "class_names": names, "matrix": counts.tolist()}
    own = tensor_value(tag, np.array(json.dumps(payload).encode(), dtype=object), plugin=PLUGIN)
    return [own, text_stand_in(tag, "confusion_matrix", markdown(counts, names))]


def markdown(counts: Array, names: list[str]) -> str:
    """The matrix as a Markdown table, of the first classes when there are many."""
    shown = min(len(names), _MAX_SHOWN_CLASSES)
    cells = [_escape(name) for name in names[:shown]]
    lines = ["| true \\\\ predicted | " + " | ".join(cells) + " |", "|---" + "|---:" * shown + "|"]
    for name, row in zip(cells, counts[:shown, :shown].tolist(), strict=True):
        lines.append(f"| **{name}** | " + " | ".join(f"{count:.6g}" for count in row) + " |")
    if shown < len(names):
        lines.append(f"\n… and {len(names) - shown} more classes")
    return "\n".join(lines)


def _escape(name: str) -> str:
    return name.replace("|", "\\|").replace("\n", " ")


def _classes(tag: str, values: Any, what: str) -> Array:
    array = as_array(values, what=f"add_confusion_matrix {tag!r}: {what}")
    whole = array.astype(np.int64)
    if array.dtype.kind not in "biu" and not np.array_equal(whole, array):
        raise ValueError(f"add_confusion_matrix {tag!r}: expected class numbers in {what}, got fractions")
    if whole.size and whole.min() < 0:
        raise ValueError(f"add_confusion_matrix {tag!r}: expected class numbers from 0 in {what}")
    return whole.reshape(-1)


def _weights(tag: str, weights: Any, size: int) -> Array:
    array = as_array(weights, what=f"add_confusion_matrix {tag!r}: weights").reshape(-1)
    if array.size != size:
        raise ValueError(f"add_confusion_matrix {tag!r}: expected {size} weights, got {array.size}")
    return array.astype(np.float64)


def _names(tag: str, class_names: Sequence[str] | None, size: int) -> list[str]:
    if class_names is None:
        return [str(number) for number in range(size)]
    if isinstance(class_names, str) or len(class_names) != size:
        raise ValueError(f"add_confusion_matrix {tag!r}: expected {size} class names, got {len(class_names)}")
    return [str(name) for name in class_names]
