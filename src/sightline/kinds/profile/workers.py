"""The files of the workers of one training: those recorded with a chosen one, in its run or beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sightline.engine.run_view import RunView, SideFile
from sightline.kinds.profile.files import profile_files, shown
from sightline.kinds.profile.names import ProfileName, read_name


def workers_with(run: RunView, name: str) -> list[tuple[str, str]]:
    """Worker and file name of each worker of a run, the chosen file first among its worker's, by worker.

    A worker may have several files. Of the same tool, the one of the same session is taken, else the nearest
    in time: each worker of torch's profiler names its session by its own clock.
    """
    listed = [(shown(path), read_name(shown(path)), file) for path, file in profile_files(run)]
    chosen = next((each for each in listed if each[0] == name), None)
    if chosen is None:
        return []
    nearest: dict[str, tuple[float, str]] = {chosen[1].host: (-1.0, name)}
    for path, parts, file in listed:
        if parts.tool == chosen[1].tool:
            apart = _apart(chosen[1], chosen[2], parts, file)
            if parts.host not in nearest or apart < nearest[parts.host][0]:
                nearest[parts.host] = (apart, path)
    return [
        (worker, path) for worker, (_, path) in sorted(nearest.items(), key=lambda each: natural(each[0]))
    ]


# A folder of one worker: `rank0`, `worker-3`, `node_01`, or a bare number.
_WORKER_FOLDER = re.compile(r"(?P<prefix>(?:.*/)?(?:[a-z]*[_-]?))\d+", re.IGNORECASE)


def runs_beside(runs: Iterable[RunView], run: RunView) -> list[RunView]:
    """Runs that may be other workers of the same training: names that differ in their last number alone, such
    as `train/rank0` and `train/rank1`, each with profiles. Empty where the run has no such name.
    """
    prefix = _prefix(run)
    if prefix is None:
        return []
    beside = (
        each for each in runs if each.id != run.id and each.root == run.root and _prefix(each) == prefix
    )
    return [each for each in beside if any(True for _ in profile_files(each))]


def file_beside(run: RunView, name: str, other: RunView) -> str | None:
    """The file of another run that was recorded nearest to a chosen one, by the same tool."""
    chosen = next(
        ((read_name(shown(path)), file) for path, file in profile_files(run) if shown(path) == name), None
    )
    if chosen is None:
        return None
    found = [(shown(path), file) for path, file in profile_files(other)]
    near = [
        (_apart(*chosen, read_name(path), file), path)
        for path, file in found
        if read_name(path).tool == chosen[0].tool
    ]
    return min(near)[1] if near else None


def _prefix(run: RunView) -> str | None:
    found = _WORKER_FOLDER.fullmatch(run.name)
    return None if found is None else found["prefix"]


def _apart(a: ProfileName, a_file: SideFile, b: ProfileName, b_file: SideFile) -> float:
    if a.session == b.session:
        return 0.0
    if a.session.isdigit() and b.session.isdigit() and len(a.session) == len(b.session):
        return abs(int(a.session) - int(b.session)) / 10.0 ** (len(a.session) - 10)
    return abs(a_file.modified - b_file.modified)


def natural(text: str) -> tuple[int, int, str]:
    """rank10 after rank9."""
    digits = "".join(char for char in text if char.isdigit())
    return (0, int(digits[:18]), text) if digits else (1, 0, text)
