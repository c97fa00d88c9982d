"""The contents of a report: every kind recorded, within a size, and what was left out with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sightline.engine.store import StoreView
from sightline.formats.json_text import json_bytes
from sightline.plugins import LoadedKind, load_kinds
from sightline.share.fit import Series, fit, logged_series
from sightline.share.recorder import JSON, Entry, KindRecorder, entry, recorder
from sightline.share.scrub import Scrubber
from sightline.wire.report import KindReport, LoggedValue

# Base64 makes four bytes of three.
BASE64 = 4 / 3
_TRIES = 5
Progress = Callable[[str, int, int], None]


class TooLargeError(ValueError):
    """What cannot be left out is larger than the report may be."""

    def __init__(self, n_bytes: float, max_bytes: int) -> None:
        super().__init__(
            f"the report would have {n_bytes / 1e6:.1f} MB and at most {max_bytes / 1e6:.1f} MB are allowed: "
            "choose fewer runs or tags, or allow more (--max-size)"
        )


@dataclass(frozen=True)
class LeftOut:
    """What is not in the report: how many of how many, and why."""

    kind: str
    what: str
    n: int
    of: int
    why: str


@dataclass(frozen=True)
class Contents:
    """Everything in a report but its name and date."""

    entries: Sequence[Entry]
    defaults: Mapping[str, Mapping[str, Any]]
    left_out: Sequence[LeftOut]
    removed: Sequence[str] = ()

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Entries and stored bytes by kind, the largest first."""
        found: dict[str, tuple[int, int]] = {}
        for each in self.entries:
            n, n_bytes = found.get(each.kind, (0, 0))
            found[each.kind] = n + 1, n_bytes + len(each.data)
        return dict(sorted(found.items(), key=lambda item: -item[1][1]))


@dataclass
class _Packing:
    view: StoreView
    scrubber: Scrubber | None
    progress: Progress
    left_out: list[LeftOut] = field(default_factory=list)

    def recorder(self, loaded: LoadedKind, report: KindReport) -> KindRecorder:
        return recorder(self.view, loaded, report, self.scrubber)


def pack(
    view: StoreView,
    board_answers: Mapping[str, Any],
    *,
    max_bytes: int,
    overhead: float = 1.0,
    scrubber: Scrubber | None,
    progress: Progress = lambda what, done, total: None,
) -> Contents:
    """Record what the page asks of the view; `max_bytes` bounds the entries, each `overhead` times its size.

    Raises:
        TooLargeError: what cannot be thinned out is too large.
    """
    packing = _Packing(view, scrubber, progress)
    reports = kind_reports(view)
    present = {slug: found for slug, found in reports.items() if found[1] is not None}
    for slug, (loaded, report) in reports.items():
        if report is None:
            why = f"{loaded.kind.title} cannot be shown without a server"
            packing.left_out.append(LeftOut(slug, "kind", 1, 1, why))
    fixed = [*_board_entries(board_answers, scrubber)]
    recorders: list[KindRecorder] = []
    for loaded, report in present.values():
        if report is not None and report.columns is not None:
            progress(loaded.kind.slug, 0, 1)
            made = packing.recorder(loaded, report)
            made.record_columns()
            fixed += made.entries
    room = max_bytes / overhead - _size(fixed)
    if room < 0:
        raise TooLargeError(_size(fixed) * overhead, max_bytes)
    series = [
        each
        for slug, (_, report) in present.items()
        if report is not None and report.value is not None
        for each in logged_series(view, slug, report)
    ]
    budget = room
    for _ in range(_TRIES):
        kept = fit(series, max(0.0, budget))
        recorders = _record(packing, present, series, kept)
        entries = [entry for one in recorders for entry in one.finished()]
        if (size := _size(entries)) <= room or not any(kept):
            break
        budget *= 0.9 * room / size
    if _size(entries) > room:
        raise TooLargeError((_size(fixed) + _size(entries)) * overhead, max_bytes)
    _note_thinned(packing, series, kept)
    defaults = {name: each for one in recorders for name, each in one.defaults.items()}
    removed = sorted(scrubber.removed) if scrubber else []
    return Contents([*fixed, *entries], defaults, packing.left_out, removed)


def kind_reports(view: StoreView) -> dict[str, tuple[LoadedKind, KindReport | None]]:
    """The kinds that the view has data of, with what each declares for reports."""
    slugs = {kind for run in view.runs for kind in run.kinds}
    slugs |= {file.kind for run in view.runs for file in run.side_files}
    return {
        slug: (loaded, getattr(loaded.part("report"), "REPORT", None))
        for slug, loaded in load_kinds().items()
        if slug in slugs
    }


def _board_entries(answers: Mapping[str, Any], scrubber: Scrubber | None) -> list[Entry]:
    scrubbed = {key: scrubber.value(answer) if scrubber else answer for key, answer in answers.items()}
    details = {key: answer for key, answer in scrubbed.items() if key.startswith("runs/")}
    whole = {key: answer for key, answer in scrubbed.items() if key not in details}
    whole["answers/runs"] = details
    return [entry(key, JSON, json_bytes(answer), "board") for key, answer in whole.items()]


def _record(
    packing: _Packing,
    present: Mapping[str, tuple[LoadedKind, KindReport | None]],
    series: Sequence[Series],
    kept: Sequence[Sequence[int]],
) -> list[KindRecorder]:
    made = []
    for slug, (loaded, report) in present.items():
        if report is None:
            continue
        values = _values(slug, series, kept) if report.value is not None else None
        one = packing.recorder(loaded, report)
        one.record_whole(values)
        for done, value in enumerate(values or ()):
            packing.progress(slug, done, len(values or ()))
            one.record_value(value)
        made.append(one)
    return made


def _values(slug: str, series: Sequence[Series], kept: Sequence[Sequence[int]]) -> list[LoggedValue]:
    return [
        each.values[place]
        for each, places in zip(series, kept, strict=True)
        if each.kind == slug
        for place in places
    ]


def _note_thinned(packing: _Packing, series: Sequence[Series], kept: Sequence[Sequence[int]]) -> None:
    for slug in dict.fromkeys(each.kind for each in series):
        of = sum(len(each.values) for each in series if each.kind == slug)
        n = of - len(_values(slug, series, kept))
        if n:
            packing.left_out.append(LeftOut(slug, "values", n, of, "to keep the report small"))


def _size(entries: Sequence[Entry]) -> int:
    return sum(len(each.data) for each in entries)
