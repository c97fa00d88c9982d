"""On a terminal: what a person sees while logs load."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

from sightline import SummaryWriter
from unit.cli.commands import PATIENCE_SECS, environment


def output_on_a_terminal(*args: str, until: str) -> tuple[str, int]:
    """Run the command on a terminal until it says a text, then press Ctrl-C."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", *args],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(TERM="xterm", COLUMNS="100"),
    )
    os.close(slave)
    printed, deadline = "", time.monotonic() + PATIENCE_SECS
    while until not in printed and time.monotonic() < deadline:
        printed += os.read(master, 4096).decode(errors="replace")
    process.send_signal(signal.SIGINT)
    code = process.wait(PATIENCE_SECS)
    os.close(master)
    return printed, code


def test_serve_prints_the_address_before_the_summary(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with SummaryWriter(str(tmp_path / name)) as writer:
            for step in range(600):
                writer.add_scalar("loss", 1.0, step)
    printed, code = output_on_a_terminal(str(tmp_path), "--port", "0", until=" s.")
    assert code == 0
    assert printed.index("Sightline is at http://localhost:") < printed.index("Loaded")
    assert "Loaded 2 runs, 1 tag, 1,200 points in " in printed


def test_serve_of_an_empty_log_directory_reports_no_event_files(tmp_path: Path) -> None:
    printed, code = output_on_a_terminal(str(tmp_path), "--port", "0", until="No event files")
    assert code == 0
    assert "No event files yet" in printed


def test_control_characters_of_tags_never_reach_the_terminal(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_scalar("evil\x1b]0;owned\x07", 1.0, 1)
    for args in (("inspect", str(tmp_path)), ("export", str(tmp_path), "-o", "-")):
        printed, _ = output_on_a_terminal(*args, until="owned")
        assert "\\x1b]0;owned" in printed.replace("\r\n", "")
        assert "\x1b]0;owned" not in printed
