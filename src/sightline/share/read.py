"""Reads a report back: its header and its entries, from one HTML file or a folder."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMAT = 1
_HEADER = re.compile(rb'<script type="application/json" id="sightline-report">(.*?)</script>', re.DOTALL)
_DATA = re.compile(rb'<script type="text/plain" id="sightline-data">([A-Za-z0-9+/=\s]*)</script>')
# More than any report that was made, little enough for a machine's memory.
_MAX_ENTRY_BYTES = 4 << 30


class ReportError(ValueError):
    """A file is no report, or a damaged one; the message says so."""


@dataclass(frozen=True)
class Report:
    """A report that was opened; entries are decompressed when they are read."""

    header: dict[str, Any]
    _stored: Callable[[dict[str, Any]], bytes]

    @property
    def keys(self) -> list[str]:
        """The keys of all entries."""
        return list(self.header["entries"])

    def read(self, key: str) -> bytes:
        """The bytes of an entry; KeyError where there is none."""
        entry = self.header["entries"][key]
        stored = self._stored(entry)
        if not entry.get("gzip"):
            return stored
        try:
            expand = zlib.decompressobj(wbits=31)
            data = expand.decompress(stored, _MAX_ENTRY_BYTES)
        except zlib.error as error:
            raise ReportError(f"the entry {key!r} is damaged: {error}") from error
        if not expand.eof:
            raise ReportError(f"the entry {key!r} is truncated or too large")
        return data

    def json(self, key: str) -> Any:
        """An entry of JSON; None where there is none."""
        return json.loads(self.read(key)) if key in self.header["entries"] else None


def is_report(path: str) -> bool:
    """Whether a path looks like a report: an HTML file, or a folder with a report's header."""
    place = Path(path)
    if place.is_dir():
        return (place / "report.json").is_file() and (place / "index.html").is_file()
    return path.lower().endswith((".html", ".htm")) and place.is_file()


def open_report(path: str) -> Report:
    """Open a report.

    Raises:
        ReportError: it is none, or it is damaged.
        OSError: it cannot be read.
    """
    place = Path(path)
    return _open_folder(place) if place.is_dir() else _open_file(place)


def _open_file(path: Path) -> Report:
    content = path.read_bytes()
    found = _HEADER.search(content)
    data = _DATA.search(content, found.end()) if found else None
    if found is None or data is None:
        raise ReportError(f"{path} is no report of Sightline")
    try:
        stored = base64.b64decode(data[1], validate=True)
    except binascii.Error as error:
        raise ReportError(f"{path} is damaged: {error}") from error

    def read(entry: dict[str, Any]) -> bytes:
        begin, size = int(entry["at"]), int(entry["size"])
        if not 0 <= begin <= begin + size <= len(stored):
            raise ReportError(f"{path} is truncated")
        return stored[begin : begin + size]

    return Report(_checked(path, found[1]), read)


def _open_folder(folder: Path) -> Report:
    def read(entry: dict[str, Any]) -> bytes:
        path = (folder / str(entry["file"])).resolve()
        if not path.is_relative_to(folder.resolve()):
            raise ReportError(f"{folder} names a file outside of it")
        return path.read_bytes()

    return Report(_checked(folder, (folder / "report.json").read_bytes()), read)


def _checked(path: Path, text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
        entries = header["entries"]
        valid = isinstance(entries, dict) and all(isinstance(entry, dict) for entry in entries.values())
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReportError(f"{path} is damaged: its header cannot be read") from error
    if not valid:
        raise ReportError(f"{path} is damaged: its header cannot be read")
    if header.get("format") != FORMAT:
        raise ReportError(
            f"{path} has format {header.get('format')}, made by another version; update Sightline"
        )
    return dict(header)
