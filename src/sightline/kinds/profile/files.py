"""The profilers' files of a run, by the names under which the page knows them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sightline.engine.run_view import RunView, SideFile
from sightline.engine.store import StoreView

SLUG = "profile"


def profile_files(run: RunView) -> Iterator[tuple[str, SideFile]]:
    """The profilers' files with their paths below the run's directory."""
    for file in run.side_files:
        if file.kind == SLUG:
            yield file.path[len(run.directory) :].lstrip("/"), file


def find_profile_file(view: StoreView, run: int, name: str) -> tuple[RunView, SideFile]:
    """A run and its file of this name; LookupError where the run does not have it."""
    found = view.by_id.get(run)
    files = [] if found is None else [file for path, file in profile_files(found) if shown(path) == name]
    if found is None or not files:
        raise LookupError(f"run {run} has no profile {name!r}")
    return found, files[0]


def shown(path: str) -> str:
    """A path as text: bytes that are not UTF-8 as \\xNN."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
