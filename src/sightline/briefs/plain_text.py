"""A brief as plain lines: what `sightline query` prints without --json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.briefs.shapes import Brief, CompareRow, SeriesRow, TextRow


def to_text(brief: Brief) -> str:
    """Lines for people and agents: figures, then an aligned table, then the hint."""
    rows: list[Any] = getattr(brief, "rows")  # noqa: B009  every brief declares its own
    lines = [*_figures(brief), *_body(brief, rows)]
    if brief.hint:
        lines.append(brief.hint)
    return "\n".join(lines) or "nothing found"


def _figures(brief: Brief) -> list[str]:
    lines = []
    for name in brief.__struct_fields__:
        value = getattr(brief, name)
        if name == "notices":
            lines += [f"{each.rule}: {each.run}: {each.message}" for each in value]
        elif name not in ("query", "rows", "shown", "total", "hint", "runs") and value:
            lines.append(f"{name}: {cell(value)}")
    return lines


def _body(brief: Brief, rows: list[Any]) -> list[str]:
    if not rows:
        return ["nothing found"] if not brief.total else []
    if isinstance(rows[0], SeriesRow):
        return [line for row in rows for line in _series(row)]
    if isinstance(rows[0], TextRow):
        return [line for row in rows for line in (f"== {row.run} · {row.tag} · step {row.step}", row.text)]
    if isinstance(rows[0], CompareRow):
        names: list[str] = getattr(brief, "runs")  # noqa: B009
        return table(["what", "name", *names], [[row.what, row.name, *map(cell, row.values)] for row in rows])
    fields = rows[0].__struct_fields__
    return table(fields, [[cell(getattr(row, name)) for name in fields] for row in rows])


def _series(row: SeriesRow) -> list[str]:
    nan = f", {row.nan} NaN" if row.nan else ""
    head = f"{row.run} · {row.tag}: {row.shown} of {row.total} points"
    figures = f"min {cell(row.min)}, max {cell(row.max)}, last {cell(row.last)}{nan}"
    return [f"{head}; {figures}", "  " + " ".join(f"{step}:{cell(value)}" for step, value in row.points)]


def cell(value: Any) -> str:
    """One value in a table."""
    if value is None:
        return "-"
    if isinstance(value, dict):
        return " ".join(f"{key}={cell(each)}" for key, each in value.items()) or "-"
    if isinstance(value, list):
        return ", ".join(cell(each) for each in value) or "-"
    if hasattr(value, "calls"):
        return f"{value.name} ({cell(value.ms)} ms)"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned columns; a line feed in a cell would break the table and is a space."""
    cells = [[" ".join(each.split()) for each in row] for row in [list(head), *rows]]
    widths = [max(len(row[place]) for row in cells) for place in range(len(head))]
    return [
        "  ".join(each.ljust(width) for each, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
