"""Writes a report as a folder for any static host: the ordinary page, the header, a file per entry."""

from __future__ import annotations

import mimetypes
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from sightline.formats.json_text import json_bytes
from sightline.share.contents import Contents
from sightline.share.header import About, header
from sightline.share.html_file import NoTemplateError
from sightline.share.recorder import Entry

STATIC = Path(__file__).parents[1] / "_static"
MARK = '<meta name="sightline-report" content="report.json">'
# Files of the page that a folder has no use for.
_NOT_COPIED = frozenset({"index.html", "report.html"})


class NotEmptyError(FileExistsError):
    """The folder has files that are not a report's."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"{folder} is not empty and is no report; give another folder")


def write_site(folder: str, about: About, contents: Contents) -> int:
    """Write the folder, in place of an earlier report there; returns the size of all files in bytes."""
    target = Path(folder)
    if target.exists() and any(target.iterdir()) and not (target / "report.json").is_file():
        raise NotEmptyError(folder)
    if target.exists():
        shutil.rmtree(target)
    n_bytes = 0
    for name, data in site_files(about, contents):
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        n_bytes += len(data)
    return n_bytes


def site_files(about: About, contents: Contents) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file; the one that makes it a report comes last."""
    page = STATIC / "index.html"
    if not page.is_file():
        raise NoTemplateError
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC).as_posix()
        if path.is_file() and name not in _NOT_COPIED:
            yield name, path.read_bytes()
    names = _file_names(contents.entries)
    for entry, name in zip(contents.entries, names, strict=True):
        yield name, entry.data
    places = [
        {"file": name, "size": len(entry.data)} for entry, name in zip(contents.entries, names, strict=True)
    ]
    yield "report.json", json_bytes(header(about, contents, places))
    # What a server would be asked ahead is in no folder.
    text = re.sub(r'<link rel="preload"[^>]*api/v1/[^>]*>', "", page.read_text("utf-8"))
    yield "index.html", text.replace("</head>", f"{MARK}</head>", 1).encode()


def _file_names(entries: Sequence[Entry]) -> list[str]:
    """By number, with the ending of their type: tags may hold anything."""
    return [f"data/{number}{_ending(entry)}" for number, entry in enumerate(entries)]


def _ending(entry: Entry) -> str:
    if entry.gzip:
        return ".bin"
    return mimetypes.guess_extension(entry.media.partition(";")[0]) or ".bin"
