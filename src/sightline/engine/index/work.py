"""What a worker does: event files to segments in one pack, with a page about them.

It runs wherever an engine has it run, any number of times: packs and pages are named by their content.
"""

from __future__ import annotations

import base64
import hashlib
import pickle
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import sightline
from sightline import _native
from sightline.engine.default_reader import default_reader
from sightline.engine.index.errors import sentence_of
from sightline.engine.index.page_maker import Parts, Read, make_page
from sightline.engine.index.place import Place, open_place
from sightline.engine.index.small_values import small_values
from sightline.engine.index.source_file import SourceFile, full_path
from sightline.engine.log_file import EventsOf
from sightline.engine.reader import Loaded, Reader, ReplacedError, Stat, UnavailableError
from sightline.engine.remote.address import is_remote
from sightline.formats import index_page, segment_file
from sightline.formats.index_page import encode_page
from sightline.formats.segment_file import SegmentKey, open_segments, write_segments

PAGES, PACKS = "pages", "packs"
# Small files beside the events are in the page itself: hyperparameters are shown without the source.
MAX_SIDE_BYTES = 64 << 10
_SMALL_BYTES = 1 << 20
_AT_ONCE = 64
_SLICE_BYTES = 512 << 20
_N_TRIES = 5


class Task(NamedTuple):
    """Files to index, in order of their paths; those last written before a time are final."""

    source: str
    place: str
    files: tuple[SourceFile, ...]
    final_before_secs: float


class Problem(NamedTuple):
    """A file that could not be read, and why."""

    path: str
    message: str


def own_version() -> str:
    """What has to be the same on all machines of a job."""
    return f"{sightline.__version__} (segments {segment_file.VERSION}, pages {index_page.VERSION})"


def packed_task(task: Task) -> bytes:
    """A task as bytes, which are not looked into before the versions are compared."""
    return pickle.dumps(task)


def index_files(version: str, payload: bytes) -> dict[str, Any]:
    """Index the files of a task; what was written, or `refused` or `failed` with a sentence."""
    if version != own_version():
        return {
            "refused": f"a worker runs sightline {own_version()}, and this machine {version}: "
            "install the same version everywhere."
        }
    task: Task = pickle.loads(payload)
    try:
        return _index(task, open_place(task.place), _reader())
    except OSError as error:
        return {"failed": sentence_of(error)}


@lru_cache(maxsize=1)
def _reader() -> Reader:
    return default_reader()


def _index(task: Task, place: Place, reader: Reader) -> dict[str, Any]:
    problems: list[Problem] = []
    events = [file for file in task.files if file.side is None]
    read = _read_all(task, events, reader, problems)
    pack_name, n_pack_bytes, parts = _write_pack(task, read, place)
    sides = [_side(task, file, reader) for file in task.files if file.side is not None]
    texts = {**parts.texts, "source": task.source, "side_files": [each for each in sides if each is not None]}
    page = encode_page(texts, parts.columns)
    name = f"{PAGES}/{_digest(page)}.page"
    found = {
        "name": name,
        "pack": pack_name,
        "first": min((file.path for file in task.files), default=""),
        "n_files": len(read),
        "n_side_files": len(texts["side_files"]),
        "n_series": int((parts.columns["n"] > 0).sum()),
        "n_points": int(parts.columns["n_points"].sum()),
        "n_pack_bytes": n_pack_bytes,
        "n_page_bytes": len(page),
    }
    if read or texts["side_files"]:
        _write_named(place, name, page)
    return {"page": found, "problems": [tuple(problem) for problem in problems]}


def _digest(data: bytes | memoryview) -> str:
    """The name of some content. Processors have instructions for SHA-256: others take twice as long."""
    return hashlib.sha256(data).hexdigest()[:32]


def _write_named(place: Place, name: str, content: bytes | Path) -> None:
    """Write an object that is named by its content; one that was damaged since is replaced."""
    if place.create(name, content):
        return
    try:
        is_whole = _digest(place.get(name)) == name.rpartition("/")[2].partition(".")[0]
    except FileNotFoundError:
        is_whole = False
    if not is_whole:
        place.replace(name, content)


def _write_pack(task: Task, read: Sequence[Read], place: Place) -> tuple[str, int, Parts]:
    if not read:
        return "", 0, make_page([], None, "")
    keys = [SegmentKey(each.file.path, each.file.path, each.stat.size, each.stat.version) for each in read]
    with place.draft() as draft:
        write_segments(draft, [(key, each.segment) for key, each in zip(keys, read, strict=True)])
        pack = open_segments(draft)
        if pack is None:
            raise OSError(f"{draft} cannot be read back")
        name = f"{PACKS}/{_digest(pack.bytes().data)}.arrow"
        parts = make_page(read, pack, name)
        _write_named(place, name, Path(draft))
        return name, len(pack.bytes()), parts


def _read_all(task: Task, files: Sequence[SourceFile], reader: Reader, problems: list[Problem]) -> list[Read]:
    """Every file that can be read, in order. A place that is out of reach fails the task, a file does not."""
    found: dict[str, Read] = {}
    small = [file for file in files if file.log is None and file.size <= _SMALL_BYTES]
    for at in range(0, len(small), _AT_ONCE):
        _read_small(task, small[at : at + _AT_ONCE], reader, found, problems)
    for file in files:
        if file.path not in found and file not in small:
            _note(file, partial(_read_large, task, file, reader), found, problems)
    return [_with_values(task, found[file.path], reader) for file in files if file.path in found]


def _with_values(task: Task, read: Read, reader: Reader) -> Read:
    if read.file.log is not None:
        return read
    return read._replace(values=small_values(full_path(task.source, read.file.path), read.segment, reader))


def _read_small(
    task: Task,
    files: Sequence[SourceFile],
    reader: Reader,
    found: dict[str, Read],
    problems: list[Problem],
) -> None:
    segments = [_native.Segment() for _ in files]
    paths = [full_path(task.source, file.path) for file in files]
    loaded = reader.load(paths, segments, final_before_secs=task.final_before_secs, max_bytes=_SLICE_BYTES)
    for file, segment, each in zip(files, segments, loaded, strict=True):
        if isinstance(each, Loaded) and not each.more and each.problem is None:
            found[file.path] = _finished(task, file, each.stat, each.n_bytes, segment)
        elif isinstance(each, Loaded):  # it became large
            _note(file, partial(_read_large, task, file, reader), found, problems)
        else:
            _note(file, partial(_raise, each), found, problems)


def _note(
    file: SourceFile, read: Callable[[], Read], found: dict[str, Read], problems: list[Problem]
) -> None:
    try:
        found[file.path] = read()
    except FileNotFoundError:
        return  # deleted since it was listed
    except UnavailableError:
        raise
    except OSError as error:
        problems.append(Problem(file.path, error.strerror or str(error)))


def _raise(error: OSError) -> Read:
    raise error


def _read_large(task: Task, file: SourceFile, reader: Reader) -> Read:
    path = full_path(task.source, file.path)
    for _ in range(_N_TRIES):
        segment = _native.Segment()
        try:
            source = reader.open(path)
            with source if file.log is None else EventsOf(source, file.log) as opened:
                stat = opened.stat()
                is_final = stat.modified < task.final_before_secs
                while segment.read(opened, final=is_final, max_bytes=_SLICE_BYTES, threads=1):
                    pass
                return _finished(task, file, stat, opened.size, segment)
        except (_native.FileShrankError, ReplacedError):  # another file took its place: begin again
            continue
    raise OSError("it changes faster than it can be read")


def _finished(task: Task, file: SourceFile, stat: Stat, n_bytes: int, segment: _native.Segment) -> Read:
    is_open = segment.offset < n_bytes and not stat.modified < task.final_before_secs
    if not is_remote(task.source):  # the version of a local file is this machine's, and of this moment
        stat = stat._replace(version="")
    return Read(file, stat, n_bytes, segment, is_open)


def _side(task: Task, file: SourceFile, reader: Reader) -> list[Any] | None:
    """A file beside the events, with its content where it is small; None where it is gone."""
    side = file.side
    assert side is not None
    try:
        data = (
            _side_content(full_path(task.source, file.path), reader) if file.size <= MAX_SIDE_BYTES else None
        )
    except FileNotFoundError:
        return None
    content = None if data is None else base64.b64encode(data).decode()
    return [
        file.path,
        file.directory,
        file.size,
        file.modified,
        side.kind,
        side.glob,
        side.log_title,
        content,
    ]


def _side_content(path: str, reader: Reader) -> bytes | None:
    """What is in a file; None where it cannot be read, or is a link, which may lead to any file."""
    folder, _, name = path.rpartition("/")
    try:
        if reader.resolve(path) != f"{reader.resolve(folder).rstrip('/')}/{name}":
            return None
        with reader.open(path) as source:
            return source.read(0, MAX_SIDE_BYTES)
    except (FileNotFoundError, UnavailableError):
        raise
    except OSError:
        return None
