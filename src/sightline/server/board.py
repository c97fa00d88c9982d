"""The board: what the handlers query. It joins the followed logs, the kinds' queries and the sidecars."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from msgspec import UNSET

from sightline import platform
from sightline._native import release_free_memory
from sightline.engine.claims import Claims
from sightline.engine.collector_pause import collector_paused
from sightline.engine.default_reader import default_reader
from sightline.engine.facts import FactSources, facts_by_kind, select
from sightline.engine.follow import Follower
from sightline.engine.index.embedded_files import EmbeddedFiles
from sightline.engine.memory_limit import MemoryLimit
from sightline.engine.notes import NO_NOTES, RunEdit, RunNotes
from sightline.engine.reader import Reader
from sightline.engine.remote.address import is_remote
from sightline.engine.roots import Pattern
from sightline.engine.saved_segments import SavedSegments
from sightline.engine.segment import Damage
from sightline.engine.sidecar import SavedView, Sidecar
from sightline.engine.store import Store, StoreView
from sightline.plugins import Installed, OfferedPages, load_installed
from sightline.plugins.of_tensorboard import tensorboard_plugins
from sightline.server.given_files import GivenFiles
from sightline.server.handlers.kind_queries import KindQueries
from sightline.server.live_stream.change_log import ChangeLog
from sightline.server.live_stream.hub import Hub, Position
from sightline.server.plugin_hosts.plugin_hosts import PluginHosts
from sightline.server.root_list import listed_roots
from sightline.server.runs.failures import failures
from sightline.server.runs.outlook import NO_OUTLOOK, Watch, outlooks
from sightline.server.runs.run_details import run_details
from sightline.server.runs.run_list import listed_run, listed_tags
from sightline.server.runs.trash import BoardTrash
from sightline.server.schema.shapes import (
    Batch,
    FactsAnswer,
    FoundLogs,
    GenerationEvent,
    NearbyAnswer,
    Progress,
    ReadCount,
    RestoreAnswer,
    Root,
    RunDetails,
    RunsAnswer,
    TagsAnswer,
)
from sightline.server.settings import Settings

# Freed answers leave holes in the heap; a few milliseconds now and then return them to the system.
_RELEASE_INTERVAL_SECS = 10.0
# About so many are made for each run of a list.
_OBJECTS_PER_RUN = 2


class Board:
    """Everything one server shows. Its methods may be called from any thread."""

    def __init__(
        self,
        follower: Follower,
        installed: Installed,
        settings: Settings,
    ) -> None:
        self.settings = settings
        self.installed = installed
        self.pages = OfferedPages(installed.pages)
        self.instance = settings.instance
        self._follower = follower
        self._store = follower.store
        self.queries = KindQueries(installed)
        self.given_files = GivenFiles(follower)
        self.plugin_hosts = PluginHosts(
            tensorboard_plugins() if settings.hosts_plugins else (),
            pages=self.pages,
            settings=settings,
            roots=self.roots,
        )
        self._sidecars: dict[str, Sidecar] = {}
        self._change_log = ChangeLog(self._store.view())
        self._n_view_edits = 0
        self._next_state_change = math.inf
        self._watch = Watch(since=time.time(), stalled_after_secs=settings.stalled_after_secs)
        self._progress = self.progress()
        self.hub = Hub(self)
        self.pages.on_change = self._touch
        self._unlisten = self._store.listen(self.hub.wake)
        self._closed = threading.Event()
        self._upkeep = threading.Thread(target=self._keep_up, name="sightline-upkeep", daemon=True)

    def start(self) -> None:
        """Begin to load and follow the logs, in threads of their own."""
        self._follower.start()
        self._upkeep.start()

    def _keep_up(self) -> None:
        """Warm the caches once, then keep the memory that answers left behind from adding up."""
        self._warm_caches()
        while not self._closed.wait(_RELEASE_INTERVAL_SECS):
            release_free_memory()

    def _warm_caches(self) -> None:
        """Compute what every page requests first, before anybody waits; runs cache it until they grow."""
        self._follower.wait_loaded()
        view = self.view()
        for run in view.runs:
            if self._closed.is_set():
                return
            listed_run(run, NO_NOTES)
        for kind in self.tags().kinds:
            if self._closed.is_set():
                return
            self.queries.warm_cache(kind.slug, view)

    def close(self) -> None:
        """Stop following, and wait for the threads."""
        self._closed.set()
        self.plugin_hosts.close()
        self.reader.stop()
        self._unlisten()
        self.hub.close()
        self._follower.close()
        self.given_files.close()
        # A thread left in native code would come back into an interpreter that is going down, and abort.
        self._upkeep.join()

    @property
    def generation(self) -> int:
        """The store's generation."""
        return self._store.generation

    @property
    def position(self) -> Position:
        """Where the board is: the store's generation, and how often else anything changed."""
        return Position(self._store.generation, self._change_log.n_other_changes)

    def view(self) -> StoreView:
        """The logs as they are now."""
        return self._store.view()

    def etag(self, generation: int) -> str:
        """The ETag of everything that depends on the generation only."""
        return f'W/"{self.instance}.{generation}"'

    def answering(self) -> AbstractContextManager[None]:
        """Somebody waits for what is computed in this block: the walk through the folders gives way."""
        return self._store.answers_first.answering()

    def prepare(self) -> Position:
        """Update the change log for the live stream; return the position."""
        with self.answering():
            self._progress = self.progress()
            self._check_states()
            return self._change_log.update(self._store.view())

    def _check_states(self) -> None:
        """The list of runs changes as time passes, too: one becomes idle, another stalls."""
        if time.time() > self._next_state_change:
            self._next_state_change = math.inf
            self._change_log.count_other_change()

    def changes(self, since: Position | None, now: Position) -> GenerationEvent:
        """What the live stream sends of the time from one position to another."""
        return GenerationEvent(
            generation=now.generation,
            runs=self._change_log.runs_since(since),
            views=self._n_view_edits,
            pages=self.pages.n_changes,
            progress=self._progress,
            structure=True if self._change_log.structure_changed_since(since) else UNSET,
        )

    def progress(self) -> Progress:
        """How far loading is."""
        now = self._follower.progress
        return Progress(
            files=ReadCount(now.n_files, now.n_files_read),
            bytes=ReadCount(now.n_bytes, now.n_bytes_read),
            points=now.n_points,
            runs=now.n_runs,
            loading=now.is_loading,
            seconds=now.seconds,
        )

    def wait_saved(self, timeout_secs: float) -> bool:
        """Wait for the runs that were saved; False when the time is up first."""
        return self._follower.wait_saved(timeout_secs)

    def wait_loaded(self, timeout_secs: float) -> bool:
        """Wait until everything that was found is read; False when the time is up first."""
        return self._follower.wait_loaded(timeout_secs)

    def load_first(self, run_ids: Iterable[int]) -> None:
        """Load these runs before all others; of several pages the latest one decides."""
        self._follower.load_first(frozenset(run_ids))

    def problems(self) -> list[tuple[str, str]]:
        """Files and folders that cannot be read, and why."""
        files = [(problem.path, problem.message) for problem in self._follower.problems]
        sidecars = [self._sidecar(root.path) for root in self._follower.roots]
        for sidecar in sidecars:
            sidecar.runs()
        return files + [sidecar.problem for sidecar in sidecars if sidecar.problem]

    def damage(self) -> list[Damage]:
        """The stretches of event files that could not be read, of all runs."""
        return [spot for run in self.view().runs if run.n_damages for spot in run.damage]

    @property
    def reader(self) -> Reader:
        """The way to the files of the logs."""
        return self._follower.store.reader

    def nearby(self) -> NearbyAnswer:
        """Event files near the log directories; only this machine's own people may know of them."""
        from sightline.engine.nearby import find_nearby

        if not self.settings.loopback:
            return NearbyAnswer([], [])
        local = [root.path for root in self._follower.roots if not is_remote(root.path)]
        near = find_nearby(local, str(Path.cwd()))
        return NearbyAnswer(near.searched, [FoundLogs(logs.path, logs.n_runs) for logs in near.found])

    def roots(self) -> list[Root]:
        """The log directories, and those whose indexes are shown, which are not asked for here."""
        return listed_roots(self._follower)

    def runs_version(self) -> tuple[object, ...]:
        """Changes whenever the list of runs does: they grew, became idle or stalled, or were edited."""
        self._check_states()
        edits = [self._sidecar(root.path).version() for root in self._follower.roots]
        return (*self.position, *edits)

    def runs(self) -> RunsAnswer:
        """The runs with what people added to them."""
        view = self.view()
        with collector_paused(_OBJECTS_PER_RUN * len(view.runs)):
            notes = self._notes(view)
            ahead, self._next_state_change = outlooks(view, notes, self._watch, time.time())
            failure = failures(view)
            runs = [
                listed_run(run, notes[run.id], ahead.get(run.id, NO_OUTLOOK), failure(run))
                for run in view.runs
            ]
        return RunsAnswer(view.generation, runs)

    def _notes(self, view: StoreView) -> dict[int, RunNotes]:
        by_root = {root: self._sidecar(root).runs() for root in {run.root for run in view.runs}}
        return {run.id: by_root[run.root].get(run.name, NO_NOTES) for run in view.runs}

    def filter(self, expression: str) -> list[int]:
        """The ids of the runs that match a filter; FilterError where it cannot be read."""
        view = self.view()
        sources = FactSources(view, now=time.time(), notes=self._notes(view))
        return [run.id for run in select(expression, sources)]

    def tags(self) -> TagsAnswer:
        """The tags by kind."""
        view = self.view()
        return TagsAnswer(view.generation, *listed_tags(view.runs, view.claims.kinds))

    def n_tags(self) -> int:
        """How many tags there are."""
        return len(self.tags().tags)

    def run(self, run_id: int) -> RunDetails:
        """One run in full; KeyError where there is none."""
        view = self.view()
        run = view.run(run_id)
        return run_details(view, run, facts_by_kind(view)(run))

    def facts(self) -> FactsAnswer:
        """The facts that kinds list of every run that has some, by run id and kind: hyperparameters, …"""
        view = self.view()
        look_up = facts_by_kind(view)
        return FactsAnswer({str(run.id): facts for run in view.runs if (facts := look_up(run))})

    def edit_runs(self, changes: Mapping[int, RunEdit]) -> dict[str, RunNotes]:
        """Change what people added to runs, all or none; KeyError where there is no such run."""
        view = self.view()
        by_root: dict[str, dict[str, Mapping[str, Any]]] = {}
        for run_id, change in changes.items():
            run = view.run(run_id)
            by_root.setdefault(run.root, {})[run.name] = change.given()
        for root, edits in by_root.items():
            self._sidecar(root).edit_runs(edits)
        self._touch()
        notes = self._notes(view)
        return {str(run_id): notes[run_id] for run_id in changes}

    def move_to_trash(self, ids: Iterable[int]) -> list[Batch]:
        """Move runs to the trash; KeyError, RunInUseError and OSError say what is in the way."""
        return self._trash.move(self.view().runs, ids)

    def trash(self) -> list[Batch]:
        """The batches in the trash."""
        return self._trash.batches()

    def restore_batch(self, batch: str) -> RestoreAnswer:
        """Restore a batch from the trash; KeyError where there is none."""
        return self._trash.restore(batch)

    @property
    def _trash(self) -> BoardTrash:
        indexed = {index.root.path for index in self._follower.indexes}
        roots = [root.path for root in self._follower.roots if root.path not in indexed]
        return BoardTrash([path for path in roots if not is_remote(path)])

    def _touch(self) -> None:
        self._change_log.count_other_change()
        self.hub.wake()

    def views(self) -> list[SavedView]:
        """The saved views of all roots, newest first."""
        found = [view for root in self._follower.roots for view in self._sidecar(root.path).views()]
        return sorted(found, key=lambda view: -view.changed)

    def save_view(self, name: str, state: Any) -> None:
        """Save a view, in the sidecar of the first root."""
        self._first_sidecar().save_view(name, state)
        self._touch_views()

    def delete_view(self, name: str) -> bool:
        """Delete a view; False if there is none."""
        gone = [self._sidecar(root.path).delete_view(name) for root in self._follower.roots]
        self._touch_views()
        return any(gone)

    def _touch_views(self) -> None:
        self._n_view_edits += 1
        self._touch()

    def _sidecar(self, root: str) -> Sidecar:
        state_dir = Path(platform.state_directory())
        return self._sidecars.setdefault(root, Sidecar(root, state_dir=state_dir))

    def _first_sidecar(self) -> Sidecar:
        return self._sidecar(self._follower.roots[0].path)


def open_board(
    patterns: Iterable[Pattern],
    settings: Settings,
    *,
    reload_interval_secs: float = 5.0,
    installed: Installed | None = None,
    reader: Reader | None = None,
    n_threads: int = 0,
    segments: SavedSegments | None = None,
    memory_limit: MemoryLimit | None = None,
    indexes: Iterable[Pattern] = (),
) -> Board:
    """Return a board over these places, following them.

    Unless given, `installed` is what this Python has, `reader` reads local files, and there is a thread for
    each processor. Without `segments` nothing is read from the cache or written to it. Raises OSError with a
    sentence where an index cannot be used.
    """
    installed = installed or load_installed(with_plugins=settings.plugins)
    indexes = list(indexes)
    reader = reader or default_reader()
    reader = EmbeddedFiles(reader) if indexes else reader
    store = Store(reader, Claims(loaded.kind for loaded in installed.kinds.values()))
    follower = Follower(
        store,
        patterns,
        n_threads=n_threads,
        reload_interval_secs=reload_interval_secs,
        segments=segments,
        memory_limit=memory_limit,
        indexes=indexes,
    )
    board = Board(follower, installed, settings)
    board.start()
    return board
