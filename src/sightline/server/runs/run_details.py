"""One run in full: its files and what of them could not be read, restarts, sub-runs, facts of its kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sightline.server.schema.shapes import (
    DamageSpot,
    FactValue,
    RunDetails,
    RunFile,
    RunRestart,
    SideFile,
)

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView
    from sightline.engine.tip import Tip

# A file may be nothing but damage; `n_damages` counts all of it.
_MAX_SPOTS = 100


def run_details(view: StoreView, run: RunView, facts: Mapping[str, Mapping[str, FactValue]]) -> RunDetails:
    """Return one run as `GET runs/{id}` answers."""
    return RunDetails(
        id=run.id,
        name=run.name,
        directory=run.directory,
        files=[_file(tip, run.log_titles.get(tip.path)) for tip in run.tips],
        side_files=[SideFile(file.kind, file.path) for file in run.side_files],
        restarts=[RunRestart(one.step, one.wall_time, one.path, one.reason) for one in run.restarts],
        sub_runs=[other.name for other in view.runs if other.parent_id == run.id],
        facts=facts,
    )


def _file(tip: Tip, source: str | None) -> RunFile:
    return RunFile(
        path=tip.path,
        source=source,
        n_bytes=tip.size,
        n_bytes_read=tip.totals.offset,
        n_points=tip.totals.n_points,
        first_time=tip.totals.first_wall_time,
        last_time=tip.totals.last_wall_time,
        n_damages=tip.totals.n_damages,
        damage=[DamageSpot(spot.offset, spot.n_bytes, spot.reason) for spot in tip.damage[:_MAX_SPOTS]],
    )
