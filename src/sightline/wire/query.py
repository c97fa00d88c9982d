"""A query of a kind: its parameters, the pure function, and the form of the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from sightline.wire.params import Params

P = TypeVar("P", bound=Params)


@dataclass(frozen=True)
class Blob:
    """Bytes with their own media type, for answers that are neither columns nor JSON."""

    content: bytes
    media_type: str


@dataclass(frozen=True)
class Download:
    """A file made piece by piece while it is sent, so that it may be larger than memory."""

    pieces: Iterator[bytes]
    media_type: str
    filename: str


@dataclass(frozen=True)
class File:
    """A file that is sent as it is on the disk, in parts where those are requested."""

    path: str
    filename: str


@dataclass(frozen=True)
class Query(Generic[P]):
    """One entry of a kind's QUERIES table: `QUERIES = {"series": Query(SeriesParams, series), …}`.

    `run` takes the engine's StoreView and checked parameters and returns what `answer` names: "arrow" a
    Frame, "json" anything `json.dumps` takes, "blob" a Blob, "download" a Download, "file" a File. A query
    that a page needs as it opens, and that caches its result (`view.cache`), is run `ahead`: once the logs
    are read, with its default parameters. A query whose answer changes without the logs, such as the progress
    of reading a file, is not `cached`.
    """

    params: type[P]
    run: Callable[[Any, P], Any]
    answer: Literal["arrow", "json", "blob", "download", "file"] = "arrow"
    ahead: bool = False
    cached: bool = True

    def __call__(self, view: Any, params: object) -> Any:
        """Check raw JSON parameters (ParamsError says what is wrong) and answer."""
        return self.run(view, self.params.from_json(params))
