"""The profilers' files of a run, by the names under which the page knows them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sightline.engine.run_view import RunView, SideFile
from sightline.engine.store import StoreView
from sightline.kinds.profile.names import read_name

SLUG = "profile"
ALL_SPANS = "/*"  # behind a worker's name: all that torch recorded of it, as one profile


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


def find_spans(view: StoreView, run: int, name: str) -> tuple[RunView, list[SideFile]]:
    """A run and the files that this name stands for: one, or all spans of a worker, the earliest first."""
    if not name.endswith(ALL_SPANS):
        found, file = find_profile_file(view, run, name)
        return found, [file]
    by_id = view.by_id.get(run)
    spans = {} if by_id is None else spans_by_worker(by_id)
    worker = name.removesuffix(ALL_SPANS)
    if by_id is None or worker not in spans:
        raise LookupError(f"run {run} has no profiles of a worker {worker!r}")
    return by_id, spans[worker]


def spans_by_worker(run: RunView) -> dict[str, list[SideFile]]:
    """The traces of each worker that torch recorded more than one of, the earliest first."""
    found: dict[str, list[tuple[int, str, SideFile]]] = {}
    for path, file in profile_files(run):
        session, worker, tool = read_name(shown(path))
        if tool == "torch" and session and file.size:
            found.setdefault(worker, []).append((len(session), session, file))
    return {
        worker: [file for *_, file in sorted(spans, key=lambda span: span[:2])]
        for worker, spans in found.items()
        if len(spans) > 1
    }


def shown(path: str) -> str:
    """A path as text: bytes that are not UTF-8 as \\xNN."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
