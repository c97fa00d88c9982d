from __future__ import annotations

import io
import threading
from typing import Any

import pytest
from rich.console import Console

from sightline.cli import _loading
from sightline.engine.segment import Damage
from sightline.server.pending_board import PendingBoard
from sightline.server.schema.shapes import Progress, ReadCount


class Board:
    """A board that loads a little more each time its progress is read."""

    def __init__(self, n_asks: int, problems: list[tuple[str, str]] | None = None) -> None:
        self.n_left = n_asks
        self._problems = problems or []

    def progress(self) -> Progress:
        self.n_left = max(0, self.n_left - 1)
        return Progress(
            files=ReadCount(4, 1 if self.n_left else 4),
            bytes=ReadCount(10_000_000, 10_000_000 - 1_000_000 * self.n_left),
            points=7,
            runs=1,
            loading=self.n_left > 0,
            seconds=1.25,
        )

    def wait_loaded(self, timeout_secs: float) -> bool:
        return not self.progress().loading

    def n_tags(self) -> int:
        return 2

    def problems(self) -> list[tuple[str, str]]:
        return self._problems

    def damage(self) -> list[Damage]:
        return []


def test_progress_bar_shows_files_and_bytes() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100)
    _loading.show_bar(Board(4), threading.Event(), console)
    assert "1/4 files" in out.getvalue()
    assert "MiB" in out.getvalue()


def test_progress_bar_ends_with_the_command() -> None:
    ended = threading.Event()
    ended.set()
    _loading.show_bar(Board(10**9), ended, Console(file=io.StringIO(), force_terminal=True))


def test_summary_counts_runs_tags_and_points() -> None:
    assert _loading.summary(Board(0)) == "Loaded 1 run, 2 tags, 7 points in 1.2 s."


def test_report_loading_lists_a_few_unreadable_files(capsys: pytest.CaptureFixture[str]) -> None:
    problems = [(f"run/file{number}", "Permission denied") for number in range(9)]
    pending = PendingBoard(lambda: Board(2, problems))  # type: ignore[arg-type,return-value]
    pending._future.set_result((Board(2, problems), None))  # type: ignore[arg-type]
    _loading.report_loading(pending, threading.Event(), lambda: None)
    lines = capsys.readouterr().err.splitlines()
    assert (
        lines[0] == "sightline: cannot read run/file0: Permission denied; it is read again when it changes."
    )
    assert lines[-1] == "sightline: and 4 more; `sightline inspect` lists them."
    assert len(lines) == 6


def test_report_loading_stops_the_server_when_the_board_cannot_open(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> Any:
        raise RuntimeError("a kind is broken")

    pending, stopped = PendingBoard(fail), threading.Event()
    pending.start()
    _loading.report_loading(pending, threading.Event(), stopped.set)
    assert stopped.is_set()
    assert "the board could not be opened: a kind is broken" in capsys.readouterr().err
