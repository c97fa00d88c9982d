"""A torn end is damage once its file is old, whenever the file was found."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sightline.engine.event_file import EventFile
from sightline.engine.loader import Loader
from sightline.engine.local_reader import LocalReader
from sightline.engine.roots import Root
from sightline.engine.run_view import RunView
from sightline.engine.store import Store
from sightline.plugins import load_claims
from support.logs import GOLDEN, line, load, write_events


class Aging:
    """A loader whose clock the test sets, and copies of damaged golden files that were just written."""

    def __init__(self, root: Path) -> None:
        self.root = Root(str(root))
        self.now = 2e9
        self.store = Store(LocalReader(), load_claims())
        self.loader = Loader(self.store, n_threads=1, clock=lambda: self.now)

    def copy(self, case: str) -> EventFile:
        (source,) = (GOLDEN / "damaged" / case).glob("*tfevents*")
        directory = Path(self.root.path) / case
        directory.mkdir()
        path = directory / source.name
        path.write_bytes(source.read_bytes())
        os.utime(path, (self.now - 1, self.now - 1))
        file = EventFile(
            str(path), self.store.run(self.root, str(directory)), self.store.reader.stat(str(path))
        )
        self.store.expect(file)
        return file

    def read(self, *files: EventFile) -> None:
        self.loader.want(*files)
        assert self.loader.wait(30)

    def grow_old(self, secs: float) -> None:
        self.now += secs
        self.loader.recheck()
        assert self.loader.wait(30)

    def damage(self) -> dict[str, tuple[int | None, int]]:
        return {run.name: (run.last_step, run.n_damages) for run in self.store.view().runs}


@pytest.fixture
def aging(tmp_path: Path) -> Iterator[Aging]:
    found = Aging(tmp_path)
    yield found
    found.loader.close()


def test_a_torn_end_becomes_damage_when_the_file_grows_old(aging: Aging) -> None:
    aging.read(aging.copy("length_past_end"), aging.copy("truncated_mid_record"))
    assert aging.damage() == {"length_past_end": (9, 0), "truncated_mid_record": (9, 0)}
    aging.grow_old(58)
    assert aging.damage() == {"length_past_end": (9, 0), "truncated_mid_record": (9, 0)}
    grew_at = {run.name: run.grew_at for run in aging.store.view().runs}
    aging.grow_old(2)
    fresh = {run.name: (run.last_step, run.n_damages) for run in load_old(aging.root.path)}
    assert aging.damage() == fresh == {"length_past_end": (19, 1), "truncated_mid_record": (9, 1)}
    # Looking again is no growth: the runs are damaged now, not live once more.
    assert {run.name: run.grew_at for run in aging.store.view().runs} == grew_at


def test_a_torn_end_that_became_damage_heals_when_the_rest_comes(aging: Aging) -> None:
    whole = write_events(Path(aging.root.path) / "whole", line("a", range(9), at=1)).read_bytes()
    file = aging.copy("truncated_mid_record")
    Path(file.path).write_bytes(whole[:-7])
    os.utime(file.path, (aging.now - 1, aging.now - 1))
    aging.read(file)
    aging.grow_old(61)
    assert aging.damage() == {"truncated_mid_record": (7, 1)}
    with open(file.path, "ab") as growing:
        growing.write(whole[-7:])
    os.utime(file.path, (aging.now, aging.now))
    aging.read(file)
    assert aging.damage() == {"truncated_mid_record": (8, 0)}


def load_old(root: str) -> Sequence[RunView]:
    for path in Path(root).rglob("*tfevents*"):
        os.utime(path, (1e9, 1e9))
    return load(root).view().runs
