"""The store: runs and their event files as columns; readers use views, one per generation.

`Store` is written to by the loader's threads. `Store.view()` gives a `StoreView` that never changes: reading
it twice gives the same result, however much is appended meanwhile. Making one copies no points.

Lock order: `Store._lock` only; no other lock is taken while it is held.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sightline.engine.answers_first import AnswersFirst
from sightline.engine.claims import Claims
from sightline.engine.collector_pause import collector_paused
from sightline.engine.folding import ancestors, is_folded
from sightline.engine.items import ItemIndex, ItemReader, Location
from sightline.engine.reader import Reader
from sightline.engine.roots import Root
from sightline.engine.run_view import KeepSeries, RunView, SideFile
from sightline.engine.series import ScalarSeries
from sightline.engine.series_info import SeriesInfo
from sightline.engine.tip import Tip

if TYPE_CHECKING:
    from sightline.engine.event_file import EventFile

__all__ = ["RunView", "ScalarSeries", "SeriesInfo", "Store", "StoreView"]

RunKey = tuple[str, str]  # the root's path, the run's name (or directory)

# The longest value that is read to be shown. One record may have 2 GiB.
MAX_VALUE_BYTES = 256 << 20
_OBJECTS_PER_VIEW = 4
_NO_FILES: Mapping[str, SideFile] = MappingProxyType({})


class Run:
    """A run in the store. Guarded by the store's lock."""

    __slots__ = (
        "directory",
        "generation",
        "grew_at",
        "id",
        "key",
        "n_loading",
        "parent_id",
        "root",
        "side_files",
        "tips",
        "view",
    )

    def __init__(self, run_id: int, root: Root, key: RunKey, directory: str) -> None:
        self.id = run_id
        self.root = root
        self.key = key
        self.directory = directory
        self.generation = 0
        self.grew_at = 0.0
        self.n_loading = 0
        self.parent_id: int | None = None
        self.side_files: Mapping[str, SideFile] = _NO_FILES
        self.tips: dict[str, Tip] = {}
        self.view: RunView | None = None

    def make_view(self, claims: Claims, reader: Reader) -> RunView:
        """The run as it is now."""
        root, name = self.key
        return RunView(
            self.id,
            name,
            root,
            self.directory,
            self.generation,
            self.n_loading > 0,
            self.grew_at,
            tuple(self.side_files.values()) if self.side_files else (),
            self.parent_id,
            tuple(self.tips.values()),
            claims,
            reader,
        )


class StoreView:
    """All runs as of one generation; safe in any thread, for as long as it is wanted."""

    def __init__(self, generation: int, runs: Sequence[RunView], claims: Claims, items: ItemReader) -> None:
        self.generation = generation
        self.runs = runs
        self.claims = claims
        # What kinds have computed from this state of the logs, by their own keys; it goes with the view.
        self.cache: dict[Any, Any] = {}
        self._items = items

    @cached_property
    def by_id(self) -> dict[int, RunView]:
        """The runs by their ids."""
        return {run.id: run for run in self.runs}

    @cached_property
    def by_name(self) -> dict[str, RunView]:
        """The runs by their names."""
        return {run.name: run for run in self.runs}

    def run(self, run_id: int) -> RunView:
        """One run; KeyError where there is none."""
        return self.by_id[run_id]

    def scalar(self, run_id: int, tag: str) -> ScalarSeries:
        """The points of a scalar; KeyError where there is none."""
        return self.by_id[run_id].scalar(tag)

    def items(self, run_id: int, tag: str, kind: str) -> ItemIndex:
        """Where the values of a tag of another kind are; KeyError where there are none."""
        return self.by_id[run_id].items(tag, kind)

    def read(self, location: Location, *, max_bytes: int | None = MAX_VALUE_BYTES) -> bytes:
        """The value at a location, checked: a serialized Summary.Value, or a graph's payload.

        Raises ValueError where it is longer than `max_bytes`: decoding takes several times its size.
        """
        if max_bytes is not None and location.value_length > max_bytes:
            raise ValueError(
                f"it has {location.value_length / 2**20:,.0f} MiB, and at most {max_bytes >> 20} MiB are read"
            )
        return self._items.read(location)

    def read_prefix(self, location: Location, max_bytes: int) -> bytes:
        """The first bytes of the value at a location, not checked: only for hints, such as a size."""
        return self._items.read_prefix(location, max_bytes)

    def narrowed(self, runs: Iterable[int], keep: KeepSeries) -> StoreView:
        """A view of some runs and series only, as if there were no others."""
        chosen = [self.by_id[run_id] for run_id in runs]
        ids = {run.id for run in chosen}
        narrow = [run.narrowed(keep, ids) for run in chosen]
        return StoreView(self.generation, narrow, self.claims, self._items)

    def changed_since(self, generation: int) -> list[RunView]:
        """The runs that changed after a generation."""
        return [run for run in self.runs if run.generation > generation]


class Store:
    """All runs that were found, updated by the loader's threads and read through views.

    `folder` owns files that the runs are in; it is held as long as anybody has a view.
    """

    def __init__(self, reader: Reader, claims: Claims, folder: object = None) -> None:
        self.reader = reader
        self.claims = claims
        self.answers_first = AnswersFirst()
        self._items = ItemReader(reader, folder=folder)
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._runs: dict[RunKey, Run] = {}
        self._ids: dict[RunKey, int] = {}  # of runs that are gone, and may come back
        self._given_ids: set[int] = set()  # those of runs that wanted theirs
        self._last_id = 0
        self._generation = 0
        self._structure_changed = False
        self._view: StoreView | None = None  # an old one is not held: it may be all that needs its columns
        self._listeners: list[Callable[[], None]] = []

    def embed(self, path: str, value_offset: int, data: bytes) -> None:
        """Answer for a value of an event file from memory: it is in an index."""
        self._items.embed(path, value_offset, data)

    def reserve_ids(self, n: int) -> None:
        """Leave the first ids to those who want certain ones; before there are runs."""
        self._last_id = n

    @property
    def generation(self) -> int:
        """How many times anything was committed."""
        return self._generation

    def view(self) -> StoreView:
        """Everything committed so far."""
        with self._lock:
            if self._view is None:
                self._view = self._make_view()
            return self._view

    def _make_view(self) -> StoreView:
        shown = [run for run in self._runs.values() if run.tips or run.side_files or run.n_loading]
        changed = [run for run in shown if run.view is None]
        with collector_paused(_OBJECTS_PER_VIEW * len(changed)):
            for run in changed:
                run.view = run.make_view(self.claims, self.reader)
            self._fold(shown if self._structure_changed else changed)
            self._structure_changed = False
            views = [run.view for run in shown if run.view is not None]
            views.sort(key=attrgetter("root", "name"))
        return StoreView(self._generation, views, self.claims, self._items)

    def _fold(self, runs: Iterable[Run]) -> None:
        """Find the parents of sub-runs. A published view stays as it is: a new parent makes a new view."""
        above: dict[RunKey, list[Run]] = {}  # by root and parent directory: siblings have the same
        for run in runs:
            root = run.key[0]
            place = (root, "" if run.directory == root else run.directory.rpartition("/")[0] or "/")
            parents = above.get(place)
            if parents is None:
                parents = above[place] = self._runs_above(run)
            if run.view is None or (not parents and run.parent_id is None):
                continue
            parent_id = self._parent_id(run.view, parents)
            if parent_id != run.parent_id:
                run.parent_id = parent_id
                run.view = run.make_view(self.claims, self.reader)

    def _runs_above(self, run: Run) -> list[Run]:
        """The runs with event files in the directories above one, the nearest first."""
        root = run.root
        keys = ((root.path, root.run_name(path)) for path in ancestors(run.directory, root.path))
        return [parent for key in keys if (parent := self._runs.get(key)) is not None and parent.tips]

    def _parent_id(self, run: RunView, parents: Iterable[Run]) -> int | None:
        folding = (parent.id for parent in parents if is_folded(run, parent.directory, self.claims))
        return next(folding, None)

    def wait(self, generation: int, timeout_secs: float | None = None) -> bool:
        """Wait until something was committed after a generation; False when the time is up."""
        with self._changed:
            return self._changed.wait_for(lambda: self._generation > generation, timeout_secs)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have `listener` called, in a loader's thread, after each commit; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def run(self, root: Root, directory: str, *, wanted_id: int | None = None) -> Run:
        """The run in a directory, made where there is none; one that comes back keeps its id.

        wanted_id: the id of one that is not shown now, unless another has it.
        """
        with self._lock:
            return self._run_at(root, directory, wanted_id)

    def runs_in(self, root: Root, directories: Iterable[str]) -> list[Run]:
        """The runs in directories, made where there are none."""
        with self._lock:
            return [self._run_at(root, directory, None) for directory in directories]

    def _run_at(self, root: Root, directory: str, wanted_id: int | None) -> Run:
        key = (root.path, root.run_name(directory))
        found = self._runs.get(key)
        if found is None:
            run_id = self._free_id(wanted_id or (self._ids and self._ids.get(key)) or None)
            found = self._runs[key] = Run(run_id, root, key, directory)
            self._structure_changed = True
        return found

    def _free_id(self, wanted: int | None) -> int:
        if wanted is None or wanted in self._given_ids:
            self._last_id += 1
            return self._last_id
        self._given_ids.add(wanted)
        return wanted

    def expect(self, *files: EventFile) -> None:
        """Files were found and will be read: until then their runs are loading."""
        with self._lock:
            for file in files:
                if not file.gone and not file.loaded:
                    file.expected = True
                    file.run.n_loading += 1
                    self._touch(file.run)
        self._notify()

    def publish(self, *files: tuple[EventFile, bool]) -> None:
        """Show what was read of files; each with whether that was all of it."""
        with self._lock:
            for file, loaded in files:
                if file.gone or file.tip is None:
                    continue
                before = file.run.tips.get(file.path)
                if file.loaded and not (before and before.is_as_long_as(file.tip)):
                    file.run.grew_at = time.time()
                self._structure_changed |= not file.run.tips
                file.run.tips[file.path] = file.tip
                self._settle(file, loaded)
                self._touch(file.run)
        self._notify()

    def publish_whole(self, files: Iterable[EventFile]) -> None:
        """Show files for the first time, each with all there is of it; there may be very many."""
        with self._lock:
            generation = self._generation
            for file in files:
                if file.gone or file.tip is None:
                    continue
                run = file.run
                generation += 1
                run.generation, run.view = generation, None
                run.tips[file.path] = file.tip
                file.loaded = True
                if file.seen.modified > run.grew_at:
                    run.grew_at = file.seen.modified
                self._runs[run.key] = run
            self._generation, self._view, self._structure_changed = generation, None, True
        self._notify()

    def settle(self, file: EventFile) -> None:
        """Nothing can be read of a file now: its run does not wait for it any longer."""
        with self._lock:
            if file.loaded:
                return
            self._settle(file, True)
            self._touch(file.run)
        self._notify()

    def drop(self, file: EventFile, *, for_good: bool = False) -> None:
        """Stop showing a file; `for_good` also ignores what is still being read of it."""
        with self._lock:
            file.gone |= for_good
            known = file.run.tips.pop(file.path, None) is not None
            if not known and file.loaded:
                return
            self._settle(file, True)
            self._touch(file.run)
        self._notify()

    def set_side_files(self, run: Run, files: dict[str, SideFile]) -> None:
        """The files beside a run's events that kinds claim, by path."""
        with self._lock:
            if run.side_files == files:
                return
            run.side_files = files
            self._touch(run)
        self._notify()

    def _settle(self, file: EventFile, loaded: bool) -> None:
        if loaded and not file.loaded:
            file.loaded = True
            file.run.n_loading -= file.expected
            # A file that was being written just now is live from the start.
            file.run.grew_at = max(file.run.grew_at, file.seen.modified)

    def _touch(self, run: Run) -> None:
        self._generation += 1
        self._view = None
        run.generation = self._generation
        run.view = None
        key = run.key
        if run.tips or run.side_files or run.n_loading:
            self._runs[key] = run
        elif self._runs.pop(key, None) is not None:
            self._ids[key] = run.id
            self._given_ids.discard(run.id)
            self._structure_changed = True

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()
        for listener in tuple(self._listeners):
            listener()
