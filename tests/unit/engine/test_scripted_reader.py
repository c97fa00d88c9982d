"""The engine on a reader without descriptors: slow, short and failing reads, cut and replaced files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sightline.engine.catalog import Catalog
from sightline.engine.loader import Loader
from sightline.engine.roots import Pattern, Root, expand
from sightline.engine.side_files import OutsideError, find_side_file, read_side_file
from sightline.engine.store import Store
from sightline.plugins import load_claims
from support.event_logs import image
from support.logs import line, points_of, write_events
from support.records import frame
from support.scripted_reader import (
    ScriptedFile,
    ScriptedReader,
    ScriptedSource,
    cut,
    fail,
    replaced_by,
    short,
    slow,
)

ROOT = "store://bucket/logs"
PATH = f"{ROOT}/run/events.out.tfevents.1"
Action = Callable[[ScriptedSource], None]


def content(tmp_path: Path, tag: str, n: int) -> bytes:
    path = write_events(tmp_path / f"{tag}{n}", line(tag, range(n), at=1))
    return path.read_bytes()


class Board:
    """A root without a file system, scanned when the test calls it."""

    def __init__(self, *files: ScriptedFile) -> None:
        paths = [PATH, *(f"{ROOT}/run{number}/events.out.tfevents.1" for number in range(1, len(files)))]
        self.store = Store(ScriptedReader(dict(zip(paths, files, strict=True))), load_claims())
        self.problems: list[str] = []
        self.loader = Loader(
            self.store, n_threads=2, on_problem=lambda _, error: self.problems.append(str(error))
        )
        self.catalog = Catalog(Root(ROOT), self.store, self.loader, lambda _, error: None)

    def _on_problem(self, _: str, error: OSError) -> None:
        self.problems.append(str(error))

    def look(self) -> list[int]:
        self.catalog.scan()
        assert self.loader.wait(30)
        return self.steps("a")

    def steps(self, tag: str) -> list[int]:
        return [step for step, _, _ in points_of(self.store).get(("run", tag), [])]


@pytest.fixture
def board() -> Iterator[Callable[..., Board]]:
    boards: list[Board] = []

    def make(*files: ScriptedFile) -> Board:
        boards.append(Board(*files))
        return boards[-1]

    yield make
    for each in boards:
        each.loader.close()


Make = Callable[..., Board]


def test_a_place_without_descriptors_is_followed_as_it_grows(tmp_path: Path, board: Make) -> None:
    whole = content(tmp_path, "a", 500)
    file = ScriptedFile(whole[:10_000])
    store = board(file)
    n_first = len(store.look())
    assert 0 < n_first < 500
    file.grow(whole[10_000:])
    assert store.look() == list(range(500))
    assert [run.name for run in store.store.view().runs] == ["run"]


@pytest.mark.parametrize("n_bytes", [1, 11, 1000])
def test_short_reads_change_nothing(tmp_path: Path, board: Make, n_bytes: int) -> None:
    file = ScriptedFile(content(tmp_path, "a", 100))
    file.script.extend([short(n_bytes)] * 50)
    store = board(file)
    assert store.look() == list(range(100))
    assert store.store.view().runs[0].n_damages == 0


def test_failed_read_is_reported_and_retried(tmp_path: Path, board: Make) -> None:
    whole = content(tmp_path, "a", 100)
    file = ScriptedFile(whole[:3000])
    store = board(file)
    n_first = len(store.look())
    file.grow(whole[3000:])
    file.script.extend([short(1 << 20), short(500), fail, fail])  # the tail, some bytes, then nothing
    steps = store.look()
    assert n_first < len(steps) < 100
    assert store.problems == ["[Errno 104] the connection was lost"]
    assert store.look() == list(range(100))
    assert len(store.problems) == 1


def test_other_files_are_read_while_one_is_slow(tmp_path: Path, board: Make) -> None:
    arrived, go_on = threading.Event(), threading.Event()
    file = ScriptedFile(content(tmp_path, "a", 100))
    file.script.append(slow(arrived, go_on))
    store = board(file, ScriptedFile(content(tmp_path, "b", 5)))
    store.catalog.scan()
    assert arrived.wait(30)
    while ("run1", "b") not in points_of(store.store):  # the slow read holds neither the GIL nor a lock
        assert store.store.wait(store.store.generation, 30)
    go_on.set()
    assert store.loader.wait(30)
    assert store.steps("a") == list(range(100))


def test_a_file_that_is_cut_while_it_is_read_is_read_again(tmp_path: Path, board: Make) -> None:
    file = ScriptedFile(content(tmp_path, "a", 200))
    store = board(file)
    file.script.extend([short(2000), cut(4000)])
    store.look()
    file.modified += 1
    steps = store.look()
    assert steps == list(range(len(steps)))
    assert 0 < len(steps) < 200


def test_a_file_that_is_replaced_while_it_is_read_is_read_afresh(tmp_path: Path, board: Make) -> None:
    file = ScriptedFile(content(tmp_path, "a", 50))
    store = board(file)
    store.look()
    other = content(tmp_path, "b", 70)
    file.grow(frame(b""))
    file.script.append(replaced_by(other))
    assert store.look() == []
    assert store.steps("b") == list(range(70))


def test_a_large_value_is_read_through_the_reader(board: Make) -> None:
    event = image("picture", 3, 50_000)
    file = ScriptedFile(frame(event))
    store = board(file)
    store.look()
    view = store.store.view()
    index = view.items(view.runs[0].id, "picture", "image")
    n_before = file.n_reads
    assert len(view.read(index.location(0))) > 50_000
    assert file.n_reads > n_before
    file.replace(frame(event))
    with pytest.raises(ValueError, match="replaced"):
        view.read(index.location(0)._replace(value_offset=13))


def test_roots_and_files_beside_the_events_go_through_the_reader(tmp_path: Path, board: Make) -> None:
    whole = content(tmp_path, "a", 5)
    store = board(ScriptedFile(whole), ScriptedFile(whole))
    reader = store.store.reader
    found = expand([Pattern(f"{ROOT}/run*")], reader)
    assert [(root.path, root.top) for root in found] == [(f"{ROOT}/run", "run"), (f"{ROOT}/run1", "run1")]
    assert expand([Pattern(f"{ROOT}/later")], reader) == [Root(f"{ROOT}/later")]
    store.look()
    run = store.store.view().by_name["run"]
    path = "../run1/events.out.tfevents.1"
    assert find_side_file(run, path) == f"{ROOT}/run1/events.out.tfevents.1"
    assert read_side_file(run, path, max_bytes=1 << 20) == whole
    with pytest.raises(LookupError, match="there is no file"):
        find_side_file(run, "missing")
    with pytest.raises(OutsideError):
        find_side_file(run, "../../other/file")
