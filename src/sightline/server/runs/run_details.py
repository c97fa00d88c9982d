"""One run in full: its files and what of them could not be read, restarts, sub-runs, facts of its kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sightline.engine.filter import Value
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView
    from sightline.engine.tip import Tip

# A file may be nothing but damage; the count says how much more there is.
_MAX_SPOTS = 100


def details_json(view: StoreView, run: RunView, facts: Mapping[str, Mapping[str, Value]]) -> dict[str, Any]:
    """Return one run as `GET runs/{id}` tells it."""
    return {
        "id": run.id,
        "name": run.name,
        "directory": run.directory,
        "files": [_file(tip) for tip in run.tips],
        "side_files": [{"kind": file.kind, "path": file.path} for file in run.side_files],
        "restarts": [
            {"step": one.step, "wall_time": one.wall_time, "file": one.path, "reason": one.reason}
            for one in run.restarts
        ],
        "sub_runs": [other.name for other in view.runs if other.parent_id == run.id],
        "facts": facts,
    }


def _file(tip: Tip) -> dict[str, Any]:
    return {
        "path": tip.path,
        "n_bytes": tip.size,
        "n_bytes_read": tip.offset,
        "n_points": tip.n_points,
        "first_time": tip.first_wall_time,
        "last_time": tip.last_wall_time,
        "n_damages": tip.n_damages,
        "damage": [
            {"offset": spot.offset, "bytes": spot.n_bytes, "reason": spot.reason}
            for spot in tip.damage[:_MAX_SPOTS]
        ],
    }
