"""What a filter means: a tree of conditions, evaluated for one run at a time."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

Value: TypeAlias = "float | str | bool"

# What is known of one run, by field (name, state, a hyperparameter, an aggregate of a metric, a label…):
# several values where a field has many, none where it is unknown.
Facts: TypeAlias = Callable[[str], Iterable[Value]]


class Searching(Protocol):
    """A compiled pattern."""

    def search(self, text: str, /) -> object | None:
        """What it finds in a text, if anything."""
        ...


class Expression(Protocol):
    """One node of a filter."""

    def matches(self, facts: Facts) -> bool:
        """Whether the run with these facts matches."""
        ...

    def fields(self) -> set[str]:
        """The fields it uses, so that only those need computing."""
        ...


@dataclass(frozen=True)
class All:
    """Every part matches; without parts, always."""

    parts: tuple[Expression, ...]

    def matches(self, facts: Facts) -> bool:
        """Whether all parts match."""
        return all(part.matches(facts) for part in self.parts)

    def fields(self) -> set[str]:
        """The fields of all parts."""
        return set().union(*(part.fields() for part in self.parts))


@dataclass(frozen=True)
class Any:
    """At least one part matches."""

    parts: tuple[Expression, ...]

    def matches(self, facts: Facts) -> bool:
        """Whether any part matches."""
        return any(part.matches(facts) for part in self.parts)

    def fields(self) -> set[str]:
        """The fields of all parts."""
        return set().union(*(part.fields() for part in self.parts))


@dataclass(frozen=True)
class Not:
    """The inner part does not match."""

    inner: Expression

    def matches(self, facts: Facts) -> bool:
        """Whether the inner part does not match."""
        return not self.inner.matches(facts)

    def fields(self) -> set[str]:
        """The fields of the inner part."""
        return self.inner.fields()


@dataclass(frozen=True)
class Exists:
    """The run has the field."""

    field: str

    def matches(self, facts: Facts) -> bool:
        """Whether there is any value."""
        return any(True for _ in facts(self.field))

    def fields(self) -> set[str]:
        """The one field."""
        return {self.field}


@dataclass(frozen=True)
class Pattern:
    """A regular expression found anywhere in the field, ignoring case."""

    field: str
    pattern: Searching

    def matches(self, facts: Facts) -> bool:
        """Whether any value of the field has the pattern in it."""
        return any(self.pattern.search(as_text(value)) for value in facts(self.field))

    def fields(self) -> set[str]:
        """The one field."""
        return {self.field}


@dataclass(frozen=True)
class Compare:
    """A field compared with literals: matches when any of its values does; an unknown field never does."""

    field: str
    symbol: str
    literals: tuple[Value, ...]

    def matches(self, facts: Facts) -> bool:
        """Whether any pair of value and literal compares true."""
        compare = _COMPARISONS[self.symbol]
        return any(compare(value, literal) for value in facts(self.field) for literal in self.literals)

    def fields(self) -> set[str]:
        """The one field."""
        return {self.field}


def as_text(value: Value) -> str:
    """A value as a person would type it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def as_number(value: Value) -> float | None:
    """A value as a number where it is one, or reads as one."""
    try:
        return float(value)
    except ValueError:
        return None


def _equal(value: Value, literal: Value) -> bool:
    left, right = as_number(value), as_number(literal)
    if left is not None and right is not None and not isinstance(value, bool):
        return left == right or (math.isnan(left) and math.isnan(right))
    return as_text(value).lower() == as_text(literal).lower()


def _ordered(compare: Callable[[float, float], bool]) -> Callable[[Value, Value], bool]:
    def is_ordered(value: Value, literal: Value) -> bool:
        left, right = as_number(value), as_number(literal)
        return left is not None and right is not None and compare(left, right)

    return is_ordered


_COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    "=": _equal,
    "<": _ordered(operator.lt),
    "<=": _ordered(operator.le),
    ">": _ordered(operator.gt),
    ">=": _ordered(operator.ge),
}
