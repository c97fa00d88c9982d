"""A short soak: writers killed, files cut, replaced, moved and deleted, and still every point is right."""

from __future__ import annotations

from pathlib import Path

from support.soak import Soak, follow, held_bytes, settled


def test_after_all_trouble_the_store_equals_a_fresh_read(tmp_path: Path) -> None:
    follower = follow(tmp_path)
    try:
        soak = Soak(tmp_path, n_runs=30, n_writers=3, seed=1)
        soak.run(6.0)
        wanted = settled(follower, tmp_path, secs=40)
        assert sum(run.n_points for run in wanted.view().runs) > 0
        assert len(soak.events) > 3
        assert held_bytes(follower.store) <= 2 * held_bytes(wanted) + (1 << 20)
    finally:
        follower.close()
