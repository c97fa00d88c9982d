"""All briefs over some logs: what `sightline query` and `sightline mcp` both answer with."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from sightline.briefs import shapes
from sightline.briefs.best import best
from sightline.briefs.compare import MOST_RUNS, compare
from sightline.briefs.directions import direction
from sightline.briefs.images import images
from sightline.briefs.profiles import profiles
from sightline.briefs.runs import runs
from sightline.briefs.series import MOST_POINTS, series
from sightline.briefs.status import status
from sightline.briefs.tags import tags
from sightline.briefs.text import text
from sightline.engine.facts import AGGREGATES, select
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.logs.logs import Logs, fact_sources
from sightline.logs.select import Selection, matcher, tag_matcher

AGGREGATE_NAMES = tuple(AGGREGATES)
_LIMIT = 20


class UnknownError(ValueError):
    """A run, tag or choice that the logs do not have; the message lists what they have."""


class Briefs:
    """Short answers about some runs of logs: those with a matching name and, where given, a filter.

    Methods raise UnknownError and the filter's own FilterError, both with a sentence for the user.
    """

    def __init__(self, logs: Logs, *, run: Selection = None, filter: str | None = None) -> None:
        self._logs = logs
        self._view: StoreView = logs.view
        self._now = time.time()
        matches = matcher(run or None)
        found = self._view.runs if filter is None else select(filter, fact_sources(self._view))
        self.runs_chosen: list[RunView] = [each for each in found if matches(each.name)]

    def status(self, *, tag: Selection = None, limit: int = _LIMIT) -> shapes.Status:
        """What is going on."""
        return status(self._view, self.runs_chosen, self._now, tags=self._scalar_tags(tag), limit=limit)

    def runs(self, *, tag: Selection = None, limit: int = _LIMIT) -> shapes.Runs:
        """The runs, the latest first."""
        return runs(self._view, self.runs_chosen, self._now, tags=self._scalar_tags(tag), limit=limit)

    def best(self, tag: str, *, better: str | None = None, limit: int = _LIMIT) -> shapes.Best:
        """The best runs by a metric."""
        self._need_tag(tag)
        way = better or direction(tag)
        if way is None:
            raise UnknownError(f"the name {tag!r} does not say whether lower or higher is better: choose one")
        if way not in ("lower", "higher"):
            raise UnknownError(f"{way!r} is neither lower nor higher")
        return best(self._view, self.runs_chosen, tag, "lower" if way == "lower" else "higher", limit)

    def compare(
        self, names: list[str], *, tag: Selection = None, aggregate: str = "last", limit: int = 40
    ) -> shapes.Compare:
        """Runs side by side; by name or glob."""
        if aggregate not in AGGREGATES:
            raise UnknownError(f"unknown aggregate {aggregate!r}; there are {', '.join(AGGREGATES)}")
        chosen: dict[int, RunView] = {}
        for name in names:
            found = [run for run in self.runs_chosen if matcher(name)(run.name)]
            if not found:
                raise UnknownError(
                    f"no run {name!r}; there are {_some([run.name for run in self.runs_chosen])}"
                )
            chosen.update((run.id, run) for run in found)
        if len(chosen) > MOST_RUNS:
            raise UnknownError(f"{len(chosen)} runs match; at most {MOST_RUNS} can be compared side by side")
        runs = list(chosen.values())
        matches = self._matches(tag)
        return compare(self._view, runs, self._now, matches=matches, aggregate=aggregate, limit=limit)

    def series(self, tag: Selection, *, points: int = MOST_POINTS, limit: int = _LIMIT) -> shapes.Series:
        """Scalar series in few points."""
        matches = self._matches(tag)
        found = series(self.runs_chosen, matches, points=min(points, MOST_POINTS), limit=limit)
        if not found.rows:
            raise UnknownError(self._no_tag(tag))
        return found

    def tags(self, *, kind: str | None = None, tag: Selection = None, limit: int = 60) -> shapes.Tags:
        """The tags."""
        kinds = sorted(self._view.claims.kinds)
        if kind is not None and kind not in kinds:
            raise UnknownError(f"unknown kind {kind!r}; the kinds are {', '.join(kinds)}")
        return tags(self.runs_chosen, self._matches(tag), kind=kind, limit=limit)

    def text(self, *, tag: Selection = None, max_chars: int = 500, limit: int = 10) -> shapes.Text:
        """The last logged texts."""
        return text(self._view, self.runs_chosen, self._matches(tag), max_chars=max_chars, limit=limit)

    def images(
        self, folder: Path, *, tag: Selection = None, step: int | None = None, limit: int = _LIMIT
    ) -> shapes.Images:
        """Pictures to files below a folder."""
        return images(self._view, self.runs_chosen, self._matches(tag), folder, step=step, limit=limit)

    def profile(self, *, limit: int = 5) -> shapes.Profiles:
        """The latest profile of each run."""
        names = {run.name for run in self.runs_chosen}
        return profiles([each for each in self._logs.profiles() if each.run in names], limit=limit)

    def _matches(self, tag: Selection) -> Callable[[str], bool]:
        return tag_matcher(tag or None)

    def _scalar_tags(self, tag: Selection) -> list[str]:
        """The scalar tags that were asked for; none where nobody did."""
        if not tag:
            return []
        matches = matcher(tag)
        found = dict.fromkeys(
            name for run in self.runs_chosen for name in run.series("scalar") if matches(name)
        )
        if not found:
            raise UnknownError(self._no_tag(tag))
        return list(found)

    def _need_tag(self, tag: str) -> None:
        if not any(tag in run.scalars for run in self.runs_chosen):
            raise UnknownError(self._no_tag(tag))

    def _no_tag(self, tag: Selection) -> str:
        wanted = tag if isinstance(tag, str) or tag is None else ", ".join(tag)
        names = sorted({name for run in self.runs_chosen for name in run.scalars})
        return f"no scalar {wanted!r} in {len(self.runs_chosen)} runs; there are {_some(names)}"


def _some(names: list[str], n: int = 8) -> str:
    more = f" and {len(names) - n} more" if len(names) > n else ""
    return (", ".join(names[:n]) + more) if names else "none"
