"""Follows roots: walks them, loads what is found, keeps the store in step with the files as they change."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from sightline.engine.catalog import Catalog
from sightline.engine.event_file import EventFile
from sightline.engine.index.index_root import IndexRoot, first_manifest
from sightline.engine.index.place import open_place
from sightline.engine.index.run_ids import SPAN
from sightline.engine.loader import Loader
from sightline.engine.memory_limit import MemoryLimit
from sightline.engine.progress import Progress, progress_of
from sightline.engine.remote.address import is_remote
from sightline.engine.root_watch import RootWatch
from sightline.engine.roots import Pattern, Root, expand, numbered
from sightline.engine.saved_segments import SavedSegments
from sightline.engine.segment_saver import SegmentSaver
from sightline.engine.store import Store

_MAX_PROBLEMS = 1000


class Problem(NamedTuple):
    """Something that could not be read, and why."""

    path: str
    message: str


class Follower:
    """Follows roots: `load()` reads everything once, `start()` continues until `close()`."""

    def __init__(
        self,
        store: Store,
        patterns: Iterable[Pattern] = (),
        *,
        n_threads: int = 0,
        reload_interval_secs: float = 5.0,
        use_events: bool = True,
        segments: SavedSegments | None = None,
        memory_limit: MemoryLimit | None = None,
        indexes: Iterable[Pattern] = (),
    ) -> None:
        """Follow log directories and indexes; OSError with a sentence where an index cannot be used."""
        self.store = store
        self._reload_interval_secs = reload_interval_secs
        self._use_events = use_events
        self._problems: dict[str, tuple[float, str]] = {}  # when they were met last, and why
        self._saver = None
        if segments is not None:
            self._saver = SegmentSaver(
                segments, store.reader, memory_limit=memory_limit, is_busy=lambda: self._loader.is_busy
            )
        self._loader = Loader(store, n_threads=n_threads, on_problem=self._on_problem, saver=self._saver)
        self._lock = threading.Lock()  # guards the three below; never held while walking or reading
        self._patterns = list(patterns)
        self._removed: set[str] = set()
        self._catalogs: dict[str, Catalog] = {}
        self._watches: dict[str, RootWatch] = {}
        self._counted: tuple[int, Progress] | None = None  # as of a generation of the store
        self._began = time.monotonic()
        self._closed = threading.Event()
        self._is_following = False
        self._keeper: threading.Thread | None = None
        self.indexes: list[IndexRoot] = []
        indexes = list(indexes)
        store.reserve_ids(SPAN * len(indexes))
        for pattern in indexes:
            self._add_index(pattern, alone=len(indexes) == 1 and not self._patterns)

    @property
    def roots(self) -> list[Root]:
        """The roots being followed, and those whose indexes are."""
        with self._lock:
            return [*(index.root for index in self.indexes), *self._live_roots()]

    def _live_roots(self) -> list[Root]:
        return [catalog.root for catalog in self._catalogs.values()]

    def _add_index(self, pattern: Pattern, *, alone: bool) -> None:
        place = open_place(pattern.text)
        manifest = first_manifest(place)
        source = Pattern(manifest.source, pattern.name)
        root = source.root(manifest.source, alone=alone)
        taken = {index.root.top for index in self.indexes}
        root = numbered(root, taken) if root.top in taken else root
        self.indexes.append(
            IndexRoot(
                place,
                self.store,
                manifest,
                root,
                is_followed=self._is_followed,
                first_id=SPAN * len(self.indexes),
            )
        )

    def _is_followed(self, path: str) -> bool:
        """Whether a file is below a log directory that is followed itself, and so not taken from an index."""
        with self._lock:
            return any(path == root.path or path.startswith(f"{root.path}/") for root in self._live_roots())

    @property
    def problems(self) -> list[Problem]:
        """What could not be read, latest last."""
        indexes = [Problem(index.place.address, index.problem) for index in self.indexes if index.problem]
        return [*(Problem(path, reason) for path, (_, reason) in list(self._problems.items())), *indexes]

    def was_walked(self, root: Root) -> bool:
        """Whether all that is below a root was listed once."""
        with self._lock:
            catalog = self._catalogs.get(root.path)
        return catalog is not None and catalog.is_scanned

    def files(self) -> list[EventFile]:
        """Every event file that was found."""
        with self._lock:
            catalogs = list(self._catalogs.values())
        return [
            *(file for catalog in catalogs for file in catalog.files()),
            *(file for index in self.indexes for file in index.files()),
        ]

    @property
    def progress(self) -> Progress:
        """How far loading has come."""
        with self._lock:
            # The first walk counts alone: later ones only look for what is new.
            is_listing = not all(catalog.is_scanned for catalog in self._catalogs.values())
        is_listing = is_listing or not all(index.loaded.is_set() for index in self.indexes)
        generation = self.store.generation
        if self._counted is None or self._counted[0] != generation:
            self._counted = generation, progress_of(self.files())
        seconds = time.monotonic() - self._began
        return replace(self._counted[1], is_listing=is_listing, seconds=seconds)

    def load(self) -> None:
        """Read everything there is now and return."""
        for catalog in self._renew_roots():
            self._scan(catalog)
        for index in self.indexes:
            index.refresh()
        self._loader.wait()

    def save_segments(self) -> int:
        """Save what is worth it in the cache now; how many event files were."""
        return 0 if self._saver is None else self._saver.save_now()

    def start(self) -> None:
        """Read everything and continue to follow, in the background."""
        self._is_following = True
        # A thread that comes back from native code into an interpreter that is going down aborts the program.
        atexit.register(self.close)
        self._watch_new_roots()
        for index in self.indexes:
            index.start(self._reload_interval_secs)
        if self._saver is not None:
            self._saver.start()
        if any(pattern.is_glob for pattern in self._patterns) and self._reload_interval_secs > 0:
            self._keeper = threading.Thread(target=self._keep_expanding, name="sightline-roots", daemon=True)
            self._keeper.start()

    def wait_loaded(self, timeout_secs: float | None = None) -> bool:
        """Wait until everything that exists now was read once; False when the time is up first."""
        deadline = None if timeout_secs is None else time.monotonic() + timeout_secs
        with self._lock:
            watches = list(self._watches.values())
        for watch in watches:
            if not watch.scanned.wait(_left(deadline)):
                return False
        for index in self.indexes:
            if not index.loaded.wait(_left(deadline)):
                return False
        return self._loader.wait(_left(deadline))

    def wait_saved(self, timeout_secs: float) -> bool:
        """Wait until the saved runs of local roots are in the store; False when the time is up first.

        A remote root may take long to answer, or not answer at all.
        """
        deadline = time.monotonic() + timeout_secs
        with self._lock:
            local = [catalog for path, catalog in self._catalogs.items() if not is_remote(path)]
        return all(catalog.saved_taken.wait(_left(deadline)) for catalog in local)

    def load_first(self, run_ids: Collection[int]) -> None:
        """Load these runs before all others, until other runs are given."""
        self._loader.load_first(run_ids)

    def add(self, pattern: Pattern) -> None:
        """Follow one more log directory from now on."""
        with self._lock:
            self._patterns.append(pattern)
            self._removed.difference_update(
                root.path for root in pattern.expand(self.store.reader, alone=True)
            )
        if self._is_following:
            self._watch_new_roots()
        else:
            self.load()

    def remove(self, root: Root) -> None:
        """Stop following a root and forget its runs."""
        with self._lock:
            catalog = self._catalogs.pop(root.path, None)
            watch = self._watches.pop(root.path, None)
            self._removed.add(root.path)
        if watch is not None:
            watch.stop()
            watch.join()
        if catalog is not None:
            catalog.close()

    def close(self) -> None:
        """Stop following; what was read stays in the store."""
        atexit.unregister(self.close)
        self._closed.set()
        if self._keeper is not None:
            self._keeper.join()
        with self._lock:
            watches = list(self._watches.values())
        # All are stopped before waiting for the first: each may take a moment to notice.
        for watch in watches:
            watch.stop()
        for watch in watches:
            watch.join()
        for index in self.indexes:
            index.close()
        self._loader.close()
        if self._saver is not None:
            self._saver.close()

    def _renew_roots(self) -> list[Catalog]:
        """Expand the patterns again; the catalogs of roots that are new."""
        fresh = []
        shown = [index.root for index in self.indexes]
        with self._lock:
            for root in expand(self._patterns, self.store.reader, others=shown):
                if root.path not in self._catalogs and root.path not in self._removed:
                    catalog = Catalog(root, self.store, self._loader, self._on_problem)
                    self._catalogs[root.path] = catalog
                    fresh.append(catalog)
        return fresh

    def _watch_new_roots(self) -> None:
        for catalog in self._renew_roots():
            self._watch(catalog)

    def _keep_expanding(self) -> None:
        """Expand globs again now and then: they may match more later."""
        while not self._closed.wait(self._reload_interval_secs):
            self._watch_new_roots()

    def _watch(self, catalog: Catalog) -> None:
        watch = RootWatch(
            catalog,
            self.store.reader,
            self._scan,
            reload_interval_secs=self._reload_interval_secs,
            use_events=self._use_events,
        )
        with self._lock:
            self._watches[catalog.root.path] = watch
        watch.start()

    def _scan(self, catalog: Catalog) -> None:
        began = time.monotonic()
        try:
            catalog.scan()
        finally:
            for path, (met_at, _) in list(self._problems.items()):
                if met_at < began and path.startswith(catalog.root.path):
                    self._problems.pop(path, None)  # it would have been met again
            if self._saver is not None:  # listing many runs has checked all that was saved of them
                self._saver.saved.forget_pages()

    def _on_problem(self, path: str, error: OSError) -> None:
        if len(self._problems) < _MAX_PROBLEMS or path in self._problems:
            self._problems[path] = time.monotonic(), error.strerror or str(error)


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
