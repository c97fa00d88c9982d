"""The memory limit: columns are saved and mapped where they would take more, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline import _native
from sightline.engine.default_reader import default_reader
from sightline.engine.event_file import EventFile
from sightline.engine.follow import Follower
from sightline.engine.memory_limit import MemoryLimit, parse_size
from sightline.engine.roots import parse_roots
from sightline.engine.saved_segments import SavedSegments
from sightline.engine.store import Store
from sightline.formats.cache_folder import CacheFolder
from sightline.plugins import load_claims


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2GB", 2 * 10**9), ("512 MiB", 512 << 20), ("1.5k", 1500), ("2000", 2000), ("1tb", 10**12)],
)
def test_parse_size(text: str, expected: int) -> None:
    assert parse_size(text) == expected


@pytest.mark.parametrize("text", ["", "GB", "-1MB", "2 parsecs", "0"])
def test_parse_size_refuses_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a size|is 0 bytes"):
        parse_size(text)


def test_parse_size_asks_for_the_unit_of_a_few_bytes() -> None:
    with pytest.raises(ValueError, match="'2' is 2 bytes; write 2MB or 2GB"):
        parse_size("2")


def write_runs(folder: Path, n_runs: int, n_steps: int) -> None:
    for run in range(n_runs):
        writer = _native.EventFileWriter(str(folder / f"run_{run}"), flush_secs=1e9)
        for step in range(n_steps):
            for tag in range(5):
                writer.add_scalar(f"tag_{tag}", step * 0.5 + run + tag, step, 1e9 + step + tag * 1e-3)
        writer.close()


def points(follower: Follower) -> dict[tuple[str, str], list[float]]:
    view = follower.store.view()
    return {(run.name, tag): run.scalar(tag).values.tolist() for run in view.runs for tag in run.scalars}


class Held:
    """Counts the bytes of columns in memory, as the limit sees them, and how many there ever were."""

    def __init__(self) -> None:
        self.follower: Follower | None = None
        self.most = 0

    def __call__(self) -> int:
        assert self.follower is not None
        held = sum(segment_bytes(file) for file in self.follower.files())
        self.most = max(self.most, held)
        return held


def segment_bytes(file: EventFile) -> int:
    return 0 if file.tip is None else file.tip.segment.nbytes


@pytest.mark.parametrize(("n_runs", "n_steps"), [(3, 40_000), (300, 400)])
def test_columns_of_five_times_the_limit_are_mapped(tmp_path: Path, n_runs: int, n_steps: int) -> None:
    write_runs(tmp_path / "logs", n_runs, n_steps)
    roots = parse_roots(str(tmp_path / "logs"))
    free = Follower(Store(default_reader(), load_claims()), roots, n_threads=1)
    free.load()
    free.close()
    expected = points(free)
    n_bytes = sum(segment_bytes(file) for file in free.files())
    held = Held()
    limited = held.follower = Follower(
        Store(default_reader(), load_claims()),
        roots,
        n_threads=1,
        segments=SavedSegments(CacheFolder(tmp_path / "cache")),
        memory_limit=MemoryLimit(n_bytes // 5, held),
    )
    limited.load()
    assert points(limited) == expected
    limited.close()
    assert held() < n_bytes / 5
    assert held.most < n_bytes / 2
    assert {run.state for run in limited.store.view().runs} == {run.state for run in free.store.view().runs}


def test_unwritable_cache_leaves_columns_in_memory(tmp_path: Path) -> None:
    write_runs(tmp_path / "logs", 2, 2000)
    held = Held()
    follower = held.follower = Follower(
        Store(default_reader(), load_claims()),
        parse_roots(str(tmp_path / "logs")),
        segments=SavedSegments(CacheFolder(Path("/proc/sys/sightline-cache"))),
        memory_limit=MemoryLimit(1000, held),
    )
    follower.load()
    follower.close()
    assert sum(run.n_points for run in follower.store.view().runs) == 2 * 2000 * 5
