"""A run in a remote place: its files are written to a local folder and uploaded by a thread of their own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from sightline.engine.remote.address import CLOUD_SCHEMES, parse
from sightline.engine.remote.places import open_store
from sightline.engine.remote.retry import Retry
from sightline.writer.notices import warn_user

# A new event file begins at this size: what is uploaded again and again stays small.
MAX_FILE_BYTES = 4 << 20
_MAX_INTERVAL_SECS = 30.0
_MIN_INTERVAL_SECS = 1.0
# `flush` waits so long for the upload, and the end of the program so long; then training goes on.
_FLUSH_SECS = 10.0
_END_SECS = 60.0
# A request that is still under way then is given up.
_LAST_SECS = 1.0
# A full event file is removed here once it was uploaded and nobody wrote to it for so long.
_QUIET_SECS = 60.0

_Version = tuple[int, int]


def is_writable(path: str) -> bool:
    """Whether runs can be written to an address."""
    return parse(path).scheme in CLOUD_SCHEMES


class RemoteRun:
    """The local folder of a remote run, and the thread that uploads what changed in it."""

    def __init__(self, address: str, *, flush_secs: float) -> None:
        self._place = parse(address)
        self.address = str(self._place)
        self._store = open_store(self._place)
        self._retry = Retry()
        self.folder = tempfile.mkdtemp(prefix="sightline-upload-")
        self._interval_secs = min(max(flush_secs, _MIN_INTERVAL_SECS), _MAX_INTERVAL_SECS)
        self._uploaded: dict[Path, _Version] = {}
        self._pid = os.getpid()
        self._wake = threading.Event()
        self._rounds = threading.Condition()
        self._n_begun = self._n_done = 0
        self._has_warned = False
        self._is_over = False
        self._thread = threading.Thread(target=self._run, name="sightline-upload", daemon=True)
        self._thread.start()
        atexit.register(self._end)

    def local(self, directory: str) -> str:
        """The local folder that stands for a folder of the run; others are as they are."""
        if directory != self.address and not directory.startswith(f"{self.address}/"):
            return directory
        return os.path.join(self.folder, directory[len(self.address) + 1 :])

    def upload(self, timeout_secs: float = _FLUSH_SECS) -> None:
        """Upload what changed, and wait for it for a while. A forked child leaves it to its parent."""
        if os.getpid() != self._pid:
            return
        with self._rounds:
            wanted = self._n_begun + 1
            self._wake.set()
            self._rounds.wait_for(lambda: self._n_done >= wanted or self._is_over, timeout_secs)

    def _run(self) -> None:
        try:
            while not self._is_over:
                self._wake.wait(self._interval_secs)
                self._wake.clear()
                self._upload_once()
        finally:  # nobody waits for a thread that ended
            with self._rounds:
                self._is_over = True
                self._rounds.notify_all()

    def _upload_once(self) -> None:
        with self._rounds:
            self._n_begun += 1
            current = self._n_begun
        self._upload_changed()
        with self._rounds:
            self._n_done = current
            self._rounds.notify_all()

    def _upload_changed(self) -> None:
        try:
            for path, version in self._changed():
                self._put(path, version)
            self._remove_full_files()
            self._has_warned = False
        except OSError as error:
            if not self._has_warned:
                warn_user(f"{error} Logs wait in {self.folder} and are uploaded later.")
            self._has_warned = True

    def _changed(self) -> list[tuple[Path, _Version]]:
        found = [(path, _version(path)) for path in sorted(Path(self.folder).rglob("*")) if path.is_file()]
        return [(path, version) for path, version in found if self._uploaded.get(path) != version]

    def _put(self, path: Path, version: _Version) -> None:
        data = path.read_bytes()
        name = path.relative_to(self.folder).as_posix()
        key = f"{self._place.key}/{name}".lstrip("/")
        self._retry(lambda: self._store.put(key, data))
        self._uploaded[path] = version

    def _remove_full_files(self) -> None:
        """Remove event files that were uploaded and are followed by a newer one."""
        before_ns = time.time_ns() - int(_QUIET_SECS * 1e9)
        for folder in {path.parent for path in self._uploaded}:
            files = [path for path in self._uploaded if path.parent == folder and "tfevents" in path.name]
            newest = max(files, key=lambda path: self._uploaded[path][1], default=None)
            for path in files:
                version = self._uploaded[path]
                if path != newest and version[1] < before_ns and path.exists() and _version(path) == version:
                    path.unlink()

    def _end(self) -> None:
        """The program ends: upload the rest; what cannot be uploaded stays in the folder."""
        if os.getpid() != self._pid:
            return
        with suppress(KeyboardInterrupt):  # the user does not want to wait
            self.upload(_END_SECS)
        self._retry.stop()
        self._is_over = True
        self._wake.set()
        self._thread.join(_LAST_SECS)
        if not self._changed():
            shutil.rmtree(self.folder, ignore_errors=True)
        elif not self._has_warned:
            warn_user(f"{self.address} is not complete: the logs are in {self.folder}.")


def _version(path: Path) -> _Version:
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns
