"""The sidecar: what people add to a logdir (names, colors, notes, labels, saved views), in a SQLite file.

It is in the root's ``.sightline/``, or in the user's state folder where the root is remote or cannot be
written. Nothing is created before the first edit. Event files are never touched, and reading works without a
writable place.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sightline import platform
from sightline.engine.notes import RunNotes, StepNote, checked
from sightline.engine.remote.address import is_remote
from sightline.engine.run_view import RunView
from sightline.engine.sidecar_file import SidecarFile, SidecarReadOnlyError, text_rows

__all__ = ["Change", "SavedView", "Sidecar", "SidecarReadOnlyError", "notes_of"]

_MAX_VIEW_BYTES = 1 << 20
_MAX_VIEW_DEPTH = 50


@dataclass(frozen=True)
class SavedView:
    """A view of the page saved under a name; ``state`` is the page's own JSON."""

    name: str
    state: Any
    changed: float


@dataclass(frozen=True)
class Change:
    """One entry of the history, with the values before and after."""

    time: float
    subject: str
    field: str
    old: Any
    new: Any


class Sidecar:
    """The additions to one root. Safe to share between threads and between servers of the same logdir."""

    def __init__(self, root: str | Path, *, state_dir: Path) -> None:
        local = None if is_remote(str(root)) else Path(root).absolute()
        name = hashlib.sha256(str(local or root).encode(errors="surrogateescape")).hexdigest()[:16]
        self._file = SidecarFile(local, state_dir / name)

    @property
    def problem(self) -> tuple[str, str] | None:
        """The file and why it could not be read lately; None where it could."""
        return self._file.problem

    def version(self) -> bytes:
        """Other bytes after every change, by whichever server."""
        return self._file.version()

    def runs(self) -> dict[str, RunNotes]:
        """Every run that somebody added something to; invalid entries are left out."""
        fields: dict[str, dict[str, Any]] = {}
        for run, name, value in text_rows(self._file.rows("select run, field, value from run_fields")):
            try:
                fields.setdefault(run, {}).update(checked({name: json.loads(value)}))
            except (ValueError, RecursionError):
                continue
        return {run: _notes(found) for run, found in fields.items()}

    def edit_run(self, run: str, changes: Mapping[str, Any]) -> RunNotes:
        """Change some fields of a run; None clears one. Raises ValueError on an invalid value."""
        self.edit_runs({run: changes})
        return self.runs().get(run, RunNotes())

    def edit_runs(self, changes: Mapping[str, Mapping[str, Any]]) -> None:
        """Change fields of several runs at once, all or none of them."""
        fit = {run: checked(fields) for run, fields in changes.items()}

        def edit(database: sqlite3.Connection) -> None:
            for run, fields in fit.items():
                for field, new in fields.items():
                    _put(database, run, field, new)

        self._file.write(edit)

    def views(self) -> list[SavedView]:
        """All saved views, newest first; invalid entries are left out."""
        rows = self._file.rows("select name, state, changed from views order by changed desc, name")
        return [view for row in rows if (view := _saved_view(*row)) is not None]

    def save_view(self, name: str, state: Any) -> None:
        """Save a view under a name, in place of an older one of that name. ValueError where it is invalid."""
        if not name or len(name) > 200:
            raise ValueError("a view needs a name of 1 to 200 characters")
        text = _state_text(state)

        def edit(database: sqlite3.Connection) -> None:
            old = database.execute("select state from views where name = ?", (name,)).fetchone()
            database.execute("replace into views values (?, ?, ?)", (name, text, time.time()))
            _log_change(database, f"view {name}", "state", old[0] if old else None, text)

        self._file.write(edit)

    def delete_view(self, name: str) -> bool:
        """Delete a view; False if there was none of that name."""
        if not any(view.name == name for view in self.views()):
            return False

        def edit(database: sqlite3.Connection) -> bool:
            old = database.execute("select state from views where name = ?", (name,)).fetchone()
            if old:
                database.execute("delete from views where name = ?", (name,))
                _log_change(database, f"view {name}", "state", old[0], None)
            return old is not None

        return self._file.write(edit)

    def history(self, subject: str | None = None) -> list[Change]:
        """All changes, newest first; of one run (by name) or one view ("view NAME") if given."""
        rows = self._file.rows("select time, subject, field, old, new from changes order by id desc")
        changes = [Change(at, of, field, _loads(old), _loads(new)) for at, of, field, old, new in rows]
        return [change for change in changes if subject in (None, change.subject)]


def notes_of(runs: Sequence[RunView]) -> dict[int, RunNotes]:
    """What people added to runs of any roots, by run id."""
    state_dir = Path(platform.state_directory())
    by_root = {root: Sidecar(root, state_dir=state_dir).runs() for root in {run.root for run in runs}}
    return {run.id: by_root[run.root].get(run.name, RunNotes()) for run in runs}


def saved_views(roots: Iterable[str]) -> list[SavedView]:
    """The saved views of several roots."""
    state_dir = Path(platform.state_directory())
    return [view for root in roots for view in Sidecar(Path(root), state_dir=state_dir).views()]


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
    _log_change(database, run, field, old[0] if old else None, text)


def _log_change(
    database: sqlite3.Connection, subject: str, field: str, old: str | None, new: str | None
) -> None:
    database.execute(
        "insert into changes (time, subject, field, old, new) values (?, ?, ?, ?, ?)",
        (time.time(), subject, field, old, new),
    )


def _loads(text: str | None) -> Any:
    try:
        return None if text is None else json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return None


def _state_text(state: Any) -> str:
    """A view's state as strict JSON; ValueError where it has none."""
    _check_state(state, _MAX_VIEW_DEPTH)
    text = json.dumps(state, allow_nan=False)
    if len(text) > _MAX_VIEW_BYTES:
        raise ValueError("a view may have at most 1 MiB of state")
    return text


def _check_state(value: Any, depth: int) -> None:
    if isinstance(value, (dict, list)):
        if not depth:
            raise ValueError(f"a view may be nested at most {_MAX_VIEW_DEPTH} deep")
        for item in value.values() if isinstance(value, dict) else value:
            _check_state(item, depth - 1)
    elif isinstance(value, int) and value.bit_length() > 63:
        raise ValueError("an integer in a view has more than 64 bits")


def _saved_view(name: Any, state: Any, changed: Any) -> SavedView | None:
    try:
        value = json.loads(state, parse_constant=_refuse_constant)
        _check_state(value, _MAX_VIEW_DEPTH)
        return SavedView(name, value, float(changed)) if isinstance(name, str) else None
    except (TypeError, ValueError, RecursionError):
        return None


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _notes(fields: dict[str, Any]) -> RunNotes:
    known = {name: value for name, value in fields.items() if value is not None}
    if "labels" in known:
        known["labels"] = tuple(known["labels"])
    if "step_notes" in known:
        known["step_notes"] = tuple(StepNote(**note) for note in known["step_notes"])
    return RunNotes(**known)
