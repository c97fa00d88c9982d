from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.wire import Blob, Download, Frame, Params, ParamsError, Query

SLOW = threading.Event()
CALLS: list[object] = []


@dataclass(frozen=True)
class EchoParams(Params):
    text: str = ""
    numbers: tuple[float, ...] = ()
    limit: int | None = None


@dataclass(frozen=True)
class CountParams(Params):
    n: int

    def __post_init__(self) -> None:
        if not 0 <= self.n <= 1_000_000:
            raise ParamsError("n must be between 0 and 1000000")


@dataclass(frozen=True)
class ItemParams(Params):
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
