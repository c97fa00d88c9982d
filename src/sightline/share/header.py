"""The header of a report: its name, note and date, and where each entry is."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

import sightline
from sightline.share.contents import Contents
from sightline.share.read import FORMAT


@dataclass(frozen=True, kw_only=True)
class About:
    """What people read of a report first. `view` is the end of an address; `running` counts live runs."""

    name: str
    note: str = ""
    view: str = ""
    running: int = 0
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    date: str = field(default_factory=lambda: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))


def header(about: About, contents: Contents, places: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The header as JSON; `places` says for each entry where its bytes are."""
    entries: dict[str, Any] = {}
    for entry, place in zip(contents.entries, places, strict=True):
        rows = {"rows": list(entry.rows)} if entry.rows else {}
        entries[entry.key] = {"media": entry.media, **place, "gzip": entry.gzip, **rows}
    return {
        "format": FORMAT,
        "id": about.id,
        "name": about.name,
        "note": about.note,
        "date": about.date,
        "version": sightline.__version__,
        "view": about.view,
        "running": about.running,
        "defaults": contents.defaults,
        "left_out": msgspec.to_builtins(contents.left_out),
        "entries": entries,
    }
