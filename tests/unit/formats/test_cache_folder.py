"""One bound for everything cached: what was not used for longest goes first, whatever part it is of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sightline.formats.cache_folder import PARTS, CacheFolder


def test_oldest_file_of_any_part_goes_first(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path, max_bytes=250)
    for age, part in enumerate(PARTS):
        assert folder.prepare(part, 100)
        path = folder.part(part) / "file"
        path.write_bytes(bytes(100))
        os.utime(path, (1e9 - age, 1e9 - age))
    folder.make_room()
    assert [usage.n_files for usage in folder.usage()] == [1, 1, 0, 0]


@pytest.mark.parametrize("part", PARTS)
def test_what_is_larger_than_the_bound_is_not_written(tmp_path: Path, part: str) -> None:
    folder = CacheFolder(tmp_path, max_bytes=250)
    assert folder.prepare(part, 250)
    assert not folder.prepare(part, 251)


def test_drafts_of_killed_processes_are_deleted_and_those_being_written_are_not(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path)
    folder.prepare("segments", 1)
    for name, age_secs in [(".pack.1.1", 7200), (".pack.2.2", 0), ("pack", 7200)]:
        path = folder.part("segments") / name
        path.write_bytes(b"1")
        os.utime(path, (path.stat().st_mtime - age_secs,) * 2)
    folder.make_room()
    assert sorted(path.name for path in folder.part("segments").iterdir()) == [".pack.2.2", "pack"]


def test_clear_deletes_what_is_cached_and_nothing_else(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path)
    for part in PARTS:
        folder.prepare(part, 1)
        (folder.part(part) / "file").write_bytes(b"1")
    (tmp_path / "other").write_bytes(b"1")
    folder.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
