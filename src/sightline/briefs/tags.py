"""The tags of all runs in brief."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sightline.briefs.shapes import TagRow, Tags
from sightline.engine.run_view import RunView


def tags(chosen: Sequence[RunView], matches: Callable[[str], bool], *, kind: str | None, limit: int) -> Tags:
    """A row per kind and tag, scalars first."""
    found: dict[tuple[str, str], TagRow] = {}
    for run in chosen:
        for slug in run.kinds:
            for tag, info in run.series(slug).items():
                if (kind is None or slug == kind) and matches(tag):
                    row = found.setdefault(
                        (slug, tag), TagRow(tag=tag, kind=slug, runs=0, values=0, last_step=None)
                    )
                    row.runs += 1
                    row.values += info.n
                    if info.last_step is not None:
                        row.last_step = max(info.last_step, row.last_step or info.last_step)
    rows = sorted(found.values(), key=lambda row: (row.kind != "scalar", row.kind, row.tag))
    return Tags(rows=rows[:limit], total=len(rows))
