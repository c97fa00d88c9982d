"""A job: brings an index up to date with its source, through an engine; it can be ended and begun again.

Workers write packs and pages; nobody sees them before a manifest names them. The job creates manifests as it
goes on, so that what is done is not done again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from sightline.engine.claims import Claims
from sightline.engine.index.engines import MAX_TRIES, Engine
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.known_rows import EVENTS, SIDE_FILES, KnownRows, Placed, RowPlace
from sightline.engine.index.manifest import Manifest, PageEntry, commit, latest
from sightline.engine.index.place import Place
from sightline.engine.index.plan import BATCH_BYTES, batches, changed_files, worn_pages
from sightline.engine.index.source_file import SourceFile, full_path
from sightline.engine.index.source_listing import SourceListing, check_source, existence_check, list_source
from sightline.engine.index.work import PACKS, Task, index_files, own_version, packed_task
from sightline.engine.reader import Reader
from sightline.engine.remote.address import check_scheme
from sightline.engine.run_view import LIVE_SECS

COMMIT_SECS = 30.0
_AHEAD = 4  # tasks given to the engine for each of its workers
_N_CHECKS = 16
_LOST = "the connection to the cluster is lost; run the job again, what is recorded stays."


class JobError(OSError):
    """A job cannot go on; what was committed stays, and the next one continues from there."""


class LostClusterError(JobError):
    """The cluster no longer answers."""


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
        self._commit_secs = commit_secs
        self._batch_bytes = batch_bytes
        self._clock = clock
        self._rows = KnownRows(place)

    def run(self) -> Outcome:
        """Do all there is to do now. Raises OSError with a sentence; what was done before counts."""
        base = self._claim()
        now = self._clock()
        listing = list_source(self._source, self._reader, self._claims)
        known = [self._rows.live(base.pages, kind) for kind in (EVENTS, SIDE_FILES)]
        worn = worn_pages(base, {f"{PACKS}/{name}" for name in self._place.names(PACKS)})
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
        with ThreadPoolExecutor(_N_CHECKS, thread_name_prefix="sightline-exists") as pool:
            still = list(pool.map(lambda each: exists(full_path(self._source, each[1].row.path)), missing))
        found: dict[int, set[RowPlace]] = {EVENTS: set(), SIDE_FILES: set()}
        for (kind, placed), is_there in zip(missing, still, strict=True):
            if not is_there:
                found[kind].add(placed.place)
        return found

    def _map(self, files: list[SourceFile], now: float, run: _Run, outcome: Outcome) -> None:
        waiting = batches(files, max_bytes=self._batch_bytes)
        n_all, n_done = len(files), 0
        payloads = iter(
            packed_task(Task(self._source, self._place.address, batch, now - LIVE_SECS)) for batch in waiting
        )
        sizes = iter([len(batch) for batch in waiting])
        running: dict[Future[dict[str, Any]], tuple[bytes, int, int]] = {}
        self._on_progress(0, n_all)
        try:
            while True:
                while len(running) < self._engine.n_workers * _AHEAD and (payload := next(payloads, None)):
                    running[self._submit(payload)] = payload, next(sizes), 1
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    payload, n_files, n_tries = running.pop(future)
                    answer = self._answer(future, n_tries)
                    if answer is None:
                        running[self._submit(payload)] = payload, n_files, n_tries + 1
                        continue
                    self._take(answer, run, outcome)
                    n_done += n_files
                    self._on_progress(n_done, n_all)
        finally:
            for future in running:
                future.cancel()

    def _submit(self, payload: bytes) -> Future[dict[str, Any]]:
        try:
            return self._engine.submit(index_files, own_version(), payload)
        except ConnectionError as error:
            raise LostClusterError(_LOST) from error

    def _answer(self, future: Future[dict[str, Any]], n_tries: int) -> dict[str, Any] | None:
        """What a worker answered; None where it died and the task is to be tried again."""
        try:
            return future.result()
        except ImportError as error:
            raise JobError(
                f"a worker cannot import sightline: install {own_version()} there ({error})."
            ) from error
        except ConnectionError as error:
            raise LostClusterError(_LOST) from error
        except BaseException as error:
            if not self._engine.is_lost(error):
                raise
            if n_tries >= MAX_TRIES:
                raise JobError(f"workers die while they index: {error}.") from error
            return None

    def _take(self, answer: dict[str, Any], run: _Run, outcome: Outcome) -> None:
        for key in ("refused", "failed"):
            if key in answer:
                raise JobError(answer[key])
        outcome.problems += [(path, message) for path, message in answer["problems"]]
        page = PageEntry(**answer["page"])
        if page.n_files or page.n_side_files:
            run.fresh.append(page)
            outcome.n_indexed += page.n_files
            outcome.n_points += page.n_points
        if time.monotonic() - run.committed_at > self._commit_secs:
            self._commit(run)

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
        return newest
