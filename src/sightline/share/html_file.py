"""Writes a report as one HTML file: the page's template with header and data in it."""

from __future__ import annotations

import base64
import html
import os
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from sightline.formats.json_text import json_bytes
from sightline.share.contents import Contents
from sightline.share.header import About, header

TEMPLATE = Path(__file__).parents[1] / "_static" / "report.html"
TITLE, REPORT, DATA = (f"<!--sightline:{name}-->" for name in ("title", "report", "data"))
# A multiple of three, so that pieces in base64 can be joined.
_PIECE = 3 << 20


class NoTemplateError(FileNotFoundError):
    """The page was not built, so there is nothing to put data into."""

    def __init__(self) -> None:
        super().__init__("the page is not built: run `make page` (or `pip install .`)")


def template() -> str:
    """The page with all its code inside and a place for the data."""
    try:
        return TEMPLATE.read_text("utf-8")
    except FileNotFoundError:
        raise NoTemplateError from None


def write_html(path: str, about: About, contents: Contents, page: str) -> int:
    """Write the file, whole or not at all; returns its size in bytes. `page` is the template."""
    temporary = f"{path}.part"
    Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(temporary, "wb") as out:
            out.writelines(html_pieces(about, contents, page))
        os.replace(temporary, path)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return os.path.getsize(path)


def html_pieces(about: About, contents: Contents, page: str) -> Iterator[bytes]:
    """The file piece by piece."""
    before, rest = page.replace(TITLE, html.escape(about.name), 1).split(REPORT)
    between, after = rest.split(DATA)
    yield f'{before}<script type="application/json" id="sightline-report">'.encode()
    yield _header_text(about, contents)
    yield f'</script>{between}<script type="text/plain" id="sightline-data">'.encode()
    yield from _data(contents)
    yield f"</script>{after}".encode()


def _header_text(about: About, contents: Contents) -> bytes:
    sizes = [len(entry.data) for entry in contents.entries]
    starts = [0, *accumulate(sizes)]
    places = [{"at": start, "size": size} for start, size in zip(starts, sizes, strict=False)]
    # No text may end the block or begin a comment in it.
    return json_bytes(header(about, contents, places)).replace(b"<", b"\\u003c")


def _data(contents: Contents) -> Iterator[bytes]:
    """All entries, one after the other, in base64."""
    left = b""
    for entry in contents.entries:
        left += entry.data
        whole = len(left) // _PIECE * _PIECE
        for start in range(0, whole, _PIECE):
            yield base64.b64encode(left[start : start + _PIECE])
        left = left[whole:]
    yield base64.b64encode(left)
