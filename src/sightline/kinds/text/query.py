"""Text by step: the list, and the strings of one value."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.items import ItemParams, find, items_query, read
from sightline.kinds.text.decode import decode
from sightline.wire.query import Query

MAX_CHARS = 1_000_000


def item(view: StoreView, params: ItemParams) -> dict[str, Any]:
    """Where the value is, its shape and its strings in order; `n_chars` tells of what a long text lost."""
    found = find(view, "text", params)
    strings = read(view, found, decode)
    shown, room = [], MAX_CHARS
    for string in strings.flat:
        shown.append(string[:room])
        room -= len(shown[-1])
    n_chars = sum(len(string) for string in strings.flat)
    return {**found.where(), "shape": list(strings.shape), "strings": shown, "n_chars": n_chars}


QUERIES: dict[str, Query[Any]] = {
    "item": Query(ItemParams, item, "json"),
    "items": items_query("text"),
}
