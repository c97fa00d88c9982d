"""Makes the contents of a report from logs: chooses, records, and names it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from sightline.engine.facts import FactSources
from sightline.engine.sidecar import notes_of
from sightline.engine.store import StoreView
from sightline.server.reports.board_answers import board_answers
from sightline.share.choose import Choice, chosen_view
from sightline.share.contents import BASE64, Contents, Progress, pack
from sightline.share.header import About
from sightline.share.scrub import Scrubber
from sightline.share.view_link import ViewLink

DEFAULT_MAX_BYTES = 30_000_000


@dataclass(frozen=True, kw_only=True)
class ReportRequest:
    """What a report is to have. `max_bytes` bounds the whole file, or a folder's data.

    view: what the report opens with; where not given, the link of the choice.
    page_bytes: the size of the page in the same file; 0 where the report is a folder.
    """

    choice: Choice = field(default_factory=Choice)
    name: str = "Report"
    note: str = ""
    view: ViewLink | None = None
    max_bytes: int = DEFAULT_MAX_BYTES
    keep_paths: bool = False
    page_bytes: int = 0


def _silent(_what: str, _done: int, _total: int) -> None:
    pass


def make_report(
    view: StoreView, request: ReportRequest, *, roots: Sequence[str] = (), progress: Progress = _silent
) -> tuple[About, Contents]:
    """Record everything; raises ChoiceError, FilterError or TooLargeError with a sentence for the user."""
    notes = notes_of(view.runs)
    chosen = chosen_view(view, request.choice, FactSources(view, time.time(), notes))
    scrubber = None if request.keep_paths else Scrubber(chosen, roots)
    about = _about(chosen, request, scrubber)
    contents = pack(
        chosen,
        board_answers(chosen, notes, about.id, about.name),
        max_bytes=request.max_bytes - request.page_bytes,
        overhead=BASE64 if request.page_bytes else 1.0,
        scrubber=scrubber,
        progress=progress,
    )
    return about, contents


def _about(chosen: StoreView, request: ReportRequest, scrubber: Scrubber | None) -> About:
    link = request.view or request.choice.link
    if link is not None:
        link = link.among({run.name for run in chosen.runs})
        link = link.renamed(scrubber.text) if scrubber else link
    return About(
        name=request.name,
        note=request.note,
        view=link.hash if link else "",
        running=sum(run.state in ("live", "loading") for run in chosen.runs),
    )
