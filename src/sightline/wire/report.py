"""What a kind declares for reports: the questions that the page asks about its data.

A kind's module `report` has `REPORT`. The answers are recorded, so that a page without a server has them
(docs/design/0006-reports.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Question:
    """A query of the kind with its parameters, as the page asks it.

    rows: the answer has the columns `run` and `tag`; rows of some runs and tags are taken out of it.
    """

    query: str
    params: Mapping[str, Any]
    rows: bool = False


@dataclass(frozen=True)
class LoggedValue:
    """One value that goes into a report: `index` is its row in the list of its tag."""

    run: int
    tag: str
    index: int
    step: int


def no_questions(*_: Any) -> Iterable[Question]:
    """For kinds whose page asks nothing of this sort."""
    return ()


@dataclass(frozen=True)
class KindReport:
    """What of a kind goes into a report.

    whole: questions about all of the view, always answered. Takes the StoreView.
    value: questions about one logged value. Where a report would grow too large, evenly spread values stay.
        Takes the StoreView and a LoggedValue.
    columns: all values of a run as columns by tag, which the page computes from. Takes the StoreView and the
        RunView.
    logged: the values as they were logged go in too, so that the report can be read back: the tags and rows
        that belong to one value. Takes the RunView and a LoggedValue.
    tags: the names under which the list of values has the values of a run, with the tag of each; by
        default the tags themselves. Takes the RunView.
    """

    whole: Callable[[Any], Iterable[Question]] = no_questions
    value: Callable[[Any, LoggedValue], Iterable[Question]] | None = None
    columns: Callable[[Any, Any], list[tuple[str, dict[str, Any]]]] | None = None
    logged: Callable[[Any, LoggedValue], Iterable[tuple[str, int]]] | None = None
    tags: Callable[[Any], Mapping[str, str]] | None = None


def items_question(_view: Any) -> Iterable[Question]:
    """The list of a kind's values, for kinds that have `items`."""
    return (Question("items", {}, rows=True),)


def its_own_row(_run: Any, value: LoggedValue) -> Iterable[tuple[str, int]]:
    """A value that was logged in one piece."""
    return ((value.tag, value.index),)
