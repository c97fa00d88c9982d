"""A progress bar while logs load: in a terminal or notebook, and only when it takes a while."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

from sightline.engine.follow import Follower

_PATIENCE_SECS = 0.4
_PERIOD_SECS = 0.1
# A pause is at least so many times as long as counting the files took, for which loading waits.
_PAUSE_FACTOR = 20


def wait_with_bar(follower: Follower, work: Callable[[], object], *, show: bool | None) -> None:
    """Do the work and show its progress; `show` None means in a terminal or notebook only."""
    if not (_is_watched() if show is None else show):
        work()
        return
    done = threading.Event()
    painter = threading.Thread(target=_paint, args=(follower, done), name="sightline-bar", daemon=True)
    painter.start()
    try:
        work()
    finally:
        done.set()
        painter.join()


def _is_watched() -> bool:
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)


def _paint(follower: Follower, done: threading.Event) -> None:
    if done.wait(_PATIENCE_SECS):
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[runs]} runs"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reading logs", total=None, runs=0)
        pause = _PERIOD_SECS
        while not done.wait(pause):
            began = time.monotonic()
            now = follower.progress
            pause = max(_PERIOD_SECS, _PAUSE_FACTOR * (time.monotonic() - began))
            total = None if now.is_listing else now.n_bytes
            bar.update(task, total=total, completed=now.n_bytes_read, runs=now.n_runs)
