"""What there is, as frames: a row per run, a row per run and tag."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from sightline.engine.run_view import RunView
from sightline.engine.series_info import SeriesInfo
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame


def runs_frame(runs: Sequence[RunView]) -> Frame:
    """A row per run: name, root, state, times, counts, damage, restarts and the run it is a part of."""
    names = {run.id: run.name for run in runs}
    columns: dict[str, Column] = {
        "run": _strings(run.name for run in runs),
        "root": Dictionary.of([run.root for run in runs]),
        "state": Dictionary.of([run.state for run in runs]),
        "start_time": _floats(run.first_wall_time for run in runs),
        "last_time": _floats(run.last_wall_time for run in runs),
        "last_step": _integers(run.last_step for run in runs),
        "n_tags": _integers(sum(len(run.series(kind)) for kind in run.kinds) for run in runs),
        "n_points": _integers(run.n_points for run in runs),
        "n_bytes": _integers(run.n_bytes for run in runs),
        "n_damaged": _integers(run.n_damages for run in runs),
        "n_restarts": _integers(len(run.restarts) for run in runs),
        "parent": _strings(names.get(run.parent_id or 0) for run in runs),
    }
    return Frame(columns)


def tags_frame(runs: Sequence[RunView], kind: str | None, matches: Callable[[str], bool]) -> Frame:
    """A row per run, kind and tag: counts, first and last step and time, last value, metadata."""
    rows = [
        (run, info)
        for run in runs
        for slug in run.kinds
        if kind is None or slug == kind
        for tag, info in run.series(slug).items()
        if matches(tag)
    ]
    infos = [info for _, info in rows]
    return Frame({"run": Dictionary.of([run.name for run, _ in rows]), **_info_columns(infos)})


def _info_columns(infos: Sequence[SeriesInfo]) -> dict[str, Column]:
    return {
        "tag": Dictionary.of([info.tag for info in infos]),
        "kind": Dictionary.of([info.kind for info in infos]),
        "n": _integers(info.n for info in infos),
        "first_step": _integers(info.first_step for info in infos),
        "last_step": _integers(info.last_step for info in infos),
        "first_wall_time": _floats(info.first_wall_time for info in infos),
        "last_wall_time": _floats(info.last_wall_time for info in infos),
        "last_value": _floats(info.last_value for info in infos),
        "n_nan": _integers(info.nonfinite.n_nan for info in infos),
        "n_inf": _integers(info.nonfinite.n_inf for info in infos),
        "display_name": Dictionary.of([info.display_name for info in infos]),
        "description": Dictionary.of([info.description for info in infos]),
        "plugin": Dictionary.of([info.meta.plugin_name for info in infos]),
    }


def _strings(values: Iterable[str | None]) -> Column:
    return np.array(list(values), dtype=object)


def _floats(values: Iterable[float | None]) -> Column:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _integers(values: Iterable[int | None]) -> Column:
    found = list(values)
    missing: Any = [value is None for value in found]
    filled = np.array([value or 0 for value in found], dtype=np.int64)
    return np.ma.masked_array(filled, missing) if any(missing) else filled
