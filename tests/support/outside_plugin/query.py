"""Queries of the plugin."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from sightline.wire.params import Params, ParamsError
from sightline.wire.query import Download, Query


class OutsideParams(Params, frozen=True):
    """What the tests make a query do."""

    do: str = "answer"


def act(view: Any, params: OutsideParams) -> Any:
    if params.do == "raise":
        raise ZeroDivisionError("nothing to divide")
    if params.do == "exit":
        sys.exit("gone")
    if params.do == "refuse":
        raise ParamsError("do: not this")
    if params.do == "object":
        return object()
    while params.do == "spin":
        time.monotonic()
    return {"runs": len(view.runs)}


def pieces() -> Iterator[bytes]:
    yield b"one"
    raise ZeroDivisionError("torn")


QUERIES = {
    "act": Query(OutsideParams, act, answer="json", cached=False),
    "frame": Query(OutsideParams, act),
    "file": Query(
        OutsideParams, lambda _view, _params: Download(pieces(), "text/plain", "f"), answer="download"
    ),
}
