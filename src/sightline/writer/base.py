"""What all parts of SummaryWriter stand on: the directory, the event file, tags and their kinds."""

from __future__ import annotations

import atexit
import os
import time
import weakref

from sightline._native import EventFileWriter, host_name, set_warning_handler
from sightline.writer import at_exit, first_writer
from sightline.writer.arguments import as_step, as_walltime
from sightline.writer.file_writer import FileWriter
from sightline.writer.notices import warn_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    from sightline.writer.no_file import NoFile
    from sightline.writer.upload import RemoteRun

    _Self = TypeVar("_Self", bound="WriterBase")

_MIB = 2**20
_UNLIMITED = 2**62

at_exit.arm()
set_warning_handler(warn_user)


class WriterBase:
    """Owns the event files of one run and its sub-runs. The logging methods are in the mixins."""

    def __init__(
        self,
        log_dir: str | os.PathLike[str] | None = None,
        comment: str = "",
        purge_step: Any = None,
        max_queue: int | None = 10,
        flush_secs: float | None = 120,
        filename_suffix: str | None = "",
        write_to_disk: bool = True,
        *,
        logdir: str | os.PathLike[str] | None = None,
        max_file_bytes: int = 0,
        max_run_bytes: int = 0,
        max_buffer_bytes: int = 64 * _MIB,
        large_every_secs: float = 0.0,
    ) -> None:
        self.log_dir: Any = log_dir or logdir or _default_directory(comment)
        self._remote = _remote_run(self.log_dir, 120 if flush_secs is None else flush_secs, write_to_disk)
        self.purge_step = purge_step
        self.max_queue = 10 if max_queue is None else max_queue
        self.flush_secs = 120 if flush_secs is None else flush_secs
        self.filename_suffix = filename_suffix or ""
        self._write_to_disk = write_to_disk
        self._max_file_bytes = max_file_bytes
        if self._remote is not None:
            from sightline.writer.upload import MAX_FILE_BYTES

            self.log_dir = self._remote.address
            self._max_file_bytes = max_file_bytes or MAX_FILE_BYTES
            atexit.register(_close, weakref.ref(self))
        self._max_run_bytes = max_run_bytes
        self._max_buffer_bytes = max_buffer_bytes
        self._large_every_secs = large_every_secs
        self._large_times: dict[str, float] = {}
        self._kinds: dict[str, str] = {}
        self._scalar_tags: set[str] = set()
        self._sub_runs: dict[str, FileWriter] = {}
        self._cwd = _current_directory()
        self._file = self._open_file(self._local(_local_path(self.log_dir)))
        self._try_add_scalar = self._file.try_add_scalar
        self._file_writer = FileWriter(self.log_dir, self._file)
        self._closed_path: str | None = None
        if purge_step is not None:
            self._file.add_session_start(as_step(purge_step))
        first_writer.opened(self)

    @property
    def logdir(self) -> Any:
        """The directory, under tensorboardX's name."""
        return self.log_dir

    @property
    def file_writer(self) -> Any:
        """The event file, for messages of your own; None after `close()` until the next value."""
        return None if self._is_closed() else self._file_writer

    @property
    def all_writers(self) -> Any:
        """The file writers of this run and of its sub-runs, by directory; None where `file_writer` is."""
        return None if self._is_closed() else {self.log_dir: self._file_writer, **self._sub_runs}

    @property
    def n_dropped(self) -> int:
        """How many events were dropped: the disk failed for too long, or the run reached its cap."""
        return sum(writer.event_writer.n_dropped for writer in self._file_writers())

    def get_logdir(self) -> Any:
        """Return the directory where event files are written."""
        return self.log_dir

    @property
    def local_dir(self) -> str:
        """The directory for files beside the events: of a remote run, where they wait for their upload."""
        return self._local(_local_path(self.log_dir))

    def flush(self) -> None:
        """Hand everything logged so far to the operating system: from here on `kill -9` cannot lose it.

        A remote run is uploaded; after ten seconds training goes on meanwhile.
        """
        self._drain()
        for writer in self._file_writers():
            writer.flush()
        if self._remote is not None:
            self._remote.upload()

    def close(self) -> None:
        """Flush and close the files. Logging again opens new ones."""
        self._drain()
        for writer in self._file_writers():
            writer.close()
        self._closed_path = self._file.path
        if self._remote is not None:
            self._remote.upload()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _get_file_writer(self) -> FileWriter:
        """Return the file writer, by the name that loggers built on torch's writer (Lightning's) use."""
        return self._file_writer

    # For the mixins.

    def _add_value(self, value: bytes, step: Any = None, walltime: Any = None) -> None:
        """Add one serialized Summary.Value as an event."""
        self._file.add_value(value, as_step(step), as_walltime(walltime))

    def _add_summary_values(self, values: Iterable[Any], step: Any = None, walltime: Any = None) -> None:
        """Add Summary.Value messages, each as an event."""
        for value in values:
            self._add_value(value.SerializeToString(), step, walltime)

    def _submit(self, make_event: Callable[[], bytes], nbytes: int) -> None:
        """Add the serialized Event that `make_event` returns; a mixin may do it in the background.

        Time and step are the caller's to take before; `nbytes` is the memory that `make_event` holds on to.
        """
        self._file.add_event(make_event())

    def _drain(self) -> None:
        """Wait until everything submitted is added; a mixin that works in the background overrides it."""

    def _claim_tag(self, tag: str, kind: str) -> None:
        """Record the kind of a tag. Another kind under the same tag is written too, with one warning."""
        if kind == "scalar":
            self._scalar_tags.add(tag)
        first = self._kinds.setdefault(tag, kind)
        if first != kind and first != "mixed":
            self._kinds[tag] = "mixed"
            warn_user(
                f"tag {tag!r} already has {first} data and now gets {kind} data; both are written, "
                "but a reader may show only one of them"
            )

    def _admits_large(self, tag: str) -> bool:
        """Whether a large value may be written now: one in `large_every_secs` for each tag."""
        if self._large_every_secs <= 0:
            return True
        now = time.monotonic()
        if now - self._large_times.get(tag, float("-inf")) < self._large_every_secs:
            return False
        self._large_times[tag] = now
        return True

    def _sub_run(self, directory: str) -> FileWriter:
        """Return the file writer of a sub-run. Of two made by two threads only the first opens a file."""
        found = self._sub_runs.get(directory)
        if found is None:
            made = FileWriter(directory, self._open_file(directory, lazy=True))
            found = self._sub_runs.setdefault(directory, made)
        return found

    def _local(self, directory: str) -> str:
        return directory if self._remote is None else self._remote.local(directory)

    def _file_writers(self) -> list[FileWriter]:
        return [self._file_writer, *self._sub_runs.values()]

    def _is_closed(self) -> bool:
        """Whether nothing was logged since `close()`: logging opens a file with another path."""
        return self._closed_path is not None and self._file.path == self._closed_path

    def _open_file(self, directory: str, *, lazy: bool = False) -> EventFileWriter | NoFile:
        if not self._write_to_disk:
            from sightline.writer.no_file import NoFile

            return NoFile()
        directory = os.path.join(self._cwd, self._local(directory))
        return EventFileWriter(
            directory,
            filename_suffix=self.filename_suffix,
            flush_secs=self.flush_secs,
            max_queue_events=self.max_queue if self.max_queue > 0 else _UNLIMITED,
            max_buffer_bytes=self._max_buffer_bytes,
            max_file_bytes=self._max_file_bytes,
            max_total_bytes=_room_left(directory, self._max_run_bytes),
            lazy=lazy,
        )


def _default_directory(comment: str) -> str:
    return os.path.join("runs", time.strftime("%b%d_%H-%M-%S") + "_" + host_name() + comment)


def _local_path(log_dir: Any) -> str:
    path = os.fspath(log_dir)
    if not isinstance(path, str):
        path = os.fsdecode(path)
    return path[len("file://") :] if path.startswith("file://") else path


def _remote_run(log_dir: Any, flush_secs: float, write_to_disk: bool) -> RemoteRun | None:
    """The upload of a run whose directory is an address; ValueError where nothing can be written to it."""
    path = _local_path(log_dir)
    scheme, separator, _ = path.partition("://")
    if not separator or not scheme.isalnum() or not write_to_disk:
        return None
    from sightline.writer.upload import RemoteRun, is_writable

    if not is_writable(path):
        raise ValueError(f"log_dir {path!r}: a writer takes a local directory, s3://, gs:// or az://")
    return RemoteRun(path, flush_secs=flush_secs)


def _close(writer: Callable[[], WriterBase | None]) -> None:
    found = writer()
    if found is not None:
        found.close()


def _current_directory() -> str:
    """Where relative paths begin for as long as the writer lives, even if the program moves on."""
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return ""


def _room_left(directory: str, max_run_bytes: int) -> int:
    """Bytes that a run may still take, at least 1; 0 is no limit. Earlier files of the run count."""
    if max_run_bytes <= 0:
        return 0
    try:
        taken = sum(entry.stat().st_size for entry in os.scandir(directory) if "tfevents" in entry.name)
    except OSError:
        taken = 0
    return max(max_run_bytes - taken, 1)
