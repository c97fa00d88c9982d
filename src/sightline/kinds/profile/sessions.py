"""Profiles of runs: the list of the profilers' files, and each file as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sightline.engine.run_view import RunView, SideFile
from sightline.engine.side_files import find_side_file, read_start
from sightline.engine.store import StoreView
from sightline.kinds.profile.files import ALL_SPANS, find_profile_file, profile_files, shown, spans_by_worker
from sightline.kinds.profile.names import read_name
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params
from sightline.wire.query import File

_GZIP_START = b"\x1f\x8b"


class SessionsParams(Params, frozen=True):
    """Whose profiles; null means all runs."""

    runs: tuple[int, ...] | None = None


class ProfileFileParams(Params, frozen=True):
    """One file: its run, and its name as the list has it."""

    run: int
    name: str


class _Row(NamedTuple):
    run: int
    session: str
    host: str
    tool: str
    name: str
    bytes: int
    modified: float
    problem: str


def sessions(view: StoreView, params: SessionsParams) -> Frame:
    """A row for each file, run by run, the latest first; a file that cannot be of use says why.

    A worker of which torch recorded several spans has a row for all of them, the tool of which is
    `torch_spans`.
    """
    runs = view.runs if params.runs is None else [view.by_id[i] for i in params.runs if i in view.by_id]
    rows = [row for run in runs for row in sorted(_rows(run), key=lambda row: (-row.modified, row.name))]
    run, session, host, tool, name, n_bytes, modified, problem = zip(*rows, strict=True) if rows else [()] * 8
    return Frame(
        {
            "run": np.array(run, np.uint32),
            "session": Dictionary.of(session),
            "host": Dictionary.of(host),
            "tool": Dictionary.of(tool),
            "name": Dictionary.of(name),
            "bytes": np.array(n_bytes, np.uint64),
            "modified": np.array(modified, np.float64),
            "problem": Dictionary.of(problem),
        },
        {"generation": view.generation},
    )


def item(view: StoreView, params: ProfileFileParams) -> File:
    """The file, sent from the disk piece by piece; LookupError where the run does not have it."""
    return File(
        find_side_file(*find_profile_file(view, params.run, params.name)), params.name.rpartition("/")[2]
    )


def _rows(run: RunView) -> Iterator[_Row]:
    for path, file in profile_files(run):
        name = shown(path)
        yield _Row(run.id, *read_name(name), name, file.size, file.modified, _problem(run, path, file))
    for worker, spans in spans_by_worker(run).items():
        n_bytes, modified = sum(file.size for file in spans), max(file.modified for file in spans)
        yield _Row(run.id, "", worker, "torch_spans", worker + ALL_SPANS, n_bytes, modified, "")


def _problem(run: RunView, path: str, file: SideFile) -> str:
    try:
        start = read_start(run, file, len(_GZIP_START))
    except LookupError as error:
        return shown(str(error))
    if not file.size:
        return "the file is empty"
    return "this is no gzip file" if path.endswith(".gz") and start != _GZIP_START else ""
