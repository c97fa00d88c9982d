from __future__ import annotations

import threading
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from sightline.wire.frame import Frame
from sightline.wire.params import Params, ParamsError
from sightline.wire.query import Blob, Download, Query

SLOW = threading.Event()
CALLS: list[object] = []


class EchoParams(Params, frozen=True):
    text: str = ""
    numbers: tuple[float, ...] = ()
    limit: int | None = None


class CountParams(Params, frozen=True):
    n: Annotated[int, Meta(ge=0, le=1_000_000)]


class ItemParams(Params, frozen=True):
    media_type: str
    text: str = "0123456789"


def echo(view: Any, params: EchoParams) -> Any:
    CALLS.append(params)
    return {"text": params.text, "numbers": list(params.numbers), "limit": params.limit, "nan": float("nan")}


def count(view: Any, params: CountParams) -> Frame:
    return Frame({"i": np.arange(params.n)})


def item(view: Any, params: ItemParams) -> Blob:
    return Blob(params.text.encode(), params.media_type)


def file(view: Any, params: CountParams) -> Download:
    if params.n == 0:
        raise ParamsError("there is nothing to send")
    return Download((b"%d\n" % i for i in range(params.n)), "text/csv", "numbers.csv")


def lost(view: Any, params: EchoParams) -> Any:
    raise KeyError("no such tag")


def broken(view: Any, params: EchoParams) -> Any:
    raise RuntimeError("the secret reason")


def slow(view: Any, params: EchoParams) -> Any:
    assert SLOW.wait(60)
    return {}


QUERIES = {
    "echo": Query(EchoParams, echo, answer="json"),
    "count": Query(CountParams, count),
    "file": Query(CountParams, file, answer="download"),
    "item": Query(ItemParams, item, answer="blob"),
    "lost": Query(EchoParams, lost, answer="json"),
    "broken": Query(EchoParams, broken, answer="json", ahead=True),
    "early": Query(EchoParams, echo, answer="json", ahead=True),
    "slow": Query(EchoParams, slow, answer="json"),
}
