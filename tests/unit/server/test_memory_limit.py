"""A server with a limit of memory, on logs of five times the limit: its peak stays below."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

import pytest

from sightline import _native
from support.server_process import ServerProcess

LIMIT_BYTES = 120_000_000
FILE_BYTES = 50_000_000
N_FILES = 5 * LIMIT_BYTES // FILE_BYTES
N_TAGS = 20


def write_logs(folder: Path) -> int:
    """Five times the limit of event files, one written and the others copied; the points of one of them."""
    writer = _native.EventFileWriter(str(folder / "run_0"), flush_secs=1e9)
    n_steps = FILE_BYTES // 53 // N_TAGS
    for step in range(n_steps):
        for tag in range(N_TAGS):
            writer.add_scalar(f"metrics/tag_{tag:02d}", step * 0.5 + tag, step, 1e9 + step + tag * 1e-5)
    writer.close()
    (path,) = (folder / "run_0").iterdir()
    for run in range(1, N_FILES):
        (folder / f"run_{run}").mkdir()
        shutil.copy(path, folder / f"run_{run}" / path.name)
    return n_steps * N_TAGS


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
def test_logs_of_five_times_the_limit_are_served_within_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    n_points = write_logs(tmp_path / "logs")
    n_bytes = sum(path.stat().st_size for path in (tmp_path / "logs").rglob("*tfevents*"))
    assert n_bytes > 0.97 * 5 * LIMIT_BYTES
    with ServerProcess(tmp_path / "logs", "--memory-limit", str(LIMIT_BYTES)) as server:
        while (progress := server.get("progress"))["loading"]:
            time.sleep(0.05)
        assert progress["points"] == n_points * N_FILES
        assert len(server.get("runs")["runs"]) == N_FILES
        status, _ = server.ask("POST", "kinds/scalar/series", {"tags": ["metrics/tag_07"], "width_px": 500})
        assert status == 200
        assert server.peak_mb() < LIMIT_BYTES / (1 << 20)
