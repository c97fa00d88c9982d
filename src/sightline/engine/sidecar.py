"""The sidecar: what people add to a logdir (names, colors, notes, labels, saved views), in a SQLite file.

It lies in the root's ``.sightline/``, or in the user's state folder where the root cannot be written. Nothing
is created before the first edit. Event files are never touched, and reading works without a writable place.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sightline import platform
from sightline.engine.notes import RunNotes, checked
from sightline.engine.run_view import RunView

_FILE = "board.sqlite3"
_MAX_VIEW_BYTES = 1 << 20
_SCHEMA = """
create table if not exists run_fields (
  run text not null, field text not null, value text not null, primary key (run, field)) without rowid;
create table if not exists views (name text primary key, state text not null, changed real not null);
create table if not exists changes (
  id integer primary key, time real not null, subject text not null, field text not null, old text, new text);
"""


class SidecarReadOnlyError(OSError):
    """There is no place to keep additions; the message says which places were tried."""


@dataclass(frozen=True)
class SavedView:
    """A view of the page kept under a name; ``state`` is the page's own JSON."""

    name: str
    state: Any
    changed: float


@dataclass(frozen=True)
class Change:
    """One step of the history: who cares can read what was there before."""

    time: float
    subject: str
    field: str
    old: Any
    new: Any


class Sidecar:
    """The additions to one root. Safe to share between threads and between servers of the same logdir."""

    def __init__(self, root: Path, *, state_dir: Path) -> None:
        self._beside = root / ".sightline" / _FILE
        name = hashlib.sha256(str(root.absolute()).encode()).hexdigest()[:16]
        self._apart = state_dir / f"{name}-{_FILE}"
        self._lock = threading.Lock()

    def runs(self) -> dict[str, RunNotes]:
        """Every run that somebody added something to."""
        fields: dict[str, dict[str, Any]] = {}
        for run, name, value in self._rows("select run, field, value from run_fields"):
            fields.setdefault(run, {})[name] = json.loads(value)
        return {run: _notes(found) for run, found in fields.items()}

    def version(self) -> bytes:
        """Other bytes after every change, by whichever server: SQLite counts them in the file's head."""
        try:
            with self._path().open("rb") as file:
                return file.read(28)[24:]
        except OSError:
            return b""

    def edit_run(self, run: str, changes: Mapping[str, Any]) -> RunNotes:
        """Change some fields of a run; None clears one. Raises ValueError on an unfit value."""
        self.edit_runs({run: changes})
        return self.runs().get(run, RunNotes())

    def edit_runs(self, changes: Mapping[str, Mapping[str, Any]]) -> None:
        """Change fields of several runs at once, all or none of them."""
        fit = {run: checked(fields) for run, fields in changes.items()}
        with self._writing() as database:
            for run, fields in fit.items():
                for field, new in fields.items():
                    _put(database, run, field, new)

    def views(self) -> list[SavedView]:
        """All saved views, newest first."""
        rows = self._rows("select name, state, changed from views order by changed desc, name")
        return [SavedView(name, json.loads(state), changed) for name, state, changed in rows]

    def save_view(self, name: str, state: Any) -> None:
        """Keep a view under a name, in place of an older one of that name."""
        text = json.dumps(state)
        if not name or len(name) > 200 or len(text) > _MAX_VIEW_BYTES:
            raise ValueError("a view wants a name of 1 to 200 characters and at most 1 MiB of state")
        with self._writing() as database:
            old = database.execute("select state from views where name = ?", (name,)).fetchone()
            database.execute("replace into views values (?, ?, ?)", (name, text, time.time()))
            _remember(database, f"view {name}", "state", old[0] if old else None, text)

    def delete_view(self, name: str) -> bool:
        """Forget a view; False if there was none of that name."""
        with self._writing() as database:
            old = database.execute("select state from views where name = ?", (name,)).fetchone()
            if old:
                database.execute("delete from views where name = ?", (name,))
                _remember(database, f"view {name}", "state", old[0], None)
        return old is not None

    def history(self, subject: str | None = None) -> list[Change]:
        """All changes, newest first; of one run (by name) or one view ("view NAME") if given."""
        rows = self._rows("select time, subject, field, old, new from changes order by id desc")
        changes = [Change(at, of, field, _loads(old), _loads(new)) for at, of, field, old, new in rows]
        return [change for change in changes if subject in (None, change.subject)]

    def _path(self) -> Path:
        return self._apart if self._apart.exists() else self._beside

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        path = self._path()
        if not path.exists():
            return []
        with (
            self._lock,
            closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=5)) as database,
        ):
            try:
                return database.execute(query).fetchall()
            except sqlite3.DatabaseError:  # no sidecar, whatever it is: the board works without
                return []

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, closing(self._connect()) as database, database:
            database.executescript(_SCHEMA)
            yield database

    def _connect(self) -> sqlite3.Connection:
        problems = []
        for path in (self._apart,) if self._apart.exists() else (self._beside, self._apart):
            try:
                return _writable(path, start_from=self._beside)
            except (OSError, sqlite3.Error) as error:
                problems.append(f"{path.parent}: {error}")
        raise SidecarReadOnlyError("cannot keep this: " + "; ".join(problems))


def notes_of(runs: Sequence[RunView]) -> dict[int, RunNotes]:
    """What people added to runs of any roots, by run id."""
    state_dir = Path(platform.state_directory())
    by_root = {root: Sidecar(Path(root), state_dir=state_dir).runs() for root in {run.root for run in runs}}
    return {run.id: by_root[run.root].get(run.name, RunNotes()) for run in runs}


def _writable(path: Path, *, start_from: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path != start_from and not path.exists() and start_from.exists():
        shutil.copyfile(start_from, path)
    database = sqlite3.connect(path, timeout=5)
    try:
        database.execute("begin immediate")
        database.execute("create table if not exists probe (x)")
        database.rollback()
    except sqlite3.Error:
        database.close()
        raise
    return database


def _put(database: sqlite3.Connection, run: str, field: str, new: Any) -> None:
    key = (run, field)
    old = database.execute("select value from run_fields where run = ? and field = ?", key).fetchone()
    text = None if new is None else json.dumps(new)
    if (old[0] if old else None) == text:
        return
    if text is None:
        database.execute("delete from run_fields where run = ? and field = ?", key)
    else:
        database.execute("replace into run_fields values (?, ?, ?)", (*key, text))
    _remember(database, run, field, old[0] if old else None, text)


def _remember(
    database: sqlite3.Connection, subject: str, field: str, old: str | None, new: str | None
) -> None:
    database.execute(
        "insert into changes (time, subject, field, old, new) values (?, ?, ?, ?, ?)",
        (time.time(), subject, field, old, new),
    )


def _loads(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _notes(fields: dict[str, Any]) -> RunNotes:
    known = {name: value for name, value in fields.items() if name in RunNotes.__dataclass_fields__}
    if "labels" in known:
        known["labels"] = tuple(known["labels"])
    return RunNotes(**known)
