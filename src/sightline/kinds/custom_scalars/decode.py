"""The layout value of any producer → categories of charts as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.formats import messages
from sightline.formats.summary_values import array_of, parsed, value_of


@dataclass(frozen=True, slots=True)
class Margin:
    """Three tags: a line and the band around it."""

    value: str
    lower: str
    upper: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of the scalars whose tags match (regular expressions), or of margins; one of both is empty."""

    title: str
    tags: tuple[str, ...]
    margins: tuple[Margin, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """A titled group of charts; `closed` ones begin folded."""

    title: str
    charts: tuple[Chart, ...]
    closed: bool


def decode(data: Any) -> list[Category]:
    """The layout in a serialized (or parsed) Summary.Value; ValueError where there is none."""
    value = value_of(data)
    array = array_of(value, kind="custom_scalars")
    if array.size != 1 or not isinstance(array.reshape(-1)[0], bytes):
        raise ValueError(f"custom_scalars {value.tag!r}: expected one string, found shape {array.shape}")
    layout = parsed(messages.Layout, array.reshape(-1)[0], kind=f"custom_scalars {value.tag!r}")
    return [_category(category) for category in layout.category]


def merge(layouts: list[list[Category]]) -> list[Category]:
    """One layout out of several runs': categories of one title are joined, equal charts listed once."""
    merged: dict[str, Category] = {}
    for category in (category for layout in layouts for category in layout):
        known = merged.get(category.title)
        charts = known.charts if known else ()
        added = tuple(chart for chart in category.charts if chart not in charts)
        closed = known.closed if known else category.closed
        merged[category.title] = Category(category.title, charts + added, closed)
    return list(merged.values())


def _category(category: Any) -> Category:
    return Category(category.title, tuple(_chart(chart) for chart in category.chart), category.closed)


def _chart(chart: Any) -> Chart:
    margins = tuple(Margin(s.value, s.lower, s.upper) for s in chart.margin.series)
    return Chart(chart.title, tuple(chart.multiline.tag), margins)
