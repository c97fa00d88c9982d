"""Takes paths, host and user names and secrets out of what is recorded; equal texts stay equal."""

from __future__ import annotations

import getpass
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.facts import facts_by_kind
from sightline.engine.store import StoreView
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame

REMOVED = "(removed)"
_HOST_IN_FILE = re.compile(r"tfevents\.\d+\.(.+?)(?:\.\d+)*(?:\.v2)?(?:\.gz)?$")
_HOME = re.compile(r"(?:/home|/Users|[A-Za-z]:\\Users)[/\\]([^/\\\s\"']+)")
# Folders at the top of a machine; a tag that begins with a slash is no path.
_PLACES = (
    "bin|cluster|content|data|datasets|etc|fsx|gpfs|home|lustre|media|mnt|net|nfs|opt|private|projects|root|"
    "scratch|share|shared|srv|storage|tmp|usr|var|Users|Volumes|work|workspace"
)
_PATH = re.compile(
    rf"(?<![\w./~:\\-])/(?:{_PLACES})(?:/[\w.@+=,-]+)*/?|[A-Za-z]:\\(?:[\w .@+=,-]+\\)*[\w.@+=,-]*"
)
_SECRET_NAME = re.compile(
    r"(?:^|[_\W])(?:secret|passwd|password|api_?key|access_?key|private_?key|token)$", re.I
)
# Begins at the word itself: a name of any length before it would be read again from each of its letters.
_SECRET = re.compile(
    r"(?<![^\W_])(?P<name>secret|passwd|password|api_?key|access_?key|private_?key|token)"
    r"(?P<between>[\"']?\s*[:=|]\s*[\"']?)(?P<value>[\w/+.~-]{12,})",
    re.I,
)
_COMMON_USERS = frozenset({"root", "user", "admin", "ubuntu", "debian", "runner", "jovyan", "nobody", "test"})
_MIN_NAME_CHARS = 3
_MIN_SECRET_CHARS = 8


class Scrubber:
    """Replaces what tells of the machine and its people. `removed` collects what was replaced."""

    def __init__(self, view: StoreView, roots: Iterable[str]) -> None:
        self.removed: set[str] = set()
        places = sorted({*roots, *(run.root for run in view.runs)}, key=len, reverse=True)
        self._literal: list[tuple[str, str]] = [(place, _last(place)) for place in places if len(place) > 1]
        self._literal += [(secret, REMOVED) for secret in _secrets(view)]
        self._names = _name_pattern(_hosts(view), _users(places))

    def text(self, text: str) -> str:
        """The text without paths, names and secrets."""
        text = self._without_paths(_SECRET.sub(self._secret, text))
        return self._names.sub(self._name, text) if self._names else text

    def value(self, value: Any) -> Any:
        """The same JSON with every text in it scrubbed, and the values of secret keys removed."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self._without_paths(key): self._member(key, item) for key, item in value.items()}
        return [self.value(item) for item in value] if isinstance(value, list | tuple) else value

    def frame(self, frame: Frame) -> Frame:
        """The frame with every text in it scrubbed."""
        columns = {name: self._column(column) for name, column in frame.columns.items()}
        return Frame(columns, self.value(frame.metadata))

    def _without_paths(self, text: str) -> str:
        for place, name in self._literal:
            if place in text:
                self.removed.add(place)
                text = text.replace(place, name)
        return _PATH.sub(self._path, text)

    def _member(self, key: str, item: Any) -> Any:
        if isinstance(item, str) and item and _SECRET_NAME.search(key):
            self.removed.add(item)
            return REMOVED
        return self.value(item)

    def _column(self, column: Column) -> Column:
        if isinstance(column, Dictionary):
            return Dictionary(column.codes, [self.text(text) for text in column.values])
        if isinstance(column, Lists):
            return Lists(column.offsets, self._texts(column.values))
        return self._texts(column)

    def _texts(self, column: NDArray[Any]) -> NDArray[Any]:
        if column.dtype.kind != "O":
            return column
        made: NDArray[np.object_] = column.copy()
        made[:] = [self.text(one) if isinstance(one, str) else one for one in column.tolist()]
        return made

    def _path(self, found: re.Match[str]) -> str:
        self.removed.add(found[0])
        return f"…/{_last(found[0])}"

    def _secret(self, found: re.Match[str]) -> str:
        self.removed.add(found["value"])
        return f"{found['name']}{found['between']}{REMOVED}"

    def _name(self, found: re.Match[str]) -> str:
        self.removed.add(found[0])
        return "host" if found["host"] else "user"


def _secrets(view: StoreView) -> set[str]:
    """Hyperparameters whose names say that nobody is to see them."""
    look_up = facts_by_kind(view)
    facts = [pair for run in view.runs for named in look_up(run).values() for pair in named.items()]
    return {
        value
        for name, value in facts
        if isinstance(value, str) and len(value) >= _MIN_SECRET_CHARS and _SECRET_NAME.search(name)
    }


def _last(path: str) -> str:
    """The last part of a path."""
    return re.split(r"[/\\]", path.rstrip("/\\"))[-1]


def _hosts(view: StoreView) -> set[str]:
    """This machine, and those that wrote the event files."""
    names = {socket.gethostname()}
    for run in view.runs:
        for tip in run.tips:
            found = _HOST_IN_FILE.search(_last(tip.path))
            names |= {found[1]} if found else set()
    short = {name.split(".")[0] for name in names}
    return {
        name for name in names | short if len(name) >= _MIN_NAME_CHARS and not name.startswith("localhost")
    }


def _users(places: Iterable[str]) -> set[str]:
    names = {found[1] for place in places for found in _HOME.finditer(place)}
    with suppress(OSError, KeyError, ImportError):
        names.add(getpass.getuser())
    return {name for name in names if len(name) >= _MIN_NAME_CHARS and name not in _COMMON_USERS}


def _name_pattern(hosts: set[str], users: set[str]) -> re.Pattern[str] | None:
    def either(names: set[str]) -> str:
        return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"

    if not hosts and not users:
        return None
    return re.compile(
        rf"(?<![A-Za-z0-9])(?:(?P<host>{either(hosts)})|(?P<user>{either(users)}))(?![A-Za-z0-9])"
    )
