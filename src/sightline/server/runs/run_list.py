"""The lists of runs and tags, in the shapes of the API: only what the view and the sidecar already know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isfinite
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace

from sightline.engine.collector_pause import collector_paused
from sightline.engine.notes import NO_NOTES, RunNotes
from sightline.server.runs.outlook import NO_OUTLOOK, Outlook
from sightline.server.runs.pace import steps_per_sec
from sightline.server.schema.shapes import Damage, DamagePlace, FirstNan, KindSummary, Run, Tag

if TYPE_CHECKING:
    from sightline.engine.kind import Kind
    from sightline.engine.run_view import RunView
    from sightline.engine.segment import Segment


def listed_run(
    run: RunView, notes: RunNotes, outlook: Outlook = NO_OUTLOOK, exception: str | None = None
) -> Run:
    """Return one run as `GET runs` lists it."""
    first_nan = run.first_nan
    state = run.state
    listed = Run(
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
        source=next(iter(run.log_titles.values()), None) if run.side_files else None,
    )
    return listed if notes is NO_NOTES else replace(listed, **asdict(notes))


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
        self._series = [
            (info.rows[0].tag_id, tags[kind][name])
            for kind in first.kinds
            for name, info in first.series(kind).items()
        ]
        self._places: list[int] = []
        self._segments: list[Segment] = []

    def add(self, place: int, run: RunView) -> None:
        """One more run, which is not the first, at a place in the list of all."""
        self._places.append(place)
        self._segments.append(run.tips[0].segment)

    def add_to_tags(self) -> None:
        """Add all these runs and their points to their tags."""
        if not self._segments:
            return
        counts = self._segments[0].sum_counts(self._segments)  # equal keys come from one sort of segments
        for tag_id, tag in self._series:
            tag.runs += self._places
            tag.n_points += int(counts[tag_id])


def listed_tags(runs: Collection[RunView], kinds: Mapping[str, Kind]) -> tuple[list[KindSummary], list[Tag]]:
    """Return the kinds and tags of all runs, each tag once with the runs that have it.

    A kind whose data are files beside the events is listed too, without tags.
    """
    tags: dict[str, dict[str, Tag]] = {}
    alike: dict[bytes, AlikeRuns] = {}
    with collector_paused(sum(run.n_tags for run in runs)):
        for place, run in enumerate(runs):
            key = run.scalars_key
            if key in alike:
                alike[key].add(place, run)
                continue
            for file in run.side_files:
                tags.setdefault(file.kind, {})
            for kind in run.kinds:
                _add_tags(tags.setdefault(kind, {}), place, run, kind)
            if key:
                alike[key] = AlikeRuns(run, tags)
        for group in alike.values():
            group.add_to_tags()
        ids = [run.id for run in runs]
        for named in tags.values():
            for tag in named.values():  # runs are places until here: ids in the order of the list of runs
                tag.runs = [ids[place] for place in sorted(tag.runs)]
    summaries = [
        KindSummary(slug, kinds[slug].title if slug in kinds else slug, len(named))
        for slug, named in tags.items()
    ]
    return summaries, [tags[kind][name] for kind in sorted(tags) for name in sorted(tags[kind])]


def _add_tags(tags: dict[str, Tag], place: int, run: RunView, kind: str) -> None:
    for name, info in run.series(kind).items():
        tag = tags.get(name)
        if tag is None:
            tags[name] = Tag(kind, name, info.display_name, info.description, [place], info.n)
        else:
            tag.runs.append(place)
            tag.n_points += info.n
