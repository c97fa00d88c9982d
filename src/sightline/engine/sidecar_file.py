"""The SQLite file behind a sidecar: where it is, and how it is opened safely when others may have made it.

Only regular files are opened, never through a link. A database with views, triggers or tables that are not
ours is refused, and a statement has a few seconds at most.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sightline.engine.plain_file import is_plain_file, is_plain_folder, read_plain_file

_FOLDER = ".sightline"
_FILE = "board.sqlite3"
_BESIDE_IT = ("-journal", "-wal", "-shm")
TABLES = (
    "create table run_fields (run text not null, field text not null, value text not null, "
    "primary key (run, field)) without rowid",
    "create table views (name text primary key, state text not null, changed real not null)",
    "create table changes (id integer primary key, time real not null, subject text not null, "
    "field text not null, old text, new text)",
)
# How long another server may hold the file, and how long a statement may take.
_READ_SECS = 1.0
_WRITE_SECS = 5.0
_MAX_ROWS = 1_000_000
_Result = TypeVar("_Result")


class SidecarReadOnlyError(OSError):
    """There is nowhere to store additions; the message lists the places that were tried."""


class SidecarFile:
    """The file in the root's ``.sightline/``, or in the state folder once the root could not hold it.

    Without a root it is in the state folder only.
    """

    def __init__(self, root: Path | None, apart: Path) -> None:
        self._apart = apart.with_name(f"{apart.name}-{_FILE}")
        self._beside = self._apart if root is None else root / _FOLDER / _FILE
        self._lock = threading.Lock()
        self.problem: tuple[str, str] | None = None

    def version(self) -> bytes:
        """Other bytes after every change, by whichever server: SQLite counts them in the file's head."""
        try:
            return read_plain_file(self._path(), max_bytes=28)[24:]
        except OSError:
            return b""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a query; empty where the file cannot be read, and then `problem` has the reason."""
        with self._lock:
            path = self._path()
            try:
                found = _read(path, query) if _is_safe(path) else []
            except (OSError, sqlite3.Error) as error:
                self.problem = (str(path), f"{error}; names, colors and notes in it are not shown")
                return []
            self.problem = None
            return found

    def write(self, edit: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Make a change, whole or not at all. Raises SidecarReadOnlyError."""
        problems = []
        with self._lock:
            places = (self._apart,) if self._is_apart() else (self._beside, self._apart)
            for path in dict.fromkeys(places):
                try:
                    return self._edit(path, edit)
                except (OSError, sqlite3.Error) as error:
                    problems.append(f"{path.parent}: {error}")
                    if _is_disk_full(error):  # there will be room again: the notes stay together
                        break
        raise SidecarReadOnlyError("cannot store this: " + "; ".join(problems))

    def _path(self) -> Path:
        return self._apart if self._is_apart() else self._beside

    def _is_apart(self) -> bool:
        return self._apart.is_file()

    def _edit(self, path: Path, edit: Callable[[sqlite3.Connection], _Result]) -> _Result:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not _is_safe(path)
        if is_new and path == self._apart:
            self._copy_to_apart()
        with _opened(path, "rwc", _WRITE_SECS) as database:
            database.execute("begin immediate")
            _refuse_foreign(database)
            for table in TABLES:
                database.execute(table.replace("create table", "create table if not exists"))
            result = edit(database)
            database.execute("commit")
        return result

    def _copy_to_apart(self) -> None:
        """Start from a copy of the sidecar beside the logs, where there is one."""
        try:
            if self._beside != self._apart and _is_safe(self._beside):
                _read(self._beside, "select 1 from run_fields limit 1")
                shutil.copyfile(self._beside, self._apart)
        except (OSError, sqlite3.Error):
            return


def _is_disk_full(error: Exception) -> bool:
    return getattr(error, "errno", None) == errno.ENOSPC or "disk is full" in str(error)


def _is_safe(path: Path) -> bool:
    """Whether there is a file that may be opened; NotPlainError where something else is in its place."""
    if path.parent.name == _FOLDER:
        is_plain_folder(path.parent)
    for ending in _BESIDE_IT:
        is_plain_file(path.with_name(path.name + ending))
    return is_plain_file(path)


def _read(path: Path, query: str) -> list[tuple[Any, ...]]:
    with _opened(path, "ro", _READ_SECS) as database:
        _refuse_foreign(database)
        return database.execute(query).fetchmany(_MAX_ROWS)


@contextmanager
def _opened(path: Path, mode: str, max_secs: float) -> Iterator[sqlite3.Connection]:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connected = sqlite3.connect(address, uri=True, timeout=max_secs, isolation_level=None)
    with closing(connected) as database:
        # What SQLite advises for untrusted files: https://www.sqlite.org/security.html
        database.execute("pragma trusted_schema = off")
        database.execute("pragma cell_size_check = on")
        if sys.version_info >= (3, 12):
            database.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        ends = time.monotonic() + 2 * max_secs
        database.set_progress_handler(lambda: time.monotonic() > ends, 10_000)
        yield database


def _refuse_foreign(database: sqlite3.Connection) -> None:
    """Refuse a file with more than our tables: views, triggers, checks, generated columns are programs."""
    ours = {_bare(table) for table in TABLES}
    # The indexes that SQLite makes for a primary key have no statement.
    made_by = database.execute("select sql from sqlite_master where sql is not null").fetchmany(len(ours) + 1)
    if not all(isinstance(sql, str) and _bare(sql) in ours for (sql,) in made_by):
        raise sqlite3.DatabaseError("not a Sightline database")


def _bare(statement: str) -> str:
    return "".join(statement.lower().split())


def text_rows(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[str, ...]]:
    """The rows whose cells are all text: SQLite stores any type in any column."""
    return (row for row in rows if all(isinstance(cell, str) for cell in row))
