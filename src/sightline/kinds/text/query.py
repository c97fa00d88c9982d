"""Text by step: the list, the strings of one value, all of it to download, and a search over all values."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any

from msgspec import Meta

from sightline.engine.store import StoreView
from sightline.kinds.items import Found, ItemParams, find, items_query, read, steps_query
from sightline.kinds.text.decode import decode
from sightline.kinds.text.search import SearchParams, search
from sightline.wire.params import Params
from sightline.wire.query import Blob, Query

MAX_CHARS = 1_000_000
MAX_STRINGS = 20_000


class TailParams(Params, frozen=True):
    """The last values of a tag: as many as have about so many characters together, at least one."""

    run: int
    tag: str
    n_chars: Annotated[int, Meta(ge=0, le=MAX_CHARS)] = 20_000


def item(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, its shape and its strings in order; `n_chars` is the length before any cut."""
    found = find(view, "text", params)
    strings = read(view, found, decode)
    shown, room = [], MAX_CHARS
    for string in islice(strings.flat, MAX_STRINGS):
        shown.append(string[:room])
        room -= len(shown[-1])
    n_chars = sum(len(string) for string in strings.flat)
    return {**found.where(), "shape": list(strings.shape), "strings": shown, "n_chars": n_chars}


def raw(view: StoreView, params: ItemParams) -> Blob:
    """All of the value as plain text, a line break after each string but the last."""
    strings = read(view, find(view, "text", params), decode)
    return Blob("\n".join(strings.flat).encode("utf-8", "replace"), "text/plain")


def tail(view: StoreView, params: TailParams) -> dict[str, Any]:
    """The last values in order, each as one string, and how many there are before them."""
    newest = find(view, "text", ItemParams(run=params.run, tag=params.tag))
    values: list[str] = []
    n_chars = 0
    for row in range(newest.row, -1, -1):
        text = "\n".join(read(view, Found(newest.index, row), decode).flat)
        n_chars += len(text)
        if values and n_chars > params.n_chars:
            break
        values.append(text[:MAX_CHARS])
    return {"values": values[::-1], "n_before": newest.row + 1 - len(values)}


QUERIES: dict[str, Query[Any]] = {
    "item": Query(ItemParams, item, "json"),
    "items": items_query("text"),
    "raw": Query(ItemParams, raw, "blob"),
    "search": Query(SearchParams, search, "json"),
    "steps": steps_query("text"),
    "tail": Query(TailParams, tail, "json"),
}
