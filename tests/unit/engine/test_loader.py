"""The loader: chosen runs first, then the newest; large files in slices; states of runs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sightline.engine.claims import Claims
from sightline.engine.event_file import EventFile
from sightline.engine.loader import Loader
from sightline.engine.local_reader import LocalFile, LocalReader
from sightline.engine.roots import Root
from sightline.engine.store import Store
from support.gated_reader import GatedReader
from support.logs import GOLDEN, line, load, wait_until, write_events


class Loading:
    """A loader with one thread that is held up at the gate, and files waiting behind it."""

    def __init__(self, root: Path) -> None:
        self.root = Root(str(root))
        self.reader = GatedReader()
        self.store = Store(self.reader, Claims())
        self.loader = Loader(self.store, n_threads=1)
        self.want("gate", modified=1e9)
        wait_until(lambda: self.files[0].busy)

    files: list[EventFile]

    def want(self, name: str, *, modified: float) -> EventFile:
        directory = Path(self.root.path) / name
        path = write_events(directory, line("a", range(3), at=1))
        os.utime(path, (modified, modified))
        run = self.store.run(self.root, str(directory))
        file = EventFile(str(path), run, self.reader.stat(str(path)))
        self.files = [*getattr(self, "files", []), file]
        self.store.expect(file)
        self.loader.want(file)
        return file

    def order(self) -> list[str]:
        self.reader.gate.set()
        assert self.loader.wait(30)
        return self.reader.runs_read


@pytest.fixture
def loading(tmp_path: Path) -> Iterator[Loading]:
    found = Loading(tmp_path)
    yield found
    found.reader.gate.set()
    found.loader.close()


def test_loader_reads_the_newest_files_first(loading: Loading) -> None:
    for name, modified in (("old", 1e8), ("new", 3e8), ("middle", 2e8)):
        loading.want(name, modified=modified)
    assert loading.order() == ["new", "middle", "old"]


def test_load_first_reads_chosen_runs_before_all_others(loading: Loading) -> None:
    files = {
        name: loading.want(name, modified=at) for name, at in (("old", 1e8), ("new", 3e8), ("older", 5e7))
    }
    loading.loader.load_first([files["older"].run.id])
    assert loading.order() == ["older", "new", "old"]


def test_wanting_a_file_many_times_reads_it_once(loading: Loading) -> None:
    file = loading.want("a", modified=1e8)
    for _ in range(5):
        loading.loader.want(file)
    assert loading.order() == ["a"]


def test_run_is_loading_until_its_files_are_read(loading: Loading) -> None:
    loading.want("a", modified=1e8)
    assert {run.name: run.state for run in loading.store.view().runs} == {"a": "loading", "gate": "loading"}
    loading.order()
    assert {run.name: run.state for run in loading.store.view().runs} == {"a": "idle", "gate": "idle"}


def test_run_states_of_golden_logs() -> None:
    now = 4e9
    states = {
        case: {run.name: run.state_at(now) for run in load(GOLDEN / case).view().runs}
        for case in ("damaged/bad_data_crc_middle", "torch/scalar", "tf/hparams_api")
    }
    assert set(states["damaged/bad_data_crc_middle"].values()) == {"damaged"}
    assert set(states["torch/scalar"].values()) == {"idle"}
    assert "finished" in states["tf/hparams_api"].values()
    (run,) = load(GOLDEN / "torch/scalar").view().runs
    assert run.state_at(run.grew_at + 59) == "live"


def test_slices_of_a_file_add_up_to_the_whole(tmp_path: Path) -> None:
    path = write_events(tmp_path, line("a", range(1000), at=1))
    reader = LocalReader()
    store = Store(reader, Claims())
    run = store.run(Root(str(tmp_path)), str(tmp_path))
    file = EventFile(str(path), run, reader.stat(str(path)))
    tips = []
    more = True
    while more:
        more = file.read(reader, max_bytes=2000)
        assert file.tip is not None
        tips.append((file.tip, file.tip.totals.n_points))
    assert len(tips) > 10
    assert [tip.columns(0).steps.tolist() for tip, _ in tips] == [list(range(n)) for _, n in tips]
    assert tips[-1][1] == 1000


def test_event_file_whose_successor_took_over_its_inode_is_read_again(tmp_path: Path) -> None:
    last = ("a", 2, 3.0, 3.0)
    path = write_events(tmp_path / "run", [("a", 0, 1.0, 1.0), ("a", 1, 2.0, 2.0), last])
    successor = write_events(tmp_path / "other", [("a", 0, 1.0, 7.0), ("a", 1, 2.0, 8.0), last]).read_bytes()
    reader = LocalReader()
    run = Store(reader, Claims()).run(Root(str(tmp_path)), str(path.parent))
    file = EventFile(str(path), run, reader.stat(str(path)))
    file.read(reader)
    path.unlink()
    path.write_bytes(successor)
    file.read(reader)
    assert file.tip is not None
    assert file.tip.columns(0).values.tolist() == [7.0, 8.0, 3.0]


def event_file(store: Store, root: Root, directory: Path) -> EventFile:
    path = str(write_events(directory, line("a", range(3), at=1)))
    file = EventFile(path, store.run(root, str(directory)), store.reader.stat(path))
    store.expect(file)
    return file


class ExhaustedReader(LocalReader):
    """Raises MemoryError for files in a directory called `huge`."""

    def open(self, path: str) -> LocalFile:
        if "/huge/" in path:
            raise MemoryError
        return super().open(path)

    def load(self, paths: Sequence[str], segments, **options):  # type: ignore[no-untyped-def]
        if any("/huge/" in path for path in paths):
            raise MemoryError
        return super().load(paths, segments, **options)


@pytest.mark.parametrize("n_huge", [1, 5])
def test_file_too_large_for_memory_is_reported_and_not_waited_for(tmp_path: Path, n_huge: int) -> None:
    store = Store(ExhaustedReader(), Claims())
    reported: list[str] = []
    loader = Loader(store, n_threads=1, on_problem=lambda path, error: reported.append(f"{path}: {error}"))
    root = Root(str(tmp_path))
    huge = [event_file(store, root, tmp_path / "huge" / str(number)) for number in range(n_huge)]
    try:
        loader.want(*huge)
        assert loader.wait(30)
        assert len(reported) == n_huge
        assert all("MemoryError" in each for each in reported)
        small = event_file(store, root, tmp_path / "small")
        loader.want(small)
        assert loader.wait(30)
        assert small.tip is not None
    finally:
        loader.close()
