"""Records answers: asks a kind's queries over the chosen view, scrubs them, and collects them as entries."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sightline import _native
from sightline.engine.store import StoreView
from sightline.formats.json_text import json_bytes
from sightline.plugins import LoadedKind
from sightline.share.keys import query_key
from sightline.share.logged_values import PREFIX, LoggedValues
from sightline.share.scrub import Scrubber
from sightline.wire.query import Blob, Query
from sightline.wire.report import KindReport, LoggedValue, Question

JSON = "application/json"
ARROW = "application/vnd.apache.arrow.stream"
COLUMNS = "application/x-sightline-columns"
# What browsers show or play by address; compressed already.
_MEDIA = ("image/", "audio/", "video/")
# Answers that make a page rather than a value; small ones share one entry.
_MAX_BUNDLED_BYTES = 256 << 10


@dataclass(frozen=True)
class Entry:
    """One entry of a report: `data` as it is stored, compressed where `gzip`."""

    key: str
    media: str
    data: bytes
    gzip: bool
    kind: str
    rows: tuple[str, ...] = ()


def entry(key: str, media: str, data: bytes, kind: str, rows: tuple[str, ...] = ()) -> Entry:
    """An entry, compressed unless it is a picture, sound or video."""
    if media.startswith(_MEDIA):
        return Entry(key, media, data, False, kind, rows)
    # No time of writing in it: equal data make equal reports.
    return Entry(key, media, gzip.compress(data, 6, mtime=0), True, kind, rows)


@dataclass
class KindRecorder:
    """Records what a report has of one kind. Answers that fail are left out; the page then says so."""

    view: StoreView
    slug: str
    report: KindReport
    queries: Mapping[str, Query[Any]]
    scrubber: Scrubber | None
    entries: list[Entry] = field(default_factory=list)
    defaults: dict[str, dict[str, Any]] = field(default_factory=dict)
    _bundled: dict[str, Any] = field(default_factory=dict)
    _logged: LoggedValues = field(init=False)

    def __post_init__(self) -> None:
        """Begin with no value."""
        self._logged = LoggedValues(self.view, self.slug, self.scrubber)

    def record_whole(self, values: Iterable[LoggedValue] | None) -> None:
        """Record what is asked of the whole view; `values` are those in the report, None means all."""
        for question in self.report.whole(self.view):
            self._record(question, values)

    def record_value(self, value: LoggedValue) -> None:
        """Record what is asked of one value."""
        assert self.report.value is not None
        for question in self.report.value(self.view, value):
            self._record(question, None)
        if self.report.logged is not None:
            for tag, row in self.report.logged(self.view.by_id[value.run], value):
                self._logged.add(value.run, tag, row)

    def record_columns(self) -> None:
        """Pack the columns of every run."""
        assert self.report.columns is not None
        for run in self.view.runs:
            items = self.report.columns(self.view, run)
            if items:
                packed = _native.pack_columns([(self._scrubbed(tag), columns) for tag, columns in items])
                self.entries.append(entry(f"columns/{self.slug}/{run.id}", COLUMNS, packed, self.slug))

    def finished(self) -> list[Entry]:
        """All entries, small answers together in one."""
        logged = [
            entry(f"{PREFIX}/{self.slug}/{run_id}", COLUMNS, packed, self.slug)
            for run_id, packed in self._logged.packed()
        ]
        if not self._bundled:
            return [*self.entries, *logged]
        bundle = entry(f"answers/{self.slug}", JSON, json_bytes(self._bundled), self.slug)
        return [*self.entries, *logged, bundle]

    def _record(self, question: Question, values: Iterable[LoggedValue] | None) -> None:
        query = self.queries[question.query]
        params = msgspec.to_builtins(dict(question.params))
        try:
            answer = query.run(self.view, query.params.from_json(params))
        except (LookupError, OSError, ValueError):
            return
        key = self._key(question, query, params)
        if isinstance(answer, Blob):
            self.entries.append(entry(key, answer.media_type, self._scrubbed_blob(answer), self.slug))
        elif query.answer == "json":
            self._record_json(key, self.scrubber.value(_plain(answer)) if self.scrubber else _plain(answer))
        else:
            frame = only_values(answer, values) if question.rows and values is not None else answer
            data = (self.scrubber.frame(frame) if self.scrubber else frame).to_ipc()
            self.entries.append(entry(key, ARROW, data, self.slug, ("run", "tag") if question.rows else ()))

    def _record_json(self, key: str, answer: Any) -> None:
        data = json_bytes(answer)
        if len(data) > _MAX_BUNDLED_BYTES:
            self.entries.append(entry(key, JSON, data, self.slug))
        else:
            self._bundled[key] = msgspec.json.decode(data)

    def _scrubbed(self, text: str) -> str:
        return self.scrubber.text(text) if self.scrubber else text

    def _scrubbed_blob(self, blob: Blob) -> bytes:
        if self.scrubber is None or not blob.media_type.startswith("text/"):
            return blob.content
        return self._scrubbed(blob.content.decode("utf-8", "replace")).encode()

    def _key(self, question: Question, query: Query[Any], params: Mapping[str, Any]) -> str:
        name = f"{self.slug}/{question.query}"
        if name not in self.defaults:
            self.defaults[name] = _defaults(query)
        given = self.scrubber.value(params) if self.scrubber else params
        return query_key(self.slug, question.query, given, self.defaults[name])


def recorder(
    view: StoreView, loaded: LoadedKind, report: KindReport, scrubber: Scrubber | None
) -> KindRecorder:
    """A recorder of a kind, with the kind's own queries."""
    queries = getattr(loaded.part("query"), "QUERIES", {})
    return KindRecorder(view, loaded.kind.slug, report, queries, scrubber)


def only_values(frame: Any, values: Iterable[LoggedValue]) -> Any:
    """The rows of a list of values that are in the report."""
    import numpy as np

    from sightline.share.frame_rows import take_rows

    wanted = {(value.run, value.tag, value.index) for value in values}
    rows = zip(frame["run"].tolist(), frame["tag"].tolist(), frame["index"].tolist(), strict=True)
    return take_rows(frame, np.array([row in wanted for row in rows], np.bool_))


def _plain(answer: Any) -> Any:
    return msgspec.to_builtins(answer)


def _defaults(query: Query[Any]) -> dict[str, Any]:
    """The parameters of a query that have a default other than null."""
    found: dict[str, Any] = {}
    for each in msgspec.structs.fields(query.params):
        if each.default is not msgspec.NODEFAULT and each.default is not None:
            found[each.name] = msgspec.to_builtins(each.default)
    return found
