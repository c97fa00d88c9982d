"""A short mixed load; `python tests/load/mixed_load.py` runs a long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from load.mixed_load import MixedLoad


@pytest.mark.timeout(600)
def test_server_loses_nothing_while_writers_and_servers_are_killed(tmp_path: Path) -> None:
    load = MixedLoad(tmp_path, n_writers=3, n_viewers=1, seed=1)
    try:
        figures = load.run(secs=20)
    finally:
        load.close()
    assert figures["flushed_points_of_one_tag"] > 0
    assert load.events["writers killed"] > 0
    assert load.events["restarts after SIGKILL"] > 0
