"""Runs and tags as JSON: only what the view and the sidecar already know, in the shapes the page reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sightline.engine.notes import RunNotes

if TYPE_CHECKING:
    from sightline.engine.kind import Kind
    from sightline.engine.run_view import RunView

_NO_NOTES = RunNotes()


def run_json(run: RunView, notes: RunNotes = _NO_NOTES) -> dict[str, Any]:
    """Return one run as `GET runs` lists it."""
    first_nan = run.first_nan
    return {
        "id": run.id,
        "name": run.name,
        "root": run.root,
        "state": run.state,
        "generation": run.generation,
        "start_time": run.first_wall_time,
        "last_time": run.last_wall_time,
        "last_step": run.last_step,
        "n_points": run.n_points,
        "n_bytes": run.n_bytes,
        "damage": _damage(run),
        "first_nan": None if first_nan is None else {"tag": first_nan[0], "step": first_nan[1]},
        "parent": run.parent_id,
        "restarts": len(run.restarts),
        **vars(notes),
    }


def _damage(run: RunView) -> dict[str, Any] | None:
    if not run.damage:
        return None
    first = run.damage[0]
    return {
        "count": len(run.damage),
        "bytes": sum(spot.n_bytes for spot in run.damage),
        "first": {"file": first.path, "offset": first.offset, "reason": first.reason},
    }


def tags_json(runs: Iterable[RunView], kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """Return the kinds and tags of all runs, each tag once with the runs that have it.

    A kind whose data are files beside the events is listed too, without tags.
    """
    tags: dict[tuple[str, str], dict[str, Any]] = {}
    counts: dict[str, int] = {}
    for run in runs:
        counts.update((file.kind, 0) for file in run.side_files)
        for kind in run.kinds:
            for tag, info in run.series(kind).items():
                entry = tags.get((kind, tag))
                if entry is None:
                    entry = tags[kind, tag] = {
                        "kind": kind,
                        "tag": tag,
                        "display_name": info.display_name,
                        "description": info.description,
                        "runs": [],
                        "n_points": 0,
                    }
                entry["runs"].append(run.id)
                entry["n_points"] += info.n
    for kind, _ in tags:
        counts[kind] = counts.get(kind, 0) + 1
    listed = [
        {"slug": slug, "title": kinds[slug].title if slug in kinds else slug, "n_tags": n}
        for slug, n in counts.items()
    ]
    return {"kinds": listed, "tags": [tags[key] for key in sorted(tags)]}
