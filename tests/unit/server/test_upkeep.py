"""Memory that is free goes back to the system."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from sightline._native import release_free_memory


def _resident_mb() -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_release_free_memory_returns_holes_between_blocks_in_use() -> None:
    blocks = [bytes(8_000) for _ in range(16_000)]  # 128 MB
    used = blocks[::50]
    del blocks
    before = _resident_mb()
    release_free_memory()
    assert _resident_mb() < before - 60
    assert len(used) == 320
