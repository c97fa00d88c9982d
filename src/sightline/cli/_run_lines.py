"""What runs logged, in order of time: the scalars of a step in one line, then texts and tables."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sightline.briefs.numbers import number
from sightline.cli._console import printable
from sightline.logs.select import shown_tag

if TYPE_CHECKING:
    from sightline.briefs.shapes import Number
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView
    from sightline.kinds.table.columns import Column

_TEXT = "text"
_TABLE = "table"
_MAX_ROWS = 20
# What `sightline.capture` logs: it has no step of the training.
_CAPTURED = "run/"
# Captured console output is logged as a block of Markdown code, for the page.
_FENCE = re.compile(r"\A```\w*\n(.*)\n```\Z", re.DOTALL)


@dataclass
class Line:
    """The scalars of one run and step, or one text or table."""

    wall_time: float
    run: str
    step: int
    scalars: dict[str, Number] = field(default_factory=dict)
    tag: str = ""
    text: str = ""

    def as_text(self, only_text: bool = False) -> str:
        """The line for a terminal."""
        if only_text:
            return printable(self.text)
        head = [time.strftime("%H:%M:%S", time.localtime(self.wall_time))]
        if self.run != ".":
            head.append(self.run)
        if not self.tag.startswith(_CAPTURED):
            head.append(f"step {self.step}")
        if self.tag:
            head.append(f"{shown_tag(self.tag)}:")
            return printable(" ".join(head) + ("\n" if "\n" in self.text else " ") + self.text)
        return printable(" ".join([*head, *(f"{tag}={value}" for tag, value in self.scalars.items())]))

    def as_json(self) -> str:
        """The line for programs."""
        what = {"tag": self.tag, "text": self.text} if self.tag else {"scalars": self.scalars}
        return json.dumps(
            {"wall_time": self.wall_time, "run": self.run, "step": self.step, **what}, ensure_ascii=False
        )


class RunLines:
    """Hands out each value once; what was logged since the last call comes with the next."""

    def __init__(self, matches: Callable[[str], bool], *, with_scalars: bool) -> None:
        self._matches = matches
        self._with_scalars = with_scalars
        self._n_seen: dict[tuple[int, str, str], int] = {}

    def new(self, view: StoreView, runs: Sequence[RunView]) -> list[Line]:
        """The lines that were not handed out yet, in order of time."""
        found: list[Line] = []
        for run in runs:
            found += self._logged(view, run, _TEXT, _text)
            if self._with_scalars:
                found += self._logged(view, run, _TABLE, _table)
                found += self._steps(run)
        return sorted(found, key=lambda line: line.wall_time)

    def _rest(self, run: RunView, kind: str, tag: str, n: int) -> slice:
        key = (run.id, kind, tag)
        first, self._n_seen[key] = self._n_seen.get(key, 0), n
        return slice(min(first, n), n)

    def _steps(self, run: RunView) -> Iterable[Line]:
        lines: dict[int, Line] = {}
        for tag in filter(self._matches, run.scalars):
            points = run.scalar(tag).columns
            rest = points.at(self._rest(run, "scalar", tag, len(points.steps)))
            for step, wall_time, value in zip(*(column.tolist() for column in rest), strict=True):
                line = lines.setdefault(step, Line(wall_time, run.name, step))
                line.wall_time = max(line.wall_time, wall_time)
                line.scalars[tag] = number(float(value))
        return lines.values()

    def _logged(
        self, view: StoreView, run: RunView, kind: str, as_text: Callable[[Any], str]
    ) -> Iterator[Line]:
        from sightline.logs.items import decoder

        decode = decoder(kind)
        for tag in filter(self._matches, run.series(kind)):
            index = run.items(tag, kind)
            for row in range(len(index))[self._rest(run, kind, tag, len(index))]:
                try:
                    text = as_text(decode(view.read(index.location(row))))
                except (OSError, ValueError) as error:
                    text = f"cannot be read: {error}"
                yield Line(float(index.wall_time[row]), run.name, int(index.step[row]), tag=tag, text=text)


def _text(strings: Any) -> str:
    text = "\n".join(map(str, np.ravel(strings).tolist()))
    return _FENCE.sub(r"\1", text.rstrip("\n"))


def _table(columns: Sequence[Column]) -> str:
    """The first rows, a line each; a table of names and values needs no head."""
    rows = list(zip(*(map(str, column.values[:_MAX_ROWS]) for column in columns), strict=True))
    names = tuple(column.name for column in columns)
    shown = rows if names == ("what", "value") else [names, *rows]
    widths = [max((len(row[place]) for row in shown), default=0) for place in range(len(columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in shown]
    n_more = len(columns[0].values) - len(rows) if columns else 0
    more = [f"({n_more} more rows)"] if n_more else []
    return "\n".join("  " + line.rstrip() for line in [*lines, *more])
