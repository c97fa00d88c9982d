"""The operations of the API that are not queries of kinds: path, method, body, answer and errors of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.engine.notes import RunEdit, RunNotes
from sightline.server.schema.shapes import (
    BatchesAnswer,
    FactsAnswer,
    FilterAnswer,
    FrameAnswer,
    GivenFileAnswer,
    Health,
    LoadFirst,
    NearbyAnswer,
    PluginsAnswer,
    Progress,
    ReportAnswer,
    ReportWish,
    RestoreAnswer,
    RootsAnswer,
    RunDetails,
    RunEdits,
    RunIds,
    RunNotesAnswer,
    RunsAnswer,
    TagsAnswer,
    ViewName,
    ViewsAnswer,
)

_EDIT_ERRORS = (400, 403, 404, 408, 409, 413)


@dataclass(frozen=True)
class Operation:
    """One method of one path. An answer of None is no content, bytes is a file; a body of Any is any JSON."""

    method: str
    path: str
    name: str
    summary: str
    answer: Any
    body: Any = None
    errors: tuple[int, ...] = ()
    cached: bool = False
    query: str | None = None
    formats: tuple[str, ...] = ()  # in which the answer comes, by the parameter of that name


OPERATIONS = (
    Operation("get", "/health", "health", "Whether the server is up, and its settings", Health),
    Operation("get", "/progress", "progress", "How far loading is", Progress),
    Operation(
        *("post", "/progress", "load_first", "Load these runs before all others", Progress),
        body=LoadFirst,
        errors=(400, 408, 413),
    ),
    Operation("get", "/roots", "roots", "The log directories", RootsAnswer),
    Operation("get", "/nearby", "nearby", "Event files near empty log directories", NearbyAnswer),
    Operation(
        *("get", "/runs", "runs", "All runs", RunsAnswer),
        cached=True,
        formats=("json", "arrow"),
        errors=(400,),
    ),
    Operation(
        *("patch", "/runs", "edit_runs", "Change fields of several runs, all or none", RunNotesAnswer),
        body=RunEdits,
        errors=_EDIT_ERRORS,
    ),
    Operation(
        *("get", "/runs/{id}", "run", "One run with its files, damage and restarts", RunDetails),
        errors=(404,),
    ),
    Operation(
        *("patch", "/runs/{id}", "edit_run", "Change fields of a run; null clears one", RunNotes),
        body=RunEdit,
        errors=_EDIT_ERRORS,
    ),
    Operation(
        *("get", "/facts", "facts", "Facts by run id and kind, such as hyperparameters", FactsAnswer),
        cached=True,
    ),
    Operation("get", "/tags", "tags", "All tags by kind", TagsAnswer, cached=True),
    Operation("get", "/plugins", "plugins", "Plugins and the pages that they offer", PluginsAnswer),
    Operation(
        *(
            "post",
            "/plugins/{page}/start",
            "start_plugin",
            "Start a hosted plugin",
            FrameAnswer,
        ),
        errors=(404, 503),
    ),
    Operation(
        *("get", "/filter", "filter", "The runs that match a filter expression", FilterAnswer),
        query="expr",
        errors=(400,),
    ),
    Operation("get", "/openapi.json", "openapi", "This document", dict[str, Any], cached=True),
    Operation(
        *("put", "/given/{kind}/{folder}/{name}", "give_file", "Show a file until the server ends"),
        GivenFileAnswer,
        body=bytes,
        errors=_EDIT_ERRORS,
    ),
    Operation(
        *("post", "/report", "make_report", "Make a report of chosen runs", ReportAnswer),
        body=ReportWish,
        errors=(400, 408, 409, 413),
    ),
    Operation("get", "/report/{name}", "report", "A report that was made, as one file", bytes, errors=(404,)),
    Operation("get", "/trash", "trash", "The batches of runs in the trash", BatchesAnswer),
    Operation(
        *("put", "/trash", "move_to_trash", "Move runs to the trash", BatchesAnswer),
        body=RunIds,
        errors=_EDIT_ERRORS,
    ),
    Operation(
        *("delete", "/trash/{batch}", "restore_batch", "Move a batch back where it was", RestoreAnswer),
        errors=(403, 404, 409),
    ),
    Operation("get", "/views", "views", "All saved views", ViewsAnswer),
    Operation(
        *("put", "/views/{name}", "save_view", "Save a view under a name", ViewName),
        body=Any,
        errors=_EDIT_ERRORS,
    ),
    Operation(
        *("delete", "/views/{name}", "delete_view", "Delete a saved view", None),
        errors=(403, 404, 409),
    ),
)
