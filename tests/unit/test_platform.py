"""The platform module: processors, file systems, limits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sightline import platform


def test_cpu_count_is_at_least_one() -> None:
    assert platform.cpu_count() >= 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports it")
def test_file_system_of_proc_is_proc() -> None:
    assert platform.file_system("/proc") == "proc"


def test_a_local_directory_has_file_events(tmp_path: Path) -> None:
    assert platform.has_file_events(str(tmp_path))


def test_state_directory_follows_xdg_state_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert platform.state_directory() == str(tmp_path / "sightline")


@pytest.mark.skipif(
    not Path("/proc/self/autogroup").exists(), reason="this system has no priorities of sessions"
)
def test_lower_process_priority_counts_among_sessions_too() -> None:
    code = (
        "from pathlib import Path; from sightline import platform; platform.lower_process_priority(); "
        "print(Path('/proc/self/autogroup').read_text())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], start_new_session=True, capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-2:] == ["nice", "5"]
