"""An index as a root: its runs in the store, kept in step with its manifests.

A server asks for the next manifest now and then: one request. It reads pages that are new, and no pack before
somebody looks at a series.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from sightline.engine.collector_pause import collector_paused
from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.event_file import EventFile
from sightline.engine.index.embedded_files import EmbeddedFiles
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.indexed_tip import IndexedTip
from sightline.engine.index.known_rows import read_page
from sightline.engine.index.manifest import Manifest, PageEntry, latest, newer, read_manifest
from sightline.engine.index.page_view import PageView, SideRow
from sightline.engine.index.place import Place
from sightline.engine.index.ranges import RangeReader
from sightline.engine.index.run_ids import SPAN, known_ids
from sightline.engine.index.source_file import full_path
from sightline.engine.reader import Stat
from sightline.engine.remote.address import is_remote
from sightline.engine.remote.request_log import Usage
from sightline.engine.roots import Root
from sightline.engine.run_view import SideFile
from sightline.engine.store import Run, Store

_N_REQUESTS = 16
_PUBLISH_FILES = 1024
# An index that was deleted and made again has lower numbers: so many polls without a newer one look for that.
_POLLS_PER_LOOK = 12
_Shown = tuple[str, int]  # the page and row that a file is shown from


class IndexRoot:
    """One index. `root` is its source: runs are named and noted as if the source itself were followed."""

    def __init__(
        self,
        place: Place,
        store: Store,
        manifest: Manifest,
        root: Root,
        *,
        is_followed: Callable[[str], bool] = lambda path: False,
        first_id: int = 0,
    ) -> None:
        self.root = root
        self.place = place
        self.problem: str | None = None
        self.loaded = threading.Event()
        self._store = store
        self._is_followed = is_followed
        self._first_id = first_id  # all servers with the same indexes agree on the ids of runs
        self._run_ids: dict[str, int] = {}
        self._first = manifest
        self._manifest: Manifest | None = None
        self._changed = threading.Event()
        self._closed = threading.Event()
        self._ranges = RangeReader(place, on_missing=self._changed.set)
        self._pages: dict[str, PageView] = {}
        self._unread: dict[str, str] = {}  # pages that cannot be read, and why
        self._n_idle_polls = 0
        self._files: dict[str, EventFile] = {}
        self._shown: dict[str, _Shown] = {}
        self._side_homes: dict[str, dict[str, SideFile]] = {}
        self._thread: threading.Thread | None = None
        # Whoever wrote to a bucket must not choose which files of this machine are read.
        may_read_source = is_remote(root.path) or not is_remote(place.address)
        self._source_reader = store.reader if may_read_source else None

    def files(self) -> list[EventFile]:
        """The event files that are shown."""
        return list(self._files.values())

    def usage(self, path: str) -> Usage | None:
        """What was requested of the index, whatever the path below its source."""
        return self.place.usage()

    def start(self, interval_secs: float) -> None:
        """Load, and follow the manifests that come, in the background."""
        self._thread = threading.Thread(
            target=self._follow, args=(interval_secs,), name="sightline-index", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop following."""
        self._closed.set()
        self._changed.set()
        self.place.stop()
        if self._thread is not None:
            self._thread.join()
        self._ranges.close()

    def refresh(self) -> None:
        """Show the latest manifest. Where that fails, what is shown stays, and `problem` says why."""
        try:
            manifest = self._latest()
            if manifest != self._manifest or self._unread:
                self._show(manifest)
                self._manifest = manifest
            self.problem = self._missing_pages(manifest)
        except OSError as error:
            self.problem = error.strerror or str(error)
        finally:
            self.loaded.set()

    def _latest(self) -> Manifest:
        """The last manifest: by one request, and now and then by a look whether the index was made anew."""
        known = self._manifest or self._first
        found = newer(self.place, known) or known
        self._n_idle_polls = self._n_idle_polls + 1 if found == self._manifest else 0
        if self._n_idle_polls < _POLLS_PER_LOOK:
            return found
        self._n_idle_polls = 0
        if read_manifest(self.place, known.number) == known:
            return known
        return first_manifest(self.place)

    def _missing_pages(self, manifest: Manifest) -> str | None:
        if not self._unread:
            return None
        n_files = sum(page.n_files for page in manifest.pages if page.name in self._unread)
        reason = next(iter(self._unread.values()))
        files = "1 event file is" if n_files == 1 else f"{n_files:,} event files are"
        return (
            f"{files} not shown: {len(self._unread):,} of {len(manifest.pages):,} pages "
            f"of the index cannot be read ({reason.rstrip('.')}). `sightline index` makes them again."
        )

    def _follow(self, interval_secs: float) -> None:
        while not self._closed.is_set():
            self._changed.clear()
            self.refresh()
            if interval_secs <= 0:
                return
            self._changed.wait(interval_secs)
            if self._changed.is_set():  # a pack is missing: look again, but not at once and always
                self._closed.wait(min(1.0, interval_secs))

    def _show(self, manifest: Manifest) -> None:
        """Replace what is shown. All pages that can be read are there before the first change."""
        with collector_paused(sum(page.n_files + page.n_series for page in manifest.pages)):
            is_new = self._read_pages(manifest) or manifest != self._manifest
            if is_new:
                self._show_pages([page for page in manifest.pages if page.name in self._pages])

    def _read_pages(self, manifest: Manifest) -> bool:
        """Read the pages that are not in memory; whether there were any that could be."""
        missing = [page.name for page in manifest.pages if page.name not in self._pages]
        with DaemonPool(_N_REQUESTS, "sightline-pages") as pool:
            read = list(pool.map(self._read_page, missing))
        found = dict(zip(missing, read, strict=True))
        self._unread = {name: reason for name, reason in found.items() if isinstance(reason, str)}
        self._pages |= {name: page for name, page in found.items() if isinstance(page, PageView)}
        return len(self._unread) < len(missing)

    def _read_page(self, name: str) -> PageView | str:
        """A page; the reason where it is damaged or deleted. OSError where the place is out of reach."""
        try:
            return PageView(read_page(self.place, name))
        except (FileNotFoundError, BrokenIndexError) as error:
            return str(error)

    def _show_pages(self, pages: Sequence[PageEntry]) -> None:
        before = self._run_ids
        self._run_ids = known_ids((self._pages[page.name].all_directories(), page.run_ids) for page in pages)
        # Another id than before: a run that was gone for a while. Links mean the same on all servers.
        moved = {name for name, run_id in self._run_ids.items() if before.get(name, run_id) != run_id}
        moved_to = {full_path(self.root.path, name) for name in moved}
        shown = dict(self._rows(pages))
        gone = [
            path for path, file in self._files.items() if path not in shown or file.run.directory in moved_to
        ]
        for path in gone:
            self._store.drop(self._files.pop(path), for_good=True)
            self._shown.pop(path, None)
        for directory in moved & self._side_homes.keys():
            self._store.set_side_files(self._run(directory), {})
            del self._side_homes[directory]
        changed = [path for path, place in shown.items() if self._shown.get(path) != place]
        for at in range(0, len(changed), _PUBLISH_FILES):
            some = [self._tip(path, *shown[path]) for path in changed[at : at + _PUBLISH_FILES]]
            self._store.publish(*((file, True) for file in some))
        self._shown = shown
        self._show_side_files(pages)
        self._pages = {page.name: self._pages[page.name] for page in pages}

    def _rows(self, pages: Iterable[PageEntry]) -> Iterable[tuple[str, _Shown]]:
        for page in pages:
            dead = frozenset(page.dead)
            for row, path in enumerate(self._pages[page.name].paths):
                if row not in dead and not self._is_followed(full_path(self.root.path, path)):
                    yield path, (page.name, row)

    def _tip(self, path: str, name: str, row: int) -> EventFile:
        page = self._pages[name]
        full = full_path(self.root.path, path)
        seen = Stat(
            int(page.number("size", row)), page.number("modified", row), full, version=page.versions[row]
        )
        file = self._files.get(path)
        if file is None:
            file = self._files[path] = EventFile(full, self._run(page.directories[row]), seen)
        file.seen = seen
        for offset, data in page.values(row):
            self._store.embed(full, offset, data)
        file.tip = IndexedTip(full, page, row, self._ranges, self._source_reader)
        return file

    def _run(self, directory: str) -> Run:
        """The run in a directory; one that is not in the manifest any more is known already."""
        run_id = self._run_ids.get(directory)
        wanted = None if run_id is None or not 0 < run_id < SPAN else self._first_id + run_id
        return self._store.run(self.root, full_path(self.root.path, directory), wanted_id=wanted)

    def _show_side_files(self, pages: Iterable[PageEntry]) -> None:
        homes: dict[str, dict[str, SideFile]] = {}
        for page in pages:
            dead = frozenset(page.dead_side)
            for number, row in enumerate(self._pages[page.name].side_rows()):
                full = full_path(self.root.path, row.path)
                is_there = row.content is not None or self._source_reader is not None
                if number not in dead and is_there and not self._is_followed(full):
                    homes.setdefault(row.directory, {})[full] = self._side_file(full, row)
        is_run = self._run_check()
        homes = {directory: files for directory, files in homes.items() if is_run(directory, files)}
        for directory in self._side_homes.keys() | homes.keys():
            found = homes.get(directory, {})
            if found != self._side_homes.get(directory):
                self._store.set_side_files(self._run(directory), found)
        self._side_homes = homes

    def _run_check(self) -> Callable[[str, Mapping[str, SideFile]], bool]:
        """Tells whether side files are shown: with event files, or where some make a run by themselves."""
        alone = {(claim.slug, claim.glob) for claim in self._store.claims.side_claims if claim.alone}
        with_events = {file.run.directory for file in self._files.values()}
        return lambda directory, files: (
            full_path(self.root.path, directory) in with_events
            or any((file.kind, file.glob) in alone for file in files.values())
        )

    def _side_file(self, full: str, row: SideRow) -> SideFile:
        reader = self._store.reader
        if row.content is not None and isinstance(reader, EmbeddedFiles):
            reader.add(full, row.content, row.modified)
        return SideFile(row.kind, row.glob, full, row.size, row.modified, row.log_title)


def first_manifest(place: Place) -> Manifest:
    """The manifest that a server begins with; an error with a sentence where there is none."""
    found = latest(place)
    if found is None:
        raise BrokenIndexError(
            f"there is no index at {place.address}: "
            f"make one with `sightline index SOURCE --to {place.address}`."
        )
    return found
