"""The value of a confusion matrix → its counts and the names of its classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.formats.arrays import Array
from sightline.formats.summary_values import json_of, value_of


@dataclass(frozen=True, slots=True)
class ConfusionMatrix:
    """Counts (int64, or float64 when weighted): rows are true classes, columns predicted ones."""

    matrix: Array
    class_names: tuple[str, ...]


def decode(data: Any) -> ConfusionMatrix:
    """The matrix in a serialized (or parsed) Summary.Value; ValueError where there is none."""
    value = value_of(data)
    content = json_of(value, kind="confusion_matrix")
    try:
        names = tuple(str(name) for name in content["class_names"])
        matrix = np.array(content["matrix"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"confusion_matrix {value.tag!r}: not a matrix ({error!r})") from error
    if matrix.shape != (len(names), len(names)) or matrix.dtype.kind not in "if":
        raise ValueError(f"confusion_matrix {value.tag!r}: shape {matrix.shape} for {len(names)} classes")
    return ConfusionMatrix(matrix, names)
