"""A hyperparameter over all trials as one column: numbers, booleans, texts, or a mixture of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from sightline.kinds.hparams.config_text import Plain
from sightline.wire.columns import Column, Dictionary

Type = Literal["number", "bool", "text", "mixed"]


@dataclass(frozen=True)
class Values:
    """The values of one key, None where a trial has none."""

    key: str
    values: Sequence[Plain]
    type: Type
    n: int
    n_distinct: int

    @classmethod
    def of(cls, key: str, values: Sequence[Plain]) -> Values:
        """Find the type of the values; numbers and booleans under one key are a mixture."""
        present = [value for value in values if value is not None]
        return cls(key, values, _type(present), len(present), len({_identity(value) for value in present}))

    @property
    def is_constant(self) -> bool:
        """Whether all of several trials have the same value."""
        return self.n_distinct == 0 or (self.n_distinct == 1 and self.n == len(self.values) > 1)

    def column(self) -> Column:
        """The column of a frame: a mixture goes as JSON, so that 1 and "1" stay what they are."""
        if self.type in ("number", "bool"):
            filled: Any = [0 if value is None else value for value in self.values]
            dtype = np.float64 if self.type == "number" else np.bool_
            return np.ma.MaskedArray(np.array(filled, dtype), [value is None for value in self.values])
        as_text = _written if self.type == "mixed" else str
        if self.n == len(self.values) and 2 * self.n_distinct <= self.n:  # few distinct texts, logged often
            return Dictionary.of([as_text(value) for value in self.values])
        return np.array([None if value is None else as_text(value) for value in self.values], dtype=object)


def _type(present: Sequence[Plain]) -> Type:
    types = {type(value) for value in present}
    if types <= {int, float}:
        return "number"
    if types == {bool}:
        return "bool"
    return "text" if types == {str} else "mixed"


def _identity(value: Plain) -> Any:
    """Distinguishes True from 1, and treats all NaN as equal."""
    if isinstance(value, float) and value != value:
        return "NaN", float
    return value, isinstance(value, bool)


def _written(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False)
