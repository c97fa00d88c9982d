"""The catalog: which event files were found below one root, and what became of them.

Lock order: `Catalog._lock`, then the loader's or the store's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from sightline.engine.claimed_files import NO_SIDE_FILES, Claimed, ClaimedFiles, size_and_time
from sightline.engine.collector_pause import collector_paused
from sightline.engine.event_file import EventFile
from sightline.engine.reader import Stat, UnavailableError, is_event_file
from sightline.engine.roots import Root
from sightline.engine.run_view import SideFile
from sightline.engine.store import Store
from sightline.engine.walk import FolderPaths, Listing, OnProblem, list_directory, walk


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
# So many known files are looked up at a time.
_KNOWN_FILES = 4096
_GATHER_FILES = 256
_GATHER_SECS = 0.01


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
        self._claimed = ClaimedFiles(root, store, self)
        self._fresh: list[EventFile] = []
        self._handed_over = 0.0
        self._n_visits = 0
        self.is_scanned = False  # whether the whole root was walked once
        self.saved_taken = threading.Event()  # what was saved of it is in the store
        self._closed = False
        self._stopped = False
        self._unavailable = False

    def scan(self) -> None:
        """Walk the whole root: read what is new or has changed, forget what is gone."""
        try:
            self._scan()
        finally:
            self.is_scanned = True
            self.saved_taken.set()

    def _scan(self) -> None:
        if not self._n_visits:
            self._take_known()
            self.saved_taken.set()
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
            return [*events, *self._claimed.logs()]

    def event_folders(self) -> list[str]:
        """The directories with event files."""
        return [directory for directory, folder in self._folders.items() if folder.files]

    def has_event_files(self, directory: str) -> bool:
        """Whether a directory has event files itself."""
        folder = self._folders.get(directory)
        return folder is not None and bool(folder.files)

    def read_log(self, log: EventFile, *, is_new: bool) -> None:
        """A file that is no event file is to be read as one: a new one, or one that may have changed."""
        if is_new:
            self._fresh.append(log)
        else:
            self._want_if_changed(log, None)

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
        some = [paths[i : i + _KNOWN_FILES] for i in range(0, len(paths), _KNOWN_FILES)]
        with collector_paused(_OBJECTS_PER_FILE * len(paths)):
            # The next files are looked up while those before become runs.
            with ThreadPoolExecutor(1, "sightline-known") as ahead:
                for known, stats in zip(some, ahead.map(self._reader.stat_known, some), strict=True):
                    self._add_known(known, stats)
            self._hand_over()
            self._store.view()  # made before the walk takes its share of the interpreter

    def _add_known(self, paths: Sequence[str], stats: Sequence[Stat | None]) -> None:
        found = [(path, stat) for path, stat in zip(paths, stats, strict=True) if stat is not None]
        with self._lock:
            if not self._closed:
                self._add_files(found)

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
                self._store.answers_first.give_way()
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
        file = SideFile(self.root.kind, "", path, *size_and_time(self._reader, path))
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
        if listing.side_files or folder.side_files or self._claimed.has_some_of(listing.directory):
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
            folder = self._folders[listing.directory] = Folder({}, NO_SIDE_FILES)
        folder.seen = self._n_visits
        self._take_event_files(folder, listing)
        if listing.side_files or folder.side_files:
            folder.side_files = self._claimed.take(listing.directory, listing.side_files, folder.side_files)
        self._claimed.offer(listing.directory)
        if not folder.files and not folder.side_files:
            del self._folders[listing.directory]

    def _add_files(self, found: Collection[tuple[str, Stat]]) -> None:
        """Take files in directories that are new and have event files only: there may be very many."""
        directories = [path.rpartition("/")[0] for path, _ in found]
        runs = self._store.runs_in(self.root, map(self.root.home, directories))
        new = []
        for (path, stat), directory, run in zip(found, directories, runs, strict=True):
            file = EventFile(path, run, stat)
            self._fresh.append(file)
            name = path[len(directory) + 1 :]
            folder = self._folders.get(directory)  # it has files already where more of them came before
            if folder is None:
                self._folders[directory] = Folder({name: file}, NO_SIDE_FILES, self._n_visits)
                new.append(directory)
            else:
                folder.files[name] = file
        self._claimed.count_event_folders(new, 1)

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
            self._claimed.count_event_folders([listing.directory], -1 if had_files else 1)

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
            run = self._store.run(self.root, self.root.home(directory))
            file = folder.files[name] = EventFile(path, run, stat)
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
                    self._claimed.count_event_folders([directory], -1)
                self._claimed.forget(folder.side_files)
                self._claimed.offer(directory)
        self._hand_over()


def _is_to_be_read(file: EventFile, stat: Stat) -> bool:
    return file.gone or stat != file.seen or file.tip is None or file.failed
