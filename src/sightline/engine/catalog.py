"""The catalog: which event files and side files were found below one root, and what became of them.

Lock order: `Catalog._lock`, then the loader's or the store's.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Protocol

from sightline.engine.claims import SideClaim
from sightline.engine.collector_pause import collector_paused
from sightline.engine.event_file import EventFile
from sightline.engine.folding import ancestors
from sightline.engine.reader import Stat, UnavailableError, is_event_file
from sightline.engine.roots import Root
from sightline.engine.run_view import SideFile
from sightline.engine.store import Run, Store
from sightline.engine.walk import FolderPaths, Listing, OnProblem, list_directory, walk


class Claimed(NamedTuple):
    """A side file that a kind claims, and the directory of its run."""

    home: str
    file: SideFile
    claim: SideClaim


class FileQueue(Protocol):
    """Takes the files that are to be read: a loader, or whoever only wants to know of them."""

    def saved_paths(self, root: str) -> list[str]:
        """Where event files below a root were when they were saved."""
        ...

    def take_saved(self, root: str, files: list[EventFile]) -> list[EventFile]:
        """Take new files that are as they were when they were saved; those that must be read."""
        ...

    def want(self, *files: EventFile) -> None:
        """Queue files to be read on."""
        ...


_EVER = 1 << 62
# The collector of garbage pauses while so many folders become runs.
_MANY_FOLDERS = 2000
_OBJECTS_PER_FILE = 10
_GATHER_FILES = 256
_GATHER_SECS = 0.01
_NO_SIDE_FILES: Mapping[str, Claimed] = MappingProxyType({})


@dataclass(slots=True)
class Folder:
    """A directory with something in it. `seen` is the visit that last found it; others are forgotten."""

    files: dict[str, EventFile]
    side_files: Mapping[str, Claimed]
    seen: int = 0


class Catalog:
    """All that was found below one root; keeps the store in step with the file system."""

    def __init__(self, root: Root, store: Store, loader: FileQueue, on_problem: OnProblem) -> None:
        self.root = root
        self._store = store
        self._reader = store.reader
        self._claims = store.claims
        self._loader = loader
        self._on_problem = on_problem
        self._lock = threading.Lock()
        self._folder_paths = FolderPaths(self._reader)
        self._folders: dict[str, Folder] = {}
        self._claimed: dict[str, dict[str, Claimed]] = {}  # by home, then by path
        self._logs: dict[str, EventFile] = {}  # by home: the file that is read there in place of event files
        self._n_event_folders: dict[str, int] | None = None  # at or below a directory, once it is asked for
        self._fresh: list[EventFile] = []
        self._handed_over = 0.0
        self._n_visits = 0
        self.is_scanned = False  # whether the whole root was walked once
        self._closed = False
        self._stopped = False
        self._unavailable = False

    def scan(self) -> None:
        """Walk the whole root: read what is new or has changed, forget what is gone."""
        try:
            self._scan()
        finally:
            self.is_scanned = True

    def _scan(self) -> None:
        if not self._n_visits:
            self._take_known()
        with self._lock:
            self._n_visits += 1
            visit = self._n_visits
        self._unavailable = False
        if self.root.kind:
            self._take_side_file_root()
        elif is_event_file(self.root.path.rpartition("/")[2]) and not self._is_directory(self.root.path):
            self._take_single_file()
        else:
            self._walk(self.root.path)
        if not self._stopped and not self._unavailable:
            self._forget_unseen("", before=visit)

    def changed(self, paths: Iterable[str]) -> None:
        """Check the paths that the file system reported."""
        directories = set()
        for path in paths:
            directory, _, name = path.rpartition("/")
            folder = self._folders.get(directory)
            file = folder.files.get(name) if folder is not None else None
            if file is not None and not file.gone:
                self._loader.want(file)
            elif is_event_file(name) or self._claims.side_file(self._below_root(path)) is not None:
                directories.add(directory)
            else:
                self._check_directory(path)
        for directory in directories:
            self._list_again(directory)

    def files(self) -> list[EventFile]:
        """Every event file there is."""
        with self._lock:
            events = [file for folder in self._folders.values() for file in folder.files.values()]
            return [*events, *self._logs.values()]

    def stop(self) -> None:
        """End a walk that is under way; what was found so far stays."""
        self._stopped = True

    def close(self) -> None:
        """Forget everything below the root."""
        with self._lock:
            self._closed = self._stopped = True
        self._forget_unseen("", before=_EVER)

    def _take_known(self) -> None:
        """Take files by their saved paths, as they are now: they are listed long before a walk finds them.

        What is new is left to the walk, and what is gone is not taken.
        """
        paths = self._loader.saved_paths(self.root.path)
        with collector_paused(_OBJECTS_PER_FILE * len(paths)):
            stats = self._reader.stat_known(paths)
            found = [(path, stat) for path, stat in zip(paths, stats, strict=True) if stat is not None]
            with self._lock:
                if not self._closed:
                    self._add_files(found)
            self._hand_over()
            self._store.view()  # made before the walk takes its share of the interpreter

    def _walk(self, start: str) -> None:
        paths = self._folder_paths
        listings = walk(self._reader, start, self._claims, paths=paths, on_problem=self._on_unlisted)
        with ExitStack() as stack:
            n_taken, is_paused = 0, False
            for some in listings:
                if self._stopped:
                    return
                n_taken += len(some)
                if n_taken >= _MANY_FOLDERS and not is_paused:
                    stack.enter_context(collector_paused())
                    is_paused = True
                self._take(some)
                if len(self._fresh) >= _GATHER_FILES or time.monotonic() - self._handed_over > _GATHER_SECS:
                    self._hand_over()
            self._hand_over()

    def _on_unlisted(self, directory: str, error: OSError) -> None:
        self._unavailable = self._unavailable or isinstance(error, UnavailableError)
        self._on_problem(directory, error)

    def _hand_over(self) -> None:
        """Queue the files found lately: many at a time, so that threads share them, but soon."""
        with self._lock:
            fresh, self._fresh = [file for file in self._fresh if not file.gone], []
        if fresh:
            self._handed_over = time.monotonic()
            unread = self._loader.take_saved(self.root.path, fresh)
            self._store.expect(*unread)
            self._loader.want(*unread)

    def _check_directory(self, path: str) -> None:
        """A directory changed: a new one is walked, one that is gone is forgotten."""
        try:
            is_directory = self._reader.stat(path).is_directory
        except OSError:
            self._forget_unseen(path, before=_EVER)
            return
        if is_directory and self._folder_paths.may_walk(path):
            with self._lock:
                self._n_visits += 1
                visit = self._n_visits
            self._walk(path)
            self._forget_unseen(path, before=visit)

    def _list_again(self, directory: str) -> None:
        try:
            self._take([list_directory(self._reader, directory, self._claims)])
            self._hand_over()
        except (FileNotFoundError, NotADirectoryError):
            self._forget_unseen(directory, before=_EVER)
        except OSError as error:
            self._on_problem(directory, error)

    def _below_root(self, path: str) -> str:
        return path[len(self.root.path) + 1 :]

    def _is_directory(self, path: str) -> bool:
        try:
            return self._reader.stat(path).is_directory
        except OSError:
            return False

    def _take_single_file(self) -> None:
        directory, _, name = self.root.path.rpartition("/")
        self._take([Listing(directory, {name: None})])
        self._hand_over()

    def _take_side_file_root(self) -> None:
        """The root is a side file: it makes a run by itself, in the folder where it lies."""
        path = self.root.path
        size, modified = self._size_and_time(path)
        file = SideFile(self.root.kind, "", path, size, modified)
        run = self._store.run(self.root, path.rpartition("/")[0])
        self._store.set_side_files(run, {path: file})

    def _take(self, listings: Iterable[Listing]) -> None:
        """Compare listings with what was known of their directories."""
        with self._lock:
            fresh: list[tuple[str, Stat]] = []
            for listing in listings:
                folder = self._folders.get(listing.directory)
                if folder is not None and self._is_as_known(folder, listing):
                    folder.seen = self._n_visits
                elif folder is not None or listing.side_files:
                    self._compare(listing)
                elif not self._closed:
                    paths = (
                        (f"{listing.directory}/{name}", stat) for name, stat in listing.event_files.items()
                    )
                    fresh += [(path, found) for path, stat in paths if (found := stat or self._stat(path))]
            if fresh:
                self._add_files(fresh)

    def _is_as_known(self, folder: Folder, listing: Listing) -> bool:
        """Whether nothing is to be done for a folder, as for most of very many that are walked again."""
        if listing.side_files or folder.side_files or listing.directory in self._claimed:
            return False
        files = folder.files
        return len(files) == len(listing.event_files) and all(
            name in files and stat is not None and not _is_to_be_read(files[name], stat)
            for name, stat in listing.event_files.items()
        )

    def _compare(self, listing: Listing) -> None:
        folder = self._folders.get(listing.directory)
        if folder is None:
            if self._closed:
                return
            folder = self._folders[listing.directory] = Folder({}, _NO_SIDE_FILES)
        folder.seen = self._n_visits
        self._take_event_files(folder, listing)
        if listing.side_files or folder.side_files:
            self._take_side_files(listing.directory, folder, listing.side_files)
        self._offer(listing.directory)
        if not folder.files and not folder.side_files:
            del self._folders[listing.directory]

    def _add_files(self, found: Collection[tuple[str, Stat]]) -> None:
        """Take files in directories that are new and have event files only: there may be very many."""
        places = [path.rpartition("/")[::2] for path, _ in found]
        folders = {directory: Folder({}, _NO_SIDE_FILES, self._n_visits) for directory, _ in places}
        homes = dict(zip(folders, self._store.runs_in(self.root, map(self._home, folders)), strict=True))
        files = [
            EventFile(path, homes[directory], stat)
            for (path, stat), (directory, _) in zip(found, places, strict=True)
        ]
        for (directory, name), file in zip(places, files, strict=True):
            folders[directory].files[name] = file
        self._folders.update(folders)
        self._fresh += files
        self._count_event_folders(folders, 1)

    def _take_event_files(self, folder: Folder, listing: Listing) -> None:
        had_files = bool(folder.files)
        if had_files:
            for name in [name for name in folder.files if name not in listing.event_files]:
                self._store.drop(folder.files.pop(name), for_good=True)
        for name, stat in listing.event_files.items():
            known = folder.files.get(name)
            if known is None or known.gone:
                self._add(folder, listing.directory, name, stat)
            else:
                self._want_if_changed(known, stat)
        if bool(folder.files) != had_files:
            self._count_event_folders([listing.directory], -1 if had_files else 1)

    def _count_event_folders(self, directories: Collection[str], change: int) -> None:
        """Directories have event files now (1) or none any more (-1): logs at or above them may change."""
        if self._n_event_folders is not None:
            for directory in self._add_to_counts(self._n_event_folders, directories, change):
                self._offer(directory)

    def _add_to_counts(self, counts: dict[str, int], directories: Collection[str], change: int) -> list[str]:
        """Count directories for themselves and all above; those that had none before, or have none now."""
        root = self.root.path
        changes = dict.fromkeys(directories, change)
        parents = Counter([path.rpartition("/")[0] or "/" for path in directories if path != root])
        for parent, n_children in parents.items():
            for above in (parent, *ancestors(parent, root)):
                changes[above] = changes.get(above, 0) + n_children * change
        turned = []
        for directory, n in changes.items():
            before = counts.get(directory, 0)
            counts[directory] = before + n
            if 0 in (before, before + n):
                turned.append(directory)
        return turned

    def _has_event_folders(self, home: str) -> bool:
        """Whether there are event files at or below a directory; counted from the first such question on."""
        if self._n_event_folders is None:
            self._n_event_folders = {}
            directories = [directory for directory, folder in self._folders.items() if folder.files]
            self._add_to_counts(self._n_event_folders, directories, 1)
        return self._n_event_folders.get(home, 0) > 0

    def _stat(self, path: str) -> Stat | None:
        try:
            return self._reader.stat(path)
        except OSError as error:  # a link that leads nowhere, or gone already
            if not isinstance(error, FileNotFoundError):
                self._on_problem(path, error)
            return None

    def _add(self, folder: Folder, directory: str, name: str, stat: Stat | None) -> None:
        path = f"{directory}/{name}"
        stat = stat or self._stat(path)
        if stat is not None:
            file = folder.files[name] = EventFile(path, self._run(directory), stat)
            self._fresh.append(file)

    def _want_if_changed(self, file: EventFile, stat: Stat | None) -> None:
        """Growth shows in size and identity; a file overwritten in place shows in its modification time."""
        try:
            stat = stat or self._reader.stat(file.path)
        except OSError:
            self._loader.want(file)  # the loader finds out what is wrong
            return
        if _is_to_be_read(file, stat):
            self._loader.want(file)

    def _run(self, directory: str) -> Run:
        return self._store.run(self.root, self._home(directory))

    def _home(self, directory: str) -> str:
        """The directory of a run: the root itself where that is one file."""
        root = self.root.path
        return root if len(directory) < len(root) and root.startswith(directory) else directory

    def _take_side_files(self, directory: str, folder: Folder, names: Iterable[str]) -> None:
        found: dict[str, Claimed] = {}
        for name in names:
            path = f"{directory}/{name}"
            claim = self._claims.side_file(self._below_root(path))
            if claim is not None:
                home = f"{self.root.path}/{claim[1]}" if claim[1] else self.root.path
                size, modified = self._size_and_time(path)
                log_title = claim[0].log.title if claim[0].log is not None else ""
                file = SideFile(claim[0].slug, claim[0].glob, path, size, modified, log_title)
                found[path] = Claimed(home, file, claim[0])
        before, folder.side_files = folder.side_files, found
        if before != found:
            self._reclaim(before, found)

    def _size_and_time(self, path: str) -> tuple[int, float]:
        try:
            stat = self._reader.stat(path)
        except OSError:  # whoever reads it finds out what is wrong
            return 0, 0.0
        return stat.size, stat.modified

    def _reclaim(self, before: Mapping[str, Claimed], found: Mapping[str, Claimed]) -> None:
        for path, claimed in before.items():
            self._claimed[claimed.home].pop(path, None)
        for path, claimed in found.items():
            self._claimed.setdefault(claimed.home, {})[path] = claimed
        for home in {claimed.home for claimed in (*before.values(), *found.values())}:
            self._offer(home)

    def _offer(self, home: str) -> None:
        """Give a run the side files that belong to it; some make a run of their own."""
        claimed = self._claimed.get(home)
        if claimed is None:
            return
        folder = self._folders.get(home)
        log = self._log(home, claimed)
        is_run = (folder is not None and folder.files) or any(
            each.claim.alone and (each.claim.log is None or each is log) for each in claimed.values()
        )
        files = {path: each.file for path, each in claimed.items()} if is_run else {}
        self._store.set_side_files(self._run(home), files)
        self._read_log(home, log)

    def _log(self, home: str, claimed: dict[str, Claimed]) -> Claimed | None:
        """The log that counts in a run without event files: the first that is claimed, then the newest."""
        if self._has_event_folders(home):
            return None
        logs = [each for each in claimed.values() if each.claim.log and self._is_inside(each.file.path)]
        if not logs:
            return None
        order = self._claims.side_claims.index
        return min(logs, key=lambda each: (order(each.claim), -each.file.modified, each.file.path))

    def _is_inside(self, path: str) -> bool:
        """Whether a file lies in its folder: a link may lead to any file of the machine."""
        folder, _, name = path.rpartition("/")
        try:
            return self._reader.resolve(path) == f"{self._reader.resolve(folder).rstrip('/')}/{name}"
        except OSError:
            return False

    def _read_log(self, home: str, log: Claimed | None) -> None:
        known = self._logs.get(home)
        if known is not None and (log is None or known.path != log.file.path):
            self._store.drop(self._logs.pop(home), for_good=True)
            known = None
        if log is None:
            return
        if known is not None:
            self._want_if_changed(known, None)
            return
        stat = Stat(log.file.size, log.file.modified, log.file.path)
        file = self._logs[home] = EventFile(log.file.path, self._run(home), stat, log.claim.log)
        self._fresh.append(file)

    def _forget_unseen(self, below: str, *, before: int) -> None:
        """Forget the folders (at or below one) that the latest visit did not find."""
        with self._lock:
            lost = [
                directory
                for directory, folder in self._folders.items()
                if folder.seen < before and (not below or f"{directory}/".startswith(f"{below}/"))
            ]
            for directory in lost:
                folder = self._folders.pop(directory)
                for file in folder.files.values():
                    self._store.drop(file, for_good=True)
                if folder.files:
                    self._count_event_folders([directory], -1)
                self._reclaim(folder.side_files, {})
                self._offer(directory)
        self._hand_over()


def _is_to_be_read(file: EventFile, stat: Stat) -> bool:
    return file.gone or stat != file.seen or file.tip is None or file.failed
