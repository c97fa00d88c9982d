"""Opened embeddings: each is read once, and what was read stays while there is room for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from sightline.engine.run_view import RunView, SideFile
from sightline.engine.store import StoreView
from sightline.formats.byte_blocks import Progress
from sightline.formats.text_table import TextTable, read_text_table
from sightline.kinds.embedding.columns import as_metadata
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.entries import Place
from sightline.kinds.embedding.listing import find_entry
from sightline.kinds.embedding.memory import check_memory, room_for_opened
from sightline.kinds.embedding.projector_source import opened


class Reading:
    """One embedding that is being read, or was: how far, and then the content or the error."""

    def __init__(self) -> None:
        self.bytes_done = 0
        self.bytes_total = 0
        self.embedding: Embedding | None = None
        self.error: Exception | None = None
        self.ended = threading.Event()

    def report(self, done: int, total: int) -> None:
        """Note how many bytes are read."""
        self.bytes_done, self.bytes_total = done, total


class OpenedEmbeddings:
    """What was read, by embedding, step and state of its files. Threads wait for one reading."""

    def __init__(self, room: Callable[[], int] = room_for_opened) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._readings: OrderedDict[tuple[Any, ...], Reading] = OrderedDict()

    def open(self, view: StoreView, run: int, name: str, step: int | None = None) -> Embedding:
        """The embedding at a step; LookupError says why it cannot be read."""
        entry = find_entry(view, run, name)
        place = entry.at(step)[1]
        key = (entry.run.root, entry.run.directory, name, *_state(entry.run, place))
        with self._lock:
            reading = self._readings.get(key)
            is_first = reading is None
            if reading is None:
                reading = self._readings[key] = Reading()
            self._readings.move_to_end(key)
        if is_first:
            self._read(key, reading, entry.run, place)
        reading.ended.wait()
        if reading.embedding is None:
            raise LookupError(f"embedding {name!r} cannot be read: {reading.error}")
        return reading.embedding

    def progress(self, view: StoreView, run: int, name: str, step: int | None = None) -> Reading | None:
        """How far the reading is; None before it began."""
        entry = find_entry(view, run, name)
        key = (entry.run.root, entry.run.directory, name, *_state(entry.run, entry.at(step)[1]))
        with self._lock:
            return self._readings.get(key)

    def _read(self, key: tuple[Any, ...], reading: Reading, run: RunView, place: Place) -> None:
        try:
            reading.embedding = read_embedding(run, place, reading.report)
        except (OSError, LookupError, ValueError, MemoryError) as error:
            reading.error = error
        finally:
            if reading.embedding is None:
                with self._lock:
                    self._readings.pop(key, None)
                reading.error = reading.error or LookupError("the reading was interrupted")
            reading.ended.set()
        self._make_room()

    def _make_room(self) -> None:
        """Drop what was not used for longest; the newest stays whatever its size."""
        room = self._room()
        with self._lock:
            while len(self._readings) > 1 and self._sum_bytes() > room:
                self._readings.popitem(last=False)

    def _sum_bytes(self) -> int:
        return sum(each.embedding.nbytes for each in self._readings.values() if each.embedding is not None)


def read_embedding(run: RunView, place: Place, progress: Progress) -> Embedding:
    """Vectors and then metadata, each with progress of its own; metadata that cannot be read is a note."""
    vectors, table = place.source.read(progress)
    notes: tuple[str, ...] = ()
    if place.metadata is not None:
        try:
            table = _metadata_file(run, place.metadata, progress)
        except LookupError as error:
            notes = (f"The metadata cannot be read: {error}.",)
    return Embedding(vectors, None if table is None else as_metadata(table, len(vectors)), notes)


def _metadata_file(run: RunView, wanted: str | SideFile, progress: Progress) -> TextTable | None:
    path = wanted if isinstance(wanted, str) else wanted.path.rpartition("/")[2]
    with opened(run, wanted) as file:
        size = file.stat().size
        check_memory(size)
        try:
            table = read_text_table(file.read, size, progress=progress)
        except ValueError as error:
            raise LookupError(f"{path}: {error}") from error
    if not len(table):
        raise LookupError(f"{path} is empty")
    return table


def _state(run: RunView, place: Place) -> tuple[Any, ...]:
    wanted = place.metadata
    if wanted is None:
        return place.source.state()
    try:
        with opened(run, wanted) as file:
            return (*place.source.state(), wanted, *file.stat())
    except LookupError:
        return (*place.source.state(), wanted, "missing")
