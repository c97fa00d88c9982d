"""The profiles at a path, and one of them opened, with a bar while a large file is read."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sightline.cli._console import CANNOT_READ, fail, warn
from sightline.cli._given_path import look_up, look_up_file

if TYPE_CHECKING:
    from sightline.kinds.profile.profile import Profile
    from sightline.logs.profiles import LoggedProfile

# A file that is read faster than this needs no bar.
_PATIENCE_SECS = 0.5
_POLL_SECS = 0.1


def find_profiles(path: str, run: tuple[str, ...] = ()) -> list[LoggedProfile]:
    """The profiles at a path, the latest of each run first; one clear line where there are none."""
    from sightline.logs.logs import open as open_logs
    from sightline.logs.logs import open_trace

    given = look_up(path, "a trace file, or a folder with profiles")
    if not given.is_folder and not given.size:
        fail(f"{path} is empty.", CANNOT_READ)
    with open_logs(path) if given.is_folder else open_trace(path) as logs:
        found = logs.profiles(run or None)
    if not found:
        fail(
            f"no profile {'of these runs ' if run else ''}below {path}: profiles are *.pt.trace.json files "
            "and plugins/profile folders. Any other trace can be given by its own path.",
            CANNOT_READ,
        )
    return found


def latest_profile(path: str) -> LoggedProfile:
    """The one profile to take of a path; a line says which, where there are several."""
    found = sorted(find_profiles(path), key=lambda each: -each.modified)
    if len(found) > 1:
        warn(f"{path} has {len(found)} profiles; the latest is taken: {found[0].run}/{found[0].name}")
    return found[0]


def check_trace(path: str) -> None:
    """End with one clear line where a path is not a trace file, by its first bytes."""
    from sightline.engine.default_reader import default_reader
    from sightline.formats.trace_file import looks_like_json

    full = look_up_file(path, "a trace file")
    with default_reader().open(full) as source:
        if not source.size:
            fail(f"{path} is empty.", CANNOT_READ)
        if not path.endswith(".xplane.pb") and not looks_like_json(source):
            fail(
                f"{path} is no trace: neither JSON in Chrome's format, plain or compressed, nor an "
                ".xplane.pb of TensorFlow or JAX.",
                CANNOT_READ,
            )


@contextmanager
def opened(profile: LoggedProfile) -> Iterator[Profile]:
    """A profile that was read whole; LookupError where nothing of it could be."""
    done = threading.Event()
    painter = threading.Thread(target=_paint, args=(profile, done), name="sightline-bar", daemon=True)
    if sys.stderr.isatty():
        painter.start()
    try:
        found = profile.profile
    finally:
        done.set()
        if painter.ident is not None:
            painter.join()
    if not len(found.trace.slices):
        reasons = [problem.what for problem in found.trace.problems] or ["it holds no slices"]
        raise LookupError(f"nothing to see in {profile.name!r}: {'; '.join(reasons)}")
    yield found


def _paint(profile: LoggedProfile, done: threading.Event) -> None:
    if done.wait(_PATIENCE_SECS):
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("reading"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TextColumn("{task.fields[name]}", markup=False),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=profile.n_bytes, name=profile.name.rpartition("/")[2])
        while not done.wait(_POLL_SECS):
            reading = profile.reading
            if reading is not None:
                bar.update(task, total=reading.bytes_total or None, completed=reading.bytes_done)
