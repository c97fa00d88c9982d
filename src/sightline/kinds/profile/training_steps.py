"""Which steps of the training a profile recorded: what its run logged while the profiler was at work.

Profilers count steps of their own, so that their numbers and those of the scalars seldom agree; clocks do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.engine.run_view import RunView, SideFile
from sightline.engine.store import StoreView
from sightline.kinds.profile.files import profile_files, shown
from sightline.kinds.profile.names import read_name
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.sessions import SessionsParams

# A ruler has no room for more marks.
_MAX_FILES = 50
# These tags tell when which step was logged; others would only repeat it.
_MAX_TAGS = 4
# Earlier times are no times since 1970 but since the machine started.
_FIRST_CLOCK_S = 1e9
_TRACES = (".json", ".json.gz", ".xplane.pb")

Opened = Callable[[StoreView, int, str, SideFile], Profile | None]


class LoggedSteps(NamedTuple):
    """When a run logged which step, by time."""

    wall_time: npt.NDArray[np.float64]
    step: npt.NDArray[np.float64]

    def covers(self, start_s: float, end_s: float) -> bool:
        """Whether something was logged before the end and after the start."""
        return bool(self.step.size) and self.wall_time[0] <= end_s and start_s <= self.wall_time[-1]

    def between(self, start_s: float, end_s: float) -> tuple[int, int]:
        """The steps logged in this time; where that is none, the one between those before and after it."""
        inside = self.step[(self.wall_time >= start_s) & (self.wall_time <= end_s)]
        if inside.size:
            return int(inside.min()), int(inside.max())
        step = int(np.interp((start_s + end_s) / 2, self.wall_time, self.step))
        return step, step


def training_steps(view: StoreView, params: SessionsParams, opened: Opened) -> list[dict[str, Any]]:
    """A mark for each trace whose place in its training is known, the latest first in each run.

    opened: gives the profile of a file that is open, or quickly read; None where it is too large for that.
    """
    runs = view.runs if params.runs is None else [view.by_id[i] for i in params.runs if i in view.by_id]
    return [mark for run in runs for mark in _marks(view, run, opened)]


def _marks(view: StoreView, run: RunView, opened: Opened) -> Iterator[dict[str, Any]]:
    files = [(shown(path), file) for path, file in profile_files(run) if path.endswith(_TRACES) and file.size]
    if not files or not run.scalars:
        return
    logged = _logged_steps(run)
    for name, file in sorted(files, key=lambda each: -each[1].modified)[:_MAX_FILES]:
        mark = _mark(logged, name, file, opened(view, run.id, name, file))
        if mark is not None:
            yield {"run": run.id, "name": name, **mark}


def _mark(logged: LoggedSteps, name: str, file: SideFile, profile: Profile | None) -> dict[str, Any] | None:
    """Steps of the training, and what they are known by: `time` of the profile, of the file (`written`), or
    the profile's own `number` where its clock is of no use."""
    if profile is None:
        written = _written_s(name, file)
        if not logged.covers(written, written):
            return None
        step = logged.between(written, written)[0]
        return {"first_step": step, "last_step": step, "own_steps": None, "by": "written"}
    steps = profile.steps
    if not len(steps):
        return None
    base = profile.trace.base_ns
    start, end = ((base + int(time)) / 1e9 for time in (steps.start_ns[0], steps.end_ns[-1]))
    own = [int(steps.number[0]), int(steps.number[-1])] if steps.is_marked else None
    if start > _FIRST_CLOCK_S and logged.covers(start, end):
        first, last = logged.between(start, end)
        return {"first_step": first, "last_step": last, "own_steps": own, "by": "time"}
    if own is None or not 0 <= own[0] <= own[1] <= logged.step.max():
        return None
    return {"first_step": own[0], "last_step": own[1], "own_steps": own, "by": "number"}


def _logged_steps(run: RunView) -> LoggedSteps:
    def n_points(tag: str) -> int:
        info = run.scalars[tag]
        return sum(info.count(row) for row in info.rows)

    tags = sorted(run.scalars, key=lambda tag: (-n_points(tag), tag))[:_MAX_TAGS]
    series = [run.scalar(tag) for tag in tags]
    wall_time = np.concatenate([each.wall_times for each in series]).astype(np.float64)
    step = np.concatenate([each.steps for each in series]).astype(np.float64)
    order = np.argsort(wall_time, kind="stable")
    return LoggedSteps(wall_time[order], step[order])


def _written_s(name: str, file: SideFile) -> float:
    """When the file was written: torch puts it into the name, in nanoseconds or, of old, milliseconds."""
    session = read_name(name).session
    if session.isdigit():
        number = int(session)
        return next((number / unit for unit in (1e9, 1e3) if number / unit > _FIRST_CLOCK_S), file.modified)
    return file.modified
