"""Which values a hyperparameter may take: an interval of integers or reals, or a list."""

from __future__ import annotations

import abc
import random
from collections.abc import Iterable
from typing import Any

_NUMBER, _BOOL, _STRING = 3, 2, 1  # DataType of an HParamInfo
_TYPES = {int: _NUMBER, float: _NUMBER, bool: _BOOL, str: _STRING}


class Domain(abc.ABC):
    """The values a hyperparameter may take: floats, ints, texts or booleans."""

    @property
    @abc.abstractmethod
    def dtype(self) -> type:
        """The Python type of the values: float, int, str or bool."""

    @abc.abstractmethod
    def sample_uniform(self, rng: Any = random) -> Any:
        """Draw one value, each as likely as any other; `rng` is a `random.Random`."""

    @abc.abstractmethod
    def update_hparam_info(self, hparam_info: Any) -> None:
        """Set type and domain of an HParamInfo message."""


class _Interval(Domain):
    """All numbers of a type from one to another, both included."""

    _type: type

    def __init__(self, min_value: Any = None, max_value: Any = None) -> None:
        for name, value in (("min_value", min_value), ("max_value", max_value)):
            if not isinstance(value, self._type):
                raise TypeError(f"{name}: expected {self._type.__name__}, got {value!r}")
        if min_value > max_value:
            raise ValueError(f"expected min_value at most max_value, got {min_value!r} > {max_value!r}")
        self._min_value = min_value
        self._max_value = max_value

    def __str__(self) -> str:
        return f"[{self._min_value}, {self._max_value}]"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._min_value!r}, {self._max_value!r})"

    @property
    def dtype(self) -> type:
        """The Python type of the values."""
        return self._type

    @property
    def min_value(self) -> Any:
        """The least value."""
        return self._min_value

    @property
    def max_value(self) -> Any:
        """The greatest value."""
        return self._max_value

    def update_hparam_info(self, hparam_info: Any) -> None:
        """Set type and interval of an HParamInfo message."""
        hparam_info.type = _NUMBER
        hparam_info.domain_interval.min_value = self._min_value
        hparam_info.domain_interval.max_value = self._max_value


class IntInterval(_Interval):
    """All integers from `min_value` to `max_value`, both included."""

    _type = int

    def sample_uniform(self, rng: Any = random) -> int:
        """Draw one integer, each as likely as any other."""
        return int(rng.randint(self._min_value, self._max_value))


class RealInterval(_Interval):
    """All reals from `min_value` to `max_value`, both included; both are floats."""

    _type = float

    def sample_uniform(self, rng: Any = random) -> float:
        """Draw one number, uniformly."""
        return float(rng.uniform(self._min_value, self._max_value))


class Discrete(Domain):
    """A list of values of one type: that of the first one if `dtype` is not given."""

    def __init__(self, values: Iterable[Any], dtype: type | None = None) -> None:
        self._values = list(values)
        if dtype is None:
            if not self._values:
                raise ValueError("expected values, or a dtype for an empty domain")
            dtype = type(self._values[0])
        if dtype not in _TYPES:
            raise ValueError(f"dtype: expected int, float, bool or str, got {dtype!r}")
        self._dtype = dtype
        for value in self._values:
            if not isinstance(value, dtype):
                raise TypeError(f"expected values of type {dtype.__name__}, got {value!r}")
        self._values.sort()

    def __str__(self) -> str:
        return "{" + ", ".join(repr(value) for value in self._values) + "}"

    def __repr__(self) -> str:
        return f"Discrete({self._values!r})"

    @property
    def dtype(self) -> type:
        """The Python type of the values."""
        return self._dtype

    @property
    def values(self) -> list[Any]:
        """The values, sorted."""
        return list(self._values)

    def sample_uniform(self, rng: Any = random) -> Any:
        """Draw one of the values, each as likely as any other; IndexError if there is none."""
        return rng.choice(self._values)

    def update_hparam_info(self, hparam_info: Any) -> None:
        """Set type and values of an HParamInfo message."""
        hparam_info.type = _TYPES[self._dtype]
        hparam_info.domain_discrete.Clear()
        hparam_info.domain_discrete.extend(self._values)
        hparam_info.domain_discrete.SetInParent()
