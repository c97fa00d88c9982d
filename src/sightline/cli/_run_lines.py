"""What runs logged, as lines in order of time: the scalars of a step in one, each text in its own."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sightline.briefs.numbers import number
from sightline.cli._console import printable

if TYPE_CHECKING:
    from sightline.briefs.shapes import Number
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView

_TEXT = "text"
# Captured console output is logged as a block of Markdown code, for the page.
_FENCE = re.compile(r"\A```\w*\n(.*)\n```\Z", re.DOTALL)


@dataclass
class Line:
    """The scalars of one run and step, or one text."""

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
        head = f"{time.strftime('%H:%M:%S', time.localtime(self.wall_time))} {self.run} step {self.step}"
        if self.tag:
            return printable(f"{head} {self.tag}: {self.text}")
        values = " ".join(f"{tag}={value}" for tag, value in self.scalars.items())
        return printable(f"{head} {values}")

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
            found += self._texts(view, run)
            if self._with_scalars:
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

    def _texts(self, view: StoreView, run: RunView) -> Iterator[Line]:
        from sightline.logs.items import decoder

        decode = decoder(_TEXT)
        for tag in filter(self._matches, run.series(_TEXT)):
            index = run.items(tag, _TEXT)
            for row in range(len(index))[self._rest(run, _TEXT, tag, len(index))]:
                try:
                    text = "\n".join(map(str, np.ravel(decode(view.read(index.location(row)))).tolist()))
                except (OSError, ValueError) as error:
                    text = f"cannot be read: {error}"
                text = _FENCE.sub(r"\1", text.rstrip("\n"))
                yield Line(
                    float(index.wall_time[row]),
                    run.name,
                    int(index.step[row]),
                    tag=tag,
                    text=text,
                )
