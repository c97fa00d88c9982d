"""A job: brings an index up to date with its source, through an engine; it can be ended and begun again.

Workers write packs and pages; nobody sees them before a manifest names them. The job creates manifests as it
goes on, so that what is done is not done again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sightline.engine.claims import Claims
from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.index.engines import Engine
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.known_rows import EVENTS, SIDE_FILES, KnownRows, Placed, RowPlace
from sightline.engine.index.manifest import Manifest, PageEntry, commit, latest
from sightline.engine.index.place import Place
from sightline.engine.index.plan import BATCH_BYTES, batches, changed_files, worn_pages
from sightline.engine.index.running_tasks import JobError, RunningTasks
from sightline.engine.index.source_file import SourceFile, full_path
from sightline.engine.index.source_listing import SourceListing, check_source, existence_check, list_source
from sightline.engine.index.work import PACKS, Task, packed_task
from sightline.engine.reader import Reader
from sightline.engine.remote.address import check_scheme, is_remote
from sightline.engine.run_view import LIVE_SECS

COMMIT_SECS = 30.0
_N_CHECKS = 16


class Recorded(NamedTuple):
    """How many event files of a source an index has in their present state, and how many there are."""

    n_indexed: int
    n_files: int


@dataclass
class Outcome:
    """What a job did."""

    manifest: Manifest
    n_files: int = 0
    n_indexed: int = 0
    n_removed: int = 0
    n_points: int = 0
    problems: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class _Run:
    """The state of a job under way."""

    base: Manifest
    gone: dict[int, set[RowPlace]]
    known: list[dict[str, Placed]]  # by kind and path: the row that a new one takes the place of
    fresh: list[PageEntry] = field(default_factory=list)
    committed_at: float = field(default_factory=time.monotonic)


class IndexJob:
    """Brings the index at a place up to date with a source."""

    def __init__(
        self,
        source: str,
        place: Place,
        engine: Engine,
        reader: Reader,
        claims: Claims,
        *,
        on_progress: Callable[[int, int], None] = lambda n_done, n_all: None,
        on_notice: Callable[[str], None] = lambda sentence: None,
        commit_secs: float = COMMIT_SECS,
        batch_bytes: int = BATCH_BYTES,
        clock: Callable[[], float] = time.time,
    ) -> None:
        check_scheme(source)
        self._source = reader.resolve(reader.absolute(source)).rstrip("/")
        self._place = place
        self._engine = engine
        self._reader = reader
        self._claims = claims
        self._on_progress = on_progress
        self._on_notice = on_notice
        self._commit_secs = commit_secs
        self._batch_bytes = batch_bytes
        self._clock = clock
        self._rows = KnownRows(place)
        self._listing: SourceListing | None = None
        self._recorded: Manifest | None = None

    def run(self) -> Outcome:
        """Do all there is to do now. Raises OSError with a sentence; what was done before counts."""
        base = self._claim()
        now = self._clock()
        listing = self._listing = list_source(self._source, self._reader, self._claims)
        known = [self._rows.live(base.pages, kind) for kind in (EVENTS, SIDE_FILES)]
        worn = worn_pages(base, {f"{PACKS}/{name}": n for name, n in self._place.names(PACKS).items()})
        work = [
            *self._changed(listing.events.values(), known[EVENTS], EVENTS, worn, now),
            *self._changed(listing.side_files.values(), known[SIDE_FILES], SIDE_FILES, worn, now),
        ]
        gone = self._gone(listing, known)
        run = _Run(base, gone, known)
        outcome = Outcome(base, len(listing.events), problems=list(listing.problems))
        outcome.n_removed = len(gone[EVENTS])
        try:
            self._map(work, now, run, outcome)
        finally:
            outcome.manifest = self._commit(run)
        return outcome

    def recorded(self) -> Recorded | None:
        """What is recorded at present, for a job that was stopped; None before the source was listed."""
        if self._listing is None:
            return None
        files = self._listing.events
        pages = self._recorded.pages if self._recorded is not None else ()
        changed = changed_files(files.values(), self._rows.live(pages, EVENTS), self._clock())
        return Recorded(len(files) - len(changed), len(files))

    def _claim(self) -> Manifest:
        """The manifest to go on from. The first one is empty: it shows whether writing is allowed."""
        found = latest(self._place)
        if found is None:
            check_source(self._source, self._reader)  # before anything is written
            found = commit(self._place, Manifest(0, self._source), lambda base: base)
        if found.source != self._source:
            raise BrokenIndexError(
                f"{self._place.address} is the index of {found.source}, not of {self._source}: "
                "give another place for this one."
            )
        self._recorded = found
        return found

    def _changed(
        self,
        files: Iterable[SourceFile],
        known: dict[str, Placed],
        kind: int,
        worn: list[PageEntry],
        now: float,
    ) -> list[SourceFile]:
        files = list(files)
        again = set(self._rows.live(worn, kind))
        changed = {file.path for file in changed_files(files, known, now)} | again
        return [file for file in files if file.path in changed]

    def _gone(self, listing: SourceListing, known: list[dict[str, Placed]]) -> dict[int, set[RowPlace]]:
        """Rows of files that are not listed, and not there either: a listing may lag."""
        exists = existence_check(self._source)
        missing = [
            (kind, placed)
            for kind, files in ((EVENTS, listing.events), (SIDE_FILES, listing.side_files))
            for path, placed in known[kind].items()
            if path not in files
        ]
        with DaemonPool(_N_CHECKS, "sightline-exists") as pool:
            still = list(pool.map(lambda each: exists(full_path(self._source, each[1].row.path)), missing))
        found: dict[int, set[RowPlace]] = {EVENTS: set(), SIDE_FILES: set()}
        for (kind, placed), is_there in zip(missing, still, strict=True):
            if not is_there:
                found[kind].add(placed.place)
        return found

    def _map(self, files: list[SourceFile], now: float, run: _Run, outcome: Outcome) -> None:
        tasks = [
            Task(self._source, self._place.address, batch, now - LIVE_SECS)
            for batch in batches(files, max_bytes=self._batch_bytes)
        ]
        n_all, n_done = sum(map(_n_events, tasks)), 0
        self._on_progress(0, n_all)
        running = RunningTasks(self._engine, self._on_notice)
        with closing(running.answers(map(packed_task, tasks))) as answers:
            for number, answer in answers:
                self._take(answer, tasks[number], run, outcome)
                n_done += _n_events(tasks[number])
                self._on_progress(n_done, n_all)

    def _take(self, answer: dict[str, Any], task: Task, run: _Run, outcome: Outcome) -> None:
        if "refused" in answer:
            raise JobError(answer["refused"])
        if "failed" in answer:
            raise JobError(f"{'a worker says: ' if self._engine.is_remote else ''}{answer['failed']}")
        page = PageEntry(**answer["page"])
        self._check_seen(task, page, len(answer["problems"]))
        outcome.problems += [(path, message) for path, message in answer["problems"]]
        if page.n_files or page.n_side_files:
            run.fresh.append(page)
            outcome.n_indexed += page.n_files
            outcome.n_points += page.n_points
        if time.monotonic() - run.committed_at > self._commit_secs:
            self._commit(run)

    def _check_seen(self, task: Task, page: PageEntry, n_problems: int) -> None:
        """Raise where a worker found none of its files, and they are here: it has another folder there."""
        if is_remote(self._source) or page.n_files or page.n_side_files or n_problems:
            return
        if any(map(self._is_as_listed, task.files)):
            raise JobError(
                f"the workers do not see {self._source}: a folder has to be at the same path on all of them."
            )

    def _is_as_listed(self, file: SourceFile) -> bool:
        try:
            stat = self._reader.stat(full_path(self._source, file.path))
        except FileNotFoundError:
            return False
        return file.is_as(stat.size, stat.modified, stat.version)

    def _commit(self, run: _Run) -> Manifest:
        fresh = {kind: set(self._rows.live(run.fresh, kind)) for kind in (EVENTS, SIDE_FILES)}
        names = {page.name for page in run.fresh}
        gone = {
            kind: {
                place
                for place in run.gone[kind] | {known[path].place for path in fresh[kind] & known.keys()}
                if place[0] not in names
            }
            for kind, known in enumerate(run.known)
        }
        newest = commit(self._place, run.base, lambda base: self._rows.merged(base, run.fresh, gone))
        run.base, run.committed_at = newest, time.monotonic()
        self._recorded = newest
        return newest


def _n_events(task: Task) -> int:
    return sum(file.side is None for file in task.files)
