"""With --verbose: what was requested of remote places, a line for each place and minute."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from sightline.cli._console import printable

if TYPE_CHECKING:
    from sightline.server.pending_board import PendingBoard
    from sightline.server.schema.shapes import Requests

_INTERVAL_SECS = 60.0


def report_requests(pending: PendingBoard, ended: threading.Event) -> None:
    """Print the requests so far each minute, and when the command ends."""
    from sightline.server.pending_board import BoardClosedError

    try:
        board = pending.wait()
    except Exception as error:
        if not isinstance(error, BoardClosedError):
            _print(f"no requests are counted: {error}")
        return
    is_over = False
    while not is_over:
        is_over = ended.wait(_INTERVAL_SECS)
        for root in board.roots():
            if root.requests is not UNSET:
                _print(request_line(root.path, root.requests))


def _print(line: str) -> None:
    """On a terminal or not: it was asked for, and servers that cost money often have none."""
    click.echo(printable(line), err=True)


def request_line(path: str, requests: Requests) -> str:
    """What was requested of one place, as a line."""
    counts = f"{requests.lists:,} LIST, {requests.gets:,} GET, {requests.bytes / 1e6:,.1f} MB"
    rate = f"{requests.per_minute:.1f} requests a minute"
    if requests.usd is None or requests.usd_per_day is None:
        return f"{path}: {counts}; {rate}."
    price = f"${requests.usd:.4f} so far, ${requests.usd_per_day:.2f} a day at this rate (list price)"
    return f"{path}: {counts}; {rate}; {price}."
