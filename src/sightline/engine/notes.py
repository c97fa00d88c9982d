"""What a person may add to a run, and what counts as sane in each field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_MAX_NAME, _MAX_NOTE, _MAX_LABELS, _MAX_LABEL = 500, 100_000, 100, 200


@dataclass(frozen=True)
class RunNotes:
    """The additions to one run; the defaults mean that nobody added anything."""

    display_name: str | None = None
    color: str | None = None
    note: str | None = None
    labels: tuple[str, ...] = field(default=())
    pinned: bool = False
    hidden: bool = False


def checked(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes in the form they are kept in; None clears. Raises ValueError that names the field."""
    unknown = sorted(set(changes) - set(_CHECKS))
    if unknown:
        raise ValueError(f"no such field: {', '.join(unknown)}; there are {', '.join(_CHECKS)}")
    return {name: None if value is None else _CHECKS[name](name, value) for name, value in changes.items()}


def _text(limit: int) -> Callable[[str, Any], str]:
    def check(name: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > limit:
            raise ValueError(f"{name} wants text of at most {limit} characters")
        return value

    return check


def _color(name: str, value: Any) -> str:
    if not isinstance(value, str) or not _COLOR.fullmatch(value):
        raise ValueError(f"{name} wants a color such as #2460fa")
    return value.lower()


def _labels(name: str, value: Any) -> list[str]:
    if not isinstance(value, (list, tuple)) or len(value) > _MAX_LABELS:
        raise ValueError(f"{name} wants a list of at most {_MAX_LABELS} labels")
    if not all(isinstance(label, str) and 0 < len(label) <= _MAX_LABEL for label in value):
        raise ValueError(f"{name} wants each label to be text of 1 to {_MAX_LABEL} characters")
    return list(dict.fromkeys(value))


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} wants true or false")
    return value


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "display_name": _text(_MAX_NAME),
    "color": _color,
    "note": _text(_MAX_NOTE),
    "labels": _labels,
    "pinned": _flag,
    "hidden": _flag,
}
