"""Reports of tiny real logs, made as the command line makes them, with a page of four lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import sightline
from sightline.server.reports.make import ReportRequest, make_report
from sightline.share.choose import Choice
from sightline.share.contents import Contents
from sightline.share.header import About
from sightline.share.html_file import DATA, REPORT, TITLE, write_html
from sightline.share.read import Report

PAGE = f"<!doctype html><title>{TITLE}</title>\n<body>{REPORT}\n{DATA}\n</body>"


def contents_of(logdir: Path, **options: Any) -> tuple[About, Contents]:
    """The contents of a report; options of a Choice or of a ReportRequest."""
    fields = Choice.__dataclass_fields__
    choice = Choice(**{name: value for name, value in options.items() if name in fields})
    rest = {name: value for name, value in options.items() if name not in fields}
    with sightline.open(logdir) as logs:
        request = ReportRequest(choice=choice, **{"page_bytes": len(PAGE), **rest})
        return make_report(logs.view, request, roots=[str(logdir)])


def write_report(logdir: Path, path: Path, **options: Any) -> Path:
    """A report of logs as one file."""
    about, contents = contents_of(logdir, **options)
    write_html(str(path), about, contents, PAGE)
    return path


def everything_in(report: Report) -> bytes:
    """The header and all entries, decompressed."""
    return json.dumps(report.header).encode() + b"".join(report.read(key) for key in report.keys)
