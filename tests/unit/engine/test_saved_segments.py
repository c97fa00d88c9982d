"""Segments in the cache: a second start uses them, a changed event file is read anew, faults lose nothing."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from sightline import _native
from sightline.engine import catalog
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.local_reader import LocalFile, LocalReader
from sightline.engine.reader import Entry, Loaded, Reader, Stat
from sightline.engine.roots import parse_roots
from sightline.engine.saved_segments import LARGE_BYTES, SavedSegments
from sightline.engine.segment_saver import FEWEST_PACKED
from sightline.engine.store import Store, StoreView
from sightline.formats.cache_folder import CacheFolder
from sightline.formats.segment_file import SEGMENT_COLUMNS, open_segments
from sightline.plugins import load_claims
from sightline.server.runs.run_list import listed_tags

HOUR_AGO = 3600


def write_run(folder: Path, n_steps: int, *, first: int = 0, offset: float = 0.0) -> Path:
    writer = _native.EventFileWriter(str(folder), flush_secs=1e9)
    for step in range(first, first + n_steps):
        writer.add_scalar("loss", step * 0.5 + offset, step, 1e9 + step)
        writer.add_scalar("acc", step * 0.25, step, 1e9 + step)
    writer.close()
    (path,) = (file for file in folder.iterdir() if "tfevents" in file.name)
    make_old(path)
    return path


def make_old(path: Path) -> None:
    modified = path.stat().st_mtime - HOUR_AGO
    os.utime(path, (modified, modified))


class Cache:
    """A cache folder, and loads that use it; counts what came from it."""

    def __init__(self, path: Path, *, max_bytes: int = 1 << 30) -> None:
        self.folder = CacheFolder(path, max_bytes=max_bytes)
        self.n_found = 0

    @property
    def files(self) -> list[Path]:
        folder = self.folder.part("segments")
        return sorted(folder.iterdir()) if folder.exists() else []

    def load(self, logs: Path, *, save: bool = True, reader: Reader | None = None) -> StoreView:
        segments = CountedSegments(self.folder)
        store = Store(reader or default_reader(), load_claims())
        follower = Follower(store, parse_roots(str(logs)), segments=segments)
        follower.load()
        if save:
            follower.save_segments()
        follower.close()
        self.n_found = segments.n_found
        return follower.store.view()


class CountedSegments(SavedSegments):
    """Counts how many segments were found."""

    n_found = 0

    def find(self, root: str, stat: Stat, *, own: bool = False) -> _native.Segment | None:
        found = super().find(root, stat, own=own)
        self.n_found += found is not None
        return found

    def unchanged(self, root: str, stats: Sequence[Stat]) -> list[_native.Segment | None]:
        found = super().unchanged(root, stats)
        self.n_found += len(found) - found.count(None)
        return found


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def points(view: StoreView) -> dict[tuple[str, str], list[float]]:
    return {(run.name, tag): run.scalar(tag).values.tolist() for run in view.runs for tag in run.scalars}


def without_cache(logs: Path) -> dict[tuple[str, str], list[float]]:
    follower = Follower(Store(default_reader(), load_claims()), parse_roots(str(logs)))
    follower.load()
    follower.close()
    return points(follower.store.view())


LARGE = 13_000  # steps of two tags: more than LARGE_BYTES


def test_second_start_maps_a_large_file(tmp_path: Path, cache: Cache) -> None:
    path = write_run(tmp_path / "logs" / "run", LARGE)
    assert path.stat().st_size > LARGE_BYTES
    first = points(cache.load(tmp_path / "logs"))
    assert (cache.n_found, len(cache.files)) == (0, 1)
    assert points(cache.load(tmp_path / "logs")) == first == without_cache(tmp_path / "logs")
    assert cache.n_found == 1


def test_large_file_is_found_after_its_folder_was_renamed(tmp_path: Path, cache: Cache) -> None:
    write_run(tmp_path / "logs" / "run", LARGE)
    cache.load(tmp_path / "logs")
    (tmp_path / "logs").rename(tmp_path / "moved")
    assert points(cache.load(tmp_path / "moved")) == without_cache(tmp_path / "moved")
    assert cache.n_found == 1


def test_small_files_of_a_root_share_one_file(tmp_path: Path, cache: Cache) -> None:
    for run in range(FEWEST_PACKED + 5):
        write_run(tmp_path / "logs" / f"run_{run}", 20, offset=run)
    expected = points(cache.load(tmp_path / "logs"))
    assert len(cache.files) == 1
    assert points(cache.load(tmp_path / "logs")) == expected == without_cache(tmp_path / "logs")
    assert (cache.n_found, len(cache.files)) == (FEWEST_PACKED + 5, 1)


def test_files_of_one_folder_are_taken_once_however_many_are_looked_up_at_a_time(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "logs" / "run"
    folder.mkdir(parents=True)
    for part in range(FEWEST_PACKED):
        path = write_run(tmp_path / "written" / str(part), 2, first=2 * part)
        path.rename(folder / f"events.out.tfevents.{part:03d}")
    expected = points(cache.load(tmp_path / "logs"))
    monkeypatch.setattr(catalog, "_KNOWN_FILES", 7)
    assert points(cache.load(tmp_path / "logs")) == expected
    assert cache.n_found == FEWEST_PACKED


def test_few_small_files_are_not_saved(tmp_path: Path, cache: Cache) -> None:
    write_run(tmp_path / "logs" / "run", 20)
    cache.load(tmp_path / "logs")
    assert cache.files == []


def test_many_packs_of_a_root_are_joined(tmp_path: Path, cache: Cache) -> None:
    for pack in range(18):
        for run in range(FEWEST_PACKED):
            write_run(tmp_path / "logs" / f"run_{pack}_{run}", 2, offset=run)
        cache.load(tmp_path / "logs")
    assert len(cache.files) < 5
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")
    assert cache.n_found == 18 * FEWEST_PACKED


def test_growth_is_read_on_from_the_saved_offset(tmp_path: Path, cache: Cache) -> None:
    path = write_run(tmp_path / "logs" / "run", LARGE)
    cache.load(tmp_path / "logs")
    more = write_run(tmp_path / "more", 10, first=LARGE)
    with path.open("ab") as file:
        file.write(more.read_bytes())
    make_old(path)
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")
    assert cache.n_found == 1
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")


def test_small_file_of_a_pack_that_grew_is_read_on(tmp_path: Path, cache: Cache) -> None:
    paths = [write_run(tmp_path / "logs" / f"run_{run}", 20) for run in range(FEWEST_PACKED)]
    cache.load(tmp_path / "logs")
    more = write_run(tmp_path / "more", 10, first=20)
    with paths[0].open("ab") as file:
        file.write(more.read_bytes())
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")
    assert cache.n_found == FEWEST_PACKED


@pytest.mark.parametrize("n_steps", [LARGE, 20])
def test_file_rewritten_in_place_is_read_from_its_beginning(
    tmp_path: Path, cache: Cache, n_steps: int
) -> None:
    n_runs = FEWEST_PACKED if n_steps < LARGE else 1
    paths = [write_run(tmp_path / "logs" / f"run_{run}", n_steps) for run in range(n_runs)]
    cache.load(tmp_path / "logs")
    other = write_run(tmp_path / "other", n_steps + 5, offset=1.0)
    with paths[0].open("r+b") as file:  # the same inode
        file.write(other.read_bytes())
        file.truncate()
    make_old(paths[0])
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")


@pytest.mark.parametrize("n_left", [0, 7, 400, 600_000])
def test_truncated_file_is_read_from_its_beginning(tmp_path: Path, cache: Cache, n_left: int) -> None:
    path = write_run(tmp_path / "logs" / "run", LARGE)
    cache.load(tmp_path / "logs")
    os.truncate(path, n_left)
    make_old(path)
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")


def test_replaced_file_is_read_from_its_beginning(tmp_path: Path, cache: Cache) -> None:
    path = write_run(tmp_path / "logs" / "run", LARGE)
    cache.load(tmp_path / "logs")
    other = write_run(tmp_path / "other", LARGE, offset=3.0)
    os.replace(other, path)
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")


def test_damaged_segment_is_made_anew(tmp_path: Path, cache: Cache) -> None:
    write_run(tmp_path / "logs" / "run", LARGE)
    expected = points(cache.load(tmp_path / "logs"))
    (saved,) = cache.files
    data = bytearray(saved.read_bytes())
    data[len(data) // 2] ^= 1
    saved.unlink()
    saved.write_bytes(data)
    assert points(cache.load(tmp_path / "logs")) == expected
    assert cache.n_found == 0
    assert points(cache.load(tmp_path / "logs")) == expected
    assert cache.n_found == 1


@pytest.mark.parametrize("column", SEGMENT_COLUMNS)
def test_damaged_column_of_a_packed_segment_does_no_harm(tmp_path: Path, cache: Cache, column: str) -> None:
    """Only what a list shows is checked when many are listed; the rest when somebody looks."""
    for run in range(FEWEST_PACKED):
        write_run(tmp_path / "logs" / f"run_{run:02d}", 20, offset=run)
    expected = points(cache.load(tmp_path / "logs"))
    (saved,) = cache.files
    pack = open_segments(saved)
    assert pack is not None
    data = bytearray(saved.read_bytes())
    for offset, n_bytes in pack.ranges[:, SEGMENT_COLUMNS.index(column)].tolist():
        for at in range(offset, offset + n_bytes):
            data[at] ^= 0x55
    saved.unlink()
    saved.write_bytes(data)
    view = cache.load(tmp_path / "logs")
    assert {run.name: (run.n_points, run.last_step) for run in view.runs} == {
        f"run_{run:02d}": (40, 19) for run in range(FEWEST_PACKED)
    }
    assert points(view) == expected


def test_deleted_cache_loses_nothing(tmp_path: Path, cache: Cache) -> None:
    write_run(tmp_path / "logs" / "run", LARGE)
    expected = points(cache.load(tmp_path / "logs"))
    view = cache.load(tmp_path / "logs")
    shutil.rmtree(cache.folder.path)
    assert points(view) == expected == points(cache.load(tmp_path / "logs"))


@pytest.mark.skipif(os.geteuid() == 0 and not Path("/proc/sys").exists(), reason="needs a read-only folder")
def test_read_only_cache_folder_is_no_problem(tmp_path: Path) -> None:
    """/proc refuses new folders to everyone, root too."""
    cache = Cache(Path("/proc/sys/sightline-cache"))
    write_run(tmp_path / "logs" / "run", LARGE)
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")
    assert cache.files == []


def test_cache_is_bounded_and_the_oldest_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", max_bytes=1_200_000)
    for run in range(4):
        write_run(tmp_path / "logs" / f"run_{run}", LARGE, offset=run)
        cache.load(tmp_path / "logs")
        for age, saved in enumerate(cache.files):
            os.utime(saved, (1e9 + age, 1e9 + age))
        assert sum(saved.stat().st_size for saved in cache.files) <= 1_200_000
    assert len(cache.files) >= 1
    assert points(cache.load(tmp_path / "logs")) == without_cache(tmp_path / "logs")


WRITER = """
import sys
from pathlib import Path
from sightline import _native
from sightline.formats.cache_folder import CacheFolder
from sightline.engine.saved_segments import SavedSegments
from sightline.formats.segment_file import SegmentKey
segment = _native.Segment()
segment.read(_native.FileSource(sys.argv[1]), final=True)
identity = _native.FileSource(sys.argv[1]).facts()[2]
saved = SavedSegments(CacheFolder(Path(sys.argv[2])))
print("begin", flush=True)
for _ in range(int(sys.argv[3])):
    assert saved.save(SegmentKey(sys.argv[1], identity, Path(sys.argv[1]).stat().st_size), segment)
"""


@contextmanager
def writer(path: Path, cache: Cache, n_times: int) -> Iterator[subprocess.Popen[str]]:
    arguments = [sys.executable, "-c", WRITER, str(path), str(cache.folder.path), str(n_times)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begin\n"
        yield process


@pytest.mark.parametrize("n_reads", [0, 1, 5, 20, 60])
def test_killed_while_writing_leaves_a_usable_cache(tmp_path: Path, cache: Cache, n_reads: int) -> None:
    path = write_run(tmp_path / "logs" / "run", LARGE)
    expected = without_cache(tmp_path / "logs")
    with writer(path, cache, 1_000_000) as process:
        for _ in range(n_reads):
            assert points(cache.load(tmp_path / "logs", save=False)) == expected
        process.send_signal(signal.SIGKILL)
    assert points(cache.load(tmp_path / "logs")) == expected
    assert points(cache.load(tmp_path / "logs")) == expected
    assert cache.n_found == 1


def test_two_processes_that_write_the_same_segment_agree(tmp_path: Path, cache: Cache) -> None:
    path = write_run(tmp_path / "logs" / "run", LARGE)
    expected = without_cache(tmp_path / "logs")
    with writer(path, cache, 20) as one, writer(path, cache, 20) as other:
        while one.poll() is None or other.poll() is None:
            assert points(cache.load(tmp_path / "logs", save=False)) == expected
    assert (one.returncode, other.returncode) == (0, 0)
    assert points(cache.load(tmp_path / "logs")) == expected
    assert (cache.n_found, len(cache.files)) == (1, 1)


def test_mapped_columns_take_no_memory_of_their_own(tmp_path: Path, cache: Cache) -> None:
    write_run(tmp_path / "logs" / "run", LARGE)
    (held,) = cache.load(tmp_path / "logs").runs[0].tips
    (mapped,) = cache.load(tmp_path / "logs").runs[0].tips
    assert mapped.segment.nbytes < held.segment.nbytes / 20
    np.testing.assert_equal(mapped.columns(0), held.columns(0))


class VersionedReader(LocalReader):
    """Files with versions and without identities, as object stores have them; counts what is opened."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    def stat(self, path: str) -> Stat:
        found = super().stat(path)
        if found.is_directory:
            return found
        return found._replace(identity=path, version=str(hash(Path(path).read_bytes())))

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        return [None] * len(paths)

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        found = super().list(paths)
        return [
            entries
            if isinstance(entries, OSError)
            else [
                entry if entry.stat is None else entry._replace(stat=self.stat(f"{path}/{entry.name}"))
                for entry in entries
            ]
            for path, entries in zip(paths, found, strict=True)
        ]

    def open(self, path: str) -> LocalFile:
        self.opened.append(path)
        stat = self.stat(path)

        class VersionedFile(LocalFile):
            def stat(self) -> Stat:
                return stat

        return VersionedFile(path)

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read each file whole; those that were saved in part come again."""
        found: list[Loaded | OSError] = []
        for path, segment in zip(paths, segments, strict=True):
            if segment.offset:
                found.append(OSError(errno.ESTALE, "read as a whole", path))
                continue
            self.opened.append(path)
            segment.read(_native.WindowSource(Path(path).read_bytes()), final=True)
            found.append(Loaded(False, self.stat(path), self.stat(path).size))
        return found


class WaitingReader(LocalReader):
    """Lists no directory before it may."""

    def __init__(self) -> None:
        self.may_list = threading.Event()

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        assert self.may_list.wait(60)
        return super().list(paths)


def test_saved_runs_are_shown_as_they_are_now_before_the_walk(tmp_path: Path, cache: Cache) -> None:
    logs = tmp_path / "logs"
    paths = [write_run(logs / f"run_{run:03d}", 20) for run in range(FEWEST_PACKED + 4)]
    cache.load(logs)
    shutil.rmtree(paths[0].parent)
    paths[1].unlink()
    os.replace(write_run(tmp_path / "other", 25, offset=1.0), paths[2])
    (logs / "new_folder").mkdir()
    known = without_cache(logs)
    write_run(logs / "new", 30)

    reader = WaitingReader()
    store = Store(reader, load_claims())
    follower = Follower(store, parse_roots(str(logs)), segments=SavedSegments(cache.folder))
    follower.start()
    try:
        while points(view := store.view()) != known:
            assert {run.name for run in view.runs} <= {run for run, _ in known}  # none that is gone
            assert store.wait(view.generation, 60)
        shutil.rmtree(paths[3].parent)
        reader.may_list.set()
        assert follower.wait_loaded(60)
        assert points(store.view()) == without_cache(logs)
    finally:
        reader.may_list.set()
        follower.close()


@pytest.mark.parametrize(("n_runs", "n_steps"), [(FEWEST_PACKED + 2, 20), (1, LARGE)])
def test_files_with_the_version_they_had_are_not_opened(
    tmp_path: Path, cache: Cache, n_runs: int, n_steps: int
) -> None:
    paths = [write_run(tmp_path / "logs" / f"run_{run}", n_steps) for run in range(n_runs)]
    expected = points(cache.load(tmp_path / "logs", reader=VersionedReader()))
    reader = VersionedReader()
    assert (
        points(cache.load(tmp_path / "logs", reader=reader)) == expected == without_cache(tmp_path / "logs")
    )
    assert (reader.opened, cache.n_found) == ([], n_runs)
    other = write_run(tmp_path / "other", n_steps + 5, offset=1.0)
    os.replace(other, paths[0])
    assert points(cache.load(tmp_path / "logs", reader=reader)) == without_cache(tmp_path / "logs")
    assert set(reader.opened) == {str(paths[0])}


def test_local_file_has_a_version_once_it_was_left_alone(tmp_path: Path) -> None:
    reader = LocalReader()
    old = reader.stat(__file__)
    assert old.version != ""
    assert old == reader.stat(__file__)
    (tmp_path / "new").write_bytes(Path(__file__).read_bytes())
    os.utime(tmp_path / "new", (old.modified, old.modified))  # a time that a program sets says nothing
    assert reader.stat(str(tmp_path / "new")).version == ""


def test_list_of_saved_runs_is_that_of_scanned_ones(tmp_path: Path, cache: Cache) -> None:
    for run in range(FEWEST_PACKED + 3):
        write_run(tmp_path / "logs" / f"run_{run}", 20 + run % 3)
    (tmp_path / "logs" / "run_1" / "projector_config.pbtxt").write_text("")
    expected = listing(cache.load(tmp_path / "logs", reader=VersionedReader()))
    view = cache.load(tmp_path / "logs", reader=VersionedReader())
    assert cache.n_found == FEWEST_PACKED + 3
    assert listing(view) == expected
    assert listing(view) == expected  # the first of them was looked at
    assert points(view) == without_cache(tmp_path / "logs")
    assert listing(view) == expected  # all were


def listing(view: StoreView) -> tuple[object, ...]:
    runs = [(run.name, run.last_step, run.first_nan, run.n_points, len(run.restarts)) for run in view.runs]
    return runs, listed_tags(view.runs, view.claims.kinds)
