"""Opened profiles: a file of a run becomes a profile once, and stays while there is room for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from sightline.engine.reader import ByteSource
from sightline.engine.run_view import RunView, SideFile
from sightline.engine.side_files import opened_side_file
from sightline.engine.store import StoreView
from sightline.formats.trace import Trace
from sightline.formats.trace_file import Progress, read_trace, read_xplane
from sightline.kinds.profile.files import find_profile_file
from sightline.kinds.profile.profile import Profile

# By slices: a slice takes about 60 bytes with its arguments.
_MAX_SLICES = 30_000_000


def _read_file(source: ByteSource, path: str, progress: Progress) -> Trace:
    """A trace by the format that the file's name tells."""
    if path.endswith(".xplane.pb"):
        return read_xplane(source)
    if path.endswith((".json", ".json.gz")):
        return read_trace(source, progress=progress)
    raise LookupError("Sightline reads traces (*.json, *.json.gz) and *.xplane.pb, not files of this tool")


class Reading:
    """One file that is being read, or was: how far, and then the profile or the error."""

    def __init__(self) -> None:
        self.bytes_done = 0
        self.bytes_total = 0
        self.profile: Profile | None = None
        self.error: Exception | None = None
        self.ended = threading.Event()

    def report(self, done: int, total: int) -> None:
        """Note how many bytes of the file are read."""
        self.bytes_done, self.bytes_total = done, total


class OpenedProfiles:
    """Profiles by file and state of the file. Threads that want the same one wait for one reading."""

    def __init__(self, max_slices: int = _MAX_SLICES) -> None:
        self._max_slices = max_slices
        self._lock = threading.Lock()
        self._readings: OrderedDict[tuple[Any, ...], Reading] = OrderedDict()

    def open(self, view: StoreView, run: int, name: str) -> Profile:
        """The profile of a run's file; LookupError says why there is none."""
        run_view, file = find_profile_file(view, run, name)
        key = (run_view.root, file.path, file.size, file.modified)
        with self._lock:
            reading = self._readings.get(key)
            is_first = reading is None
            if reading is None:
                reading = self._readings[key] = Reading()
            self._readings.move_to_end(key)
        if is_first:
            self._read(key, reading, run_view, file)
        reading.ended.wait()
        if reading.profile is None:
            raise LookupError(f"{name!r} cannot be read: {reading.error}")
        return reading.profile

    def progress(self, view: StoreView, run: int, name: str) -> Reading | None:
        """How far the reading of a file is; None before it began."""
        run_view, file = find_profile_file(view, run, name)
        with self._lock:
            return self._readings.get((run_view.root, file.path, file.size, file.modified))

    def _read(self, key: tuple[Any, ...], reading: Reading, run: RunView, file: SideFile) -> None:
        try:
            with opened_side_file(run, file) as source:
                reading.profile = Profile(_read_file(source, file.path, reading.report))
        except (OSError, LookupError, MemoryError) as error:
            reading.error = error
            with self._lock:
                self._readings.pop(key, None)
        finally:
            reading.ended.set()
        self._make_room()

    def _make_room(self) -> None:
        """Drop the profiles that were not used for longest; the newest stays whatever its size."""
        with self._lock:
            while len(self._readings) > 1 and self._n_slices() > self._max_slices:
                self._readings.popitem(last=False)

    def _n_slices(self) -> int:
        return sum(len(each.profile.trace.slices) for each in self._readings.values() if each.profile)
