"""The files of one training's workers: those of a run that were recorded together with a chosen one."""

from __future__ import annotations

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
        (worker, path) for worker, (_, path) in sorted(nearest.items(), key=lambda each: _natural(each[0]))
    ]


def _apart(a: ProfileName, a_file: SideFile, b: ProfileName, b_file: SideFile) -> float:
    if a.session == b.session:
        return 0.0
    if a.session.isdigit() and b.session.isdigit() and len(a.session) == len(b.session):
        return abs(int(a.session) - int(b.session)) / 10.0 ** (len(a.session) - 10)
    return abs(a_file.modified - b_file.modified)


def _natural(text: str) -> tuple[int, int, str]:
    """rank10 after rank9."""
    digits = "".join(char for char in text if char.isdigit())
    return (0, int(digits[:18]), text) if digits else (1, 0, text)
