"""The answers about the board that a report has: those of the handlers, over the runs that were chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

import sightline
from sightline.engine.facts import facts_by_kind
from sightline.engine.notes import RunNotes
from sightline.engine.store import StoreView
from sightline.plugins import PAGE_API
from sightline.server.runs.run_details import run_details
from sightline.server.runs.run_list import listed_run, listed_tags
from sightline.server.schema.shapes import (
    FactsAnswer,
    PluginsAnswer,
    Progress,
    ReadCount,
    Root,
    RootsAnswer,
    RunsAnswer,
    TagsAnswer,
)


def board_answers(
    view: StoreView, notes: Mapping[int, RunNotes], report_id: str, name: str
) -> dict[str, Any]:
    """Every answer by its path; nothing in them is about other runs or tags than those of the view."""
    answers: dict[str, Any] = {
        "health": {
            "status": "ok",
            "version": sightline.__version__,
            "instance": report_id,
            "window_title": name,
            "writable": False,
        },
        "roots": RootsAnswer(
            [Root(root, None, True) for root in dict.fromkeys(run.root for run in view.runs)]
        ),
        "runs": RunsAnswer(view.generation, [_at_rest(run, notes) for run in view.runs]),
        "tags": TagsAnswer(view.generation, *listed_tags(view.runs, view.claims.kinds)),
        "facts": FactsAnswer(_facts(view)),
        "progress": _progress(view),
        "views": {"views": []},
        "plugins": PluginsAnswer(PAGE_API, [], []),
    }
    look_up = facts_by_kind(view)
    answers |= {f"runs/{run.id}": run_details(view, run, look_up(run)) for run in view.runs}
    return {path: msgspec.to_builtins(answer) for path, answer in answers.items()}


def _at_rest(run: Any, notes: Mapping[int, RunNotes]) -> Any:
    """A run as it is listed; nothing of it goes on."""
    listed = listed_run(run, notes.get(run.id, RunNotes()))
    state = "idle" if listed.state in ("live", "loading") else listed.state
    return msgspec.structs.replace(listed, state=state, steps_per_sec=None)


def _facts(view: StoreView) -> dict[str, Any]:
    look_up = facts_by_kind(view)
    return {str(run.id): facts for run in view.runs if (facts := look_up(run))}


def _progress(view: StoreView) -> Progress:
    n_files = sum(len(run.tips) for run in view.runs)
    n_bytes = sum(run.n_bytes for run in view.runs)
    n_points = sum(run.n_points for run in view.runs)
    files, sizes = ReadCount(n_files, n_files), ReadCount(n_bytes, n_bytes)
    return Progress(
        files=files, bytes=sizes, points=n_points, runs=len(view.runs), loading=False, seconds=0.0
    )
