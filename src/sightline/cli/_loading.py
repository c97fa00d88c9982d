"""While logs load: a bar on a terminal, then one line that sums up what was found."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sightline.cli._console import print_status, warn

if TYPE_CHECKING:
    from rich.console import Console

    from sightline.server.board import Board
    from sightline.server.pending_board import PendingBoard

_POLL_SECS = 0.1
# A pause is at least so many times as long as counting the files took, for which loading waits.
_PAUSE_FACTOR = 20
# Logs that load faster than this need no bar, and no import of what draws it.
_PATIENCE_SECS = 0.4
_MAX_PROBLEMS = 5


def report_loading(pending: PendingBoard, ended: threading.Event, stop: Callable[[], None]) -> None:
    """Show the progress of loading until it is done or the command ends; on a terminal only."""
    from sightline.server.pending_board import BoardClosedError

    try:
        board = pending.wait()
    except BoardClosedError:
        return
    except Exception as error:
        warn(f"the board could not be opened: {error}")
        stop()
        return
    if sys.stderr.isatty():
        _report_progress(board, ended)
    _report_problems(board, ended)


def _report_progress(board: Board, ended: threading.Event) -> None:
    if not board.wait_loaded(_PATIENCE_SECS) and not ended.is_set():
        from rich.console import Console

        show_bar(board, ended, Console(stderr=True))
    if not ended.is_set():
        print_status(summary(board))


def _report_problems(board: Board, ended: threading.Event) -> None:
    """Print once, after loading, what could not be read; a few lines, however many there are."""
    while not board.wait_loaded(_POLL_SECS):
        if ended.is_set():
            return
    problems = _problems(board)
    for line in problems[:_MAX_PROBLEMS]:
        warn(line)
    if len(problems) > _MAX_PROBLEMS:
        warn(f"and {len(problems) - _MAX_PROBLEMS} more; `sightline inspect` lists them.")


def _problems(board: Board) -> list[str]:
    unread = [
        f"cannot read {path}: {message.rstrip('.')}; it is read again when it changes."
        for path, message in board.problems()
    ]
    damaged = [
        f"{path} is damaged: {n_bytes:,} bytes at {offset:,} are left out ({reason}); the rest is shown."
        for path, offset, n_bytes, reason in board.damage()
    ]
    return unread + damaged


def show_bar(board: Board, ended: threading.Event, console: Console) -> None:
    """Show a bar of bytes and files until all is loaded or the command ends."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("loading"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TextColumn("{task.fields[files]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("loading", total=None, files="")
        pause = _POLL_SECS
        while not ended.wait(pause):
            began = time.monotonic()
            now = board.progress()
            pause = max(_POLL_SECS, _PAUSE_FACTOR * (time.monotonic() - began))
            files, sizes = now.files, now.bytes
            text = f"{files.read}/{files.found} files"
            bar.update(task, total=sizes.found or None, completed=sizes.read, files=text)
            if not now.loading:
                return


def summary(board: Board) -> str:
    """Return the line that sums up what was loaded."""
    now = board.progress()
    if not now.runs:
        return "No event files yet; runs appear as soon as they are logged."
    n_tags = board.n_tags()
    runs, points = _counted(now.runs, "run"), _counted(now.points, "point")
    return f"Loaded {runs}, {_counted(n_tags, 'tag')}, {points} in {now.seconds:.1f} s."


def _counted(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
