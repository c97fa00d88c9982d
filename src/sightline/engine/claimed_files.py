"""The side files below one root that kinds claim, given to the runs they belong to; some are logs to be read.

Guarded by the lock of the catalog that has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from sightline.engine.claims import SideClaim
from sightline.engine.event_file import EventFile
from sightline.engine.folding import ancestors
from sightline.engine.reader import Reader, Stat
from sightline.engine.roots import Root
from sightline.engine.run_view import SideFile
from sightline.engine.store import Store


class Claimed(NamedTuple):
    """A side file that a kind claims, and the directory of its run."""

    home: str
    file: SideFile
    claim: SideClaim


NO_SIDE_FILES: Mapping[str, Claimed] = MappingProxyType({})


class EventFolders(Protocol):
    """Knows where event files are, and reads logs like them."""

    def event_folders(self) -> list[str]:
        """The directories with event files."""
        ...

    def has_event_files(self, directory: str) -> bool:
        """Whether a directory has event files itself."""
        ...

    def read_log(self, log: EventFile, *, is_new: bool) -> None:
        """A file that is no event file is to be read as one: a new one, or one that may have changed."""
        ...


class ClaimedFiles:
    """What kinds claim beside the events of one root, and which log counts where there are no events."""

    def __init__(self, root: Root, store: Store, folders: EventFolders) -> None:
        self._root = root
        self._store = store
        self._reader = store.reader
        self._claims = store.claims
        self._folders = folders
        self._claimed: dict[str, dict[str, Claimed]] = {}  # by home, then by path
        self._logs: dict[str, EventFile] = {}  # by home: the file that is read there in place of event files
        self._n_event_folders: dict[str, int] | None = None  # at or below a directory, once it is asked for

    def logs(self) -> Collection[EventFile]:
        """The files that are read in place of event files."""
        return self._logs.values()

    def has_some_of(self, home: str) -> bool:
        """Whether files of a run in this directory were claimed."""
        return home in self._claimed

    def take(
        self, directory: str, names: Iterable[str], before: Mapping[str, Claimed]
    ) -> Mapping[str, Claimed]:
        """Compare the files of a directory with those claimed `before`; those claimed now."""
        found: dict[str, Claimed] = {}
        for name in names:
            path = f"{directory}/{name}"
            claim = self._claims.side_file(path[len(self._root.path) + 1 :])
            if claim is not None:
                found[path] = self._claim(path, *claim)
        if before != found:
            self._replace(before, found)
        return found

    def _claim(self, path: str, claim: SideClaim, below: str) -> Claimed:
        home = f"{self._root.path}/{below}" if below else self._root.path
        log_title = claim.log.title if claim.log is not None else ""
        file = SideFile(claim.slug, claim.glob, path, *size_and_time(self._reader, path), log_title)
        return Claimed(home, file, claim)

    def forget(self, claimed: Mapping[str, Claimed]) -> None:
        """These files are gone."""
        self._replace(claimed, {})

    def count_event_folders(self, directories: Collection[str], change: int) -> None:
        """Directories have event files now (1) or none any more (-1): logs at or above them may change."""
        if self._n_event_folders is not None:
            for directory in self._add_to_counts(self._n_event_folders, directories, change):
                self.offer(directory)

    def _add_to_counts(self, counts: dict[str, int], directories: Collection[str], change: int) -> list[str]:
        """Count directories for themselves and all above; those that had none before, or have none now."""
        root = self._root.path
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
            self._add_to_counts(self._n_event_folders, self._folders.event_folders(), 1)
        return self._n_event_folders.get(home, 0) > 0

    def _replace(self, before: Mapping[str, Claimed], found: Mapping[str, Claimed]) -> None:
        for path, claimed in before.items():
            self._claimed[claimed.home].pop(path, None)
        for path, claimed in found.items():
            self._claimed.setdefault(claimed.home, {})[path] = claimed
        for home in {claimed.home for claimed in (*before.values(), *found.values())}:
            self.offer(home)

    def offer(self, home: str) -> None:
        """Give a run the side files that belong to it; some make a run of their own."""
        claimed = self._claimed.get(home)
        if claimed is None:
            return
        log = self._log(home, claimed)
        is_run = self._folders.has_event_files(home) or any(
            each.claim.alone and (each.claim.log is None or each is log) for each in claimed.values()
        )
        files = {path: each.file for path, each in claimed.items()} if is_run else {}
        self._store.set_side_files(self._store.run(self._root, self._root.home(home)), files)
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
            self._folders.read_log(known, is_new=False)
            return
        stat = Stat(log.file.size, log.file.modified, log.file.path)
        run = self._store.run(self._root, self._root.home(home))
        file = self._logs[home] = EventFile(log.file.path, run, stat, log.claim.log)
        self._folders.read_log(file, is_new=True)


def size_and_time(reader: Reader, path: str) -> tuple[int, float]:
    """How large a file is and when it was changed; zeros where that cannot be known."""
    try:
        stat = reader.stat(path)
    except OSError:  # whoever reads it finds out what is wrong
        return 0, 0.0
    return stat.size, stat.modified
