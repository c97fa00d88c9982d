"""Histograms, images and text as frames: each value read from its event file and decoded by its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.plugins import load_kinds
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame


class Item(NamedTuple):
    """One decoded value and where it belongs."""

    run: str
    tag: str
    step: int
    wall_time: float
    value: Any


@dataclass
class Items:
    """The values of one kind, read one after the other; those that cannot be read are counted."""

    view: StoreView
    runs: Sequence[RunView]
    kind: str
    matches: Callable[[str], bool]
    superseded: bool
    n_unreadable: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[Item]:
        decode = decoder(self.kind)
        for run in self.runs:
            for tag in filter(self.matches, run.series(self.kind)):
                index = run.items(tag, self.kind)
                rows = range(len(index)) if self.superseded else index.without_superseded().tolist()
                for row in rows:
                    try:
                        value = decode(self.view.read(index.location(row), max_bytes=None))
                    except (OSError, ValueError):
                        self.n_unreadable += 1
                        continue
                    yield Item(run.name, tag, int(index.step[row]), float(index.wall_time[row]), value)

    def frame(self, items: Sequence[Item], columns: dict[str, Column]) -> Frame:
        """A frame of these items with the columns all kinds share first."""
        shared: dict[str, Column] = {
            "run": Dictionary.of([item.run for item in items]),
            "tag": Dictionary.of([item.tag for item in items]),
            "step": np.array([item.step for item in items], dtype=np.int64),
            "wall_time": np.array([item.wall_time for item in items], dtype=np.float64),
        }
        return Frame(
            {**shared, **columns}, {"n_unreadable": self.n_unreadable} if self.n_unreadable else None
        )


def decoder(kind: str) -> Callable[[bytes], Any]:
    """The kind's own decoder; LookupError where the kind or its decoder is not installed."""
    loaded = load_kinds().get(kind)
    part = None if loaded is None else loaded.part("decode")
    if part is None:
        raise LookupError(f"nothing installed decodes {kind!r}")
    decode: Callable[[bytes], Any] = part.decode
    return decode


def histograms_frame(items: Items) -> Frame:
    """A row per histogram; `left`, `right` and `count` are lists, a place per bucket."""
    rows = list(items)
    columns: dict[str, Column] = {
        "left": _lists([row.value.lefts for row in rows], np.float64),
        "right": _lists([row.value.rights for row in rows], np.float64),
        "count": _lists([row.value.counts for row in rows], np.float64),
    }
    return items.frame(rows, columns)


def images_frame(items: Items) -> Frame:
    """A row per picture: its place among those of one step, size, media type and encoded bytes."""
    rows, pictures, places = [], [], []
    for item in items:
        for place, picture in enumerate(item.value.encoded):
            rows.append(item._replace(value=(item.value.width, item.value.height, picture)))
            pictures.append(np.frombuffer(picture, np.uint8))
            places.append((place, item.value.content_types()[place]))
    columns: dict[str, Column] = {
        "index": np.array([place for place, _ in places], dtype=np.int64),
        "width": np.array([row.value[0] for row in rows], dtype=np.int64),
        "height": np.array([row.value[1] for row in rows], dtype=np.int64),
        "media_type": Dictionary.of([media_type for _, media_type in places]),
        "data": _lists(pictures, np.uint8),
    }
    return items.frame(rows, columns)


def text_frame(items: Items) -> Frame:
    """A row per string; a value with many (a table, a list) has one for each, in order."""
    rows = [
        (item, place, str(text)) for item in items for place, text in enumerate(np.ravel(item.value).tolist())
    ]
    columns: dict[str, Column] = {
        "index": np.array([place for _, place, _ in rows], dtype=np.int64),
        "text": np.array([text for _, _, text in rows], dtype=object),
    }
    return items.frame([item for item, _, _ in rows], columns)


def _lists(arrays: Sequence[NDArray[Any]], dtype: type[np.generic]) -> Lists:
    offsets = np.zeros(len(arrays) + 1, dtype=np.int64)
    np.cumsum([len(array) for array in arrays], out=offsets[1:])
    return Lists(offsets, np.concatenate(arrays) if arrays else np.empty(0, dtype))
