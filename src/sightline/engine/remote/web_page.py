"""Folder listings of web servers: the pages and JSON that nginx, Apache and others make."""

from __future__ import annotations

import json
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

# "17-Nov-2026 10:00" (nginx) or "2026-11-17 10:00" (Apache), then the size in bytes, if it is exact.
_AFTER_LINK = re.compile(
    r"(\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}|\d{4}-\d{2}-\d{2} \d{2}:\d{2})\D*?\s(\d+)?\s*$"
)
_FORMATS = ("%d-%b-%Y %H:%M", "%Y-%m-%d %H:%M")


class WebEntry(NamedTuple):
    """One name in a folder; size and time are None where the server does not list them exactly."""

    name: str
    is_folder: bool
    size: int | None
    modified: float | None


def parse_page(url: str, content_type: str, body: bytes) -> list[WebEntry]:
    """The entries of a folder; ValueError where the answer is no listing."""
    if "json" in content_type:
        return _parse_json(body)
    if "html" not in content_type:
        raise ValueError(f"a listing is HTML or JSON, not {content_type or 'without a type'}")
    links = _Links()
    links.feed(body.decode("utf-8", errors="replace"))
    entries = (_of_link(url, href, text) for href, text in links.found)
    return list({entry.name: entry for entry in entries if entry is not None}.values())


def _parse_json(body: bytes) -> list[WebEntry]:
    """nginx's `autoindex_format json`."""
    try:
        return [
            WebEntry(
                str(row["name"]),
                row["type"] == "directory",
                row.get("size"),
                parsedate_to_datetime(row["mtime"]).timestamp(),
            )
            for row in json.loads(body)
        ]
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError("the JSON is not a listing as nginx makes it") from error


class _Links(HTMLParser):
    """The links of a page, each with the text up to the next one."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href")
        if tag == "a" and href:
            self.found.append((href, ""))
            self._is_inside = True

    def handle_endtag(self, tag: str) -> None:
        self._is_inside = self._is_inside and tag != "a"

    def handle_data(self, data: str) -> None:
        if self.found and not self._is_inside:
            href, text = self.found[-1]
            self.found[-1] = (href, f"{text} {data}")


def _of_link(url: str, href: str, text: str) -> WebEntry | None:
    """What a link leads to where that is directly below the folder."""
    base, target = urlsplit(url), urlsplit(urljoin(url, href))
    if (target.scheme, target.netloc) != (base.scheme, base.netloc) or target.query:
        return None
    if not target.path.startswith(base.path):
        return None
    name = target.path[len(base.path) :]
    is_folder = name.endswith("/")
    name = unquote(name.rstrip("/"))
    if not name or "/" in name or name in (".", ".."):
        return None
    found = _AFTER_LINK.search(" ".join(text.split()) + " ") if not is_folder else None
    if found is None:
        return WebEntry(name, is_folder, None, None)
    return WebEntry(name, is_folder, int(found[2]) if found[2] else None, _time(found[1]))


def _time(text: str) -> float | None:
    for form in _FORMATS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=timezone.utc).timestamp()
        except ValueError:
            continue
    return None
