"""The lists of runs and tags, in the shapes of the API: only what the view and the sidecar already know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from sightline.engine.collector_pause import collector_paused
from sightline.engine.notes import NO_NOTES, RunNotes
from sightline.server.runs.outlook import NO_OUTLOOK, Outlook
from sightline.server.runs.pace import steps_per_sec
from sightline.server.schema.shapes import Damage, DamagePlace, FirstNan, KindSummary, Run, Tag

if TYPE_CHECKING:
    from sightline.engine.kind import Kind
    from sightline.engine.run_view import RunView

_NO_FIELDS: Mapping[str, Any] = {}


def listed_run(
    run: RunView, notes: RunNotes, outlook: Outlook = NO_OUTLOOK, exception: str | None = None
) -> Run:
    """Return one run as `GET runs` lists it."""
    first_nan = run.first_nan
    state = run.state
    return Run(
        id=run.id,
        name=run.name,
        root=run.root,
        state=state,
        generation=run.generation,
        start_time=_moment(run.first_wall_time),
        last_time=_moment(run.last_wall_time),
        last_step=run.last_step,
        n_points=run.n_points,
        n_bytes=run.n_bytes,
        damage=_damage(run),
        first_nan=None if first_nan is None else FirstNan(*first_nan),
        parent=run.parent_id,
        restarts=len(run.restarts),
        steps_per_sec=steps_per_sec(run) if state == "live" else None,
        planned_step=outlook.planned_step,
        stalled=outlook.stalled,
        exception=exception,
        source=next(iter(run.log_titles.values()), None),
        **(_NO_FIELDS if notes is NO_NOTES else asdict(notes)),
    )


def _moment(wall_time: float | None) -> float | None:
    """A wall time, which may be anything in a damaged file; null where it is no moment."""
    return wall_time if wall_time is not None and isfinite(wall_time) else None


def _damage(run: RunView) -> Damage | None:
    """Count exactly: `run.damage` lists only the first thousand stretches of a file."""
    if not run.n_damages:
        return None
    first = next((DamagePlace(spot.path, spot.offset, spot.reason) for spot in run.damage), None)
    return Damage(run.n_damages, run.n_damaged_bytes, first)


class AlikeRuns:
    """Runs with the same scalars and nothing else, as a sweep has very many: one tells of all."""

    def __init__(self, first: RunView, tags: Mapping[str, Mapping[str, Tag]]) -> None:
        series = [
            (info.rows[0].tag_id, tags[kind][name])
            for kind in first.kinds
            for name, info in first.series(kind).items()
        ]
        self._tag_ids = [tag_id for tag_id, _ in series]
        self._tags = [tag for _, tag in series]
        self._counts: list[NDArray[np.uint64]] = []

    def add(self, run: RunView) -> None:
        """One more run, which is not the first."""
        for tag in self._tags:
            tag.runs.append(run.id)
        self._counts.append(run.tips[0].segment.counts())

    def add_counts(self) -> None:
        """Add the points of all these runs to their tags."""
        if not self._counts:
            return
        totals = np.stack(self._counts).sum(axis=0)
        for tag_id, tag in zip(self._tag_ids, self._tags, strict=True):
            tag.n_points += int(totals[tag_id])


def listed_tags(runs: Collection[RunView], kinds: Mapping[str, Kind]) -> tuple[list[KindSummary], list[Tag]]:
    """Return the kinds and tags of all runs, each tag once with the runs that have it.

    A kind whose data are files beside the events is listed too, without tags.
    """
    tags: dict[str, dict[str, Tag]] = {}
    alike: dict[bytes, AlikeRuns] = {}
    with collector_paused(sum(run.n_tags for run in runs)):
        for run in runs:
            key = run.scalars_key
            if key in alike:
                alike[key].add(run)
                continue
            for file in run.side_files:
                tags.setdefault(file.kind, {})
            for kind in run.kinds:
                _add_tags(tags.setdefault(kind, {}), run, kind)
            if key:
                alike[key] = AlikeRuns(run, tags)
        for group in alike.values():
            group.add_counts()
    summaries = [
        KindSummary(slug, kinds[slug].title if slug in kinds else slug, len(named))
        for slug, named in tags.items()
    ]
    return summaries, [tags[kind][name] for kind in sorted(tags) for name in sorted(tags[kind])]


def _add_tags(tags: dict[str, Tag], run: RunView, kind: str) -> None:
    for name, info in run.series(kind).items():
        tag = tags.get(name)
        if tag is None:
            tags[name] = Tag(kind, name, info.display_name, info.description, [run.id], info.n)
        else:
            tag.runs.append(run.id)
            tag.n_points += info.n
