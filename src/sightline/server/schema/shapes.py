"""The JSON of the API, declared once: a field is added here and nowhere else.

OpenAPI is made from these types, and `web/src/data/shapes.ts` from OpenAPI (`tools/generate_shapes.py`).
Answers carry all of their fields; those with the type `UnsetType` may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from sightline.engine.notes import RunEdit, RunNotes
from sightline.engine.run_view import RunState
from sightline.engine.sidecar import SavedView
from sightline.plugins import OfferedPage

Count: TypeAlias = Annotated[int, Meta(ge=0)]
FactValue: TypeAlias = str | int | float | bool


class Health(Struct):
    """Answered before any log is read."""

    status: Literal["ok"]
    version: str
    instance: str
    window_title: str
    writable: bool


class ReadCount(Struct):
    """How many were found so far, and how many of them are read."""

    found: Count
    read: Count


class Progress(Struct):
    """How far loading is; `seconds` since it began."""

    files: ReadCount
    bytes: ReadCount
    points: Count
    runs: Count
    loading: bool
    seconds: float


class LoadFirst(Struct, forbid_unknown_fields=True):
    """The runs to load before all others."""

    runs: list[int]


class Requests(Struct):
    """What was requested of a remote place since the start, and how much it is a minute now.

    Prices are the provider's list prices in US dollars without traffic; null where requests are free.
    """

    lists: Count
    gets: Count
    bytes: Count
    per_minute: float
    usd: float | None
    usd_per_day: float | None


class Root(Struct):
    """A log directory; `name` is the prefix of its runs, `requests` are there where it is remote.

    `problem` is a sentence that says what cannot be read of it now, where there is such; `index` the address
    of the index that stands in for it, where one does.
    """

    path: str
    name: str | None
    exists: bool
    problem: str | UnsetType = UNSET
    index: str | UnsetType = UNSET
    requests: Requests | UnsetType = UNSET


class RootsAnswer(Struct):
    """All log directories."""

    roots: list[Root]


class FoundLogs(Struct):
    """A directory with event files that this server does not show; `runs` counts their directories."""

    path: str
    runs: Count


class NearbyAnswer(Struct):
    """Where event files were looked for near the log directories, and where there are some.

    Empty on a server that other machines can reach: it tells nobody of other directories.
    """

    searched: list[str]
    found: list[FoundLogs]


class DamagePlace(Struct):
    """Where a run's first damage is."""

    file: str
    offset: Count
    reason: str


class Damage(Struct):
    """All stretches of a run that could not be read, and the first of them."""

    count: Count
    bytes: Count
    first: DamagePlace | None


class FirstNan(Struct):
    """The first scalar of a run that is not a number."""

    tag: str
    step: int


class Stall(Struct, frozen=True):
    """Since when a run counts as stalled, and how many seconds usually pass between two of its values."""

    since: float
    usual_secs: float


class Run(RunNotes, frozen=True, kw_only=True):
    """A run with what people added to it. `generation` is the store's when the run last grew.

    `steps_per_sec` is over the last five minutes, of live runs alone; `planned_step` is where the
    hyperparameters of a live run let it end, `goal_step` where somebody set one. `exception` is what ended
    it, `source` what it was read from if not from event files.
    """

    id: Count
    name: str
    root: str
    state: RunState
    generation: Count
    start_time: float | None
    last_time: float | None
    last_step: int | None
    n_points: Count
    n_bytes: Count
    damage: Damage | None
    first_nan: FirstNan | None
    parent: Count | None
    restarts: Count
    steps_per_sec: float | None
    planned_step: int | None
    stalled: Stall | None
    exception: str | None
    source: str | None


class RunsAnswer(Struct):
    """All runs as of a generation."""

    generation: Count
    runs: list[Run]


class KindSummary(Struct):
    """A kind that the logs have data of."""

    slug: str
    title: str
    n_tags: Count


class Tag(Struct, gc=False):
    """A tag of one kind, with the runs that have it."""

    kind: str
    tag: str
    display_name: str
    description: str
    runs: list[Count]
    n_points: Count


class TagsAnswer(Struct):
    """All kinds and tags as of a generation."""

    generation: Count
    kinds: list[KindSummary]
    tags: list[Tag]


class DamageSpot(Struct):
    """One stretch of a file that could not be read."""

    offset: Count
    bytes: Count
    reason: str


class RunFile(Struct):
    """A log of a run; `source` is null of event files. `damage` has the first stretches, `n_damages` all."""

    path: str
    source: str | None
    n_bytes: Count
    n_bytes_read: Count
    n_points: Count
    first_time: float | None
    last_time: float | None
    n_damages: Count
    damage: list[DamageSpot]


class SideFile(Struct):
    """A file beside the events that a kind reads."""

    kind: str
    path: str


class RunRestart(Struct):
    """Where a training went back: from which step, when, in which file and how it was noticed."""

    step: int
    wall_time: float
    file: str
    reason: str


class RunDetails(Struct):
    """One run in full; `facts` is what kinds know of it, such as hyperparameters."""

    id: Count
    name: str
    directory: str
    files: list[RunFile]
    side_files: list[SideFile]
    restarts: list[RunRestart]
    sub_runs: list[str]
    facts: Mapping[str, Mapping[str, FactValue]]


class FactsAnswer(Struct):
    """What kinds know of runs, such as hyperparameters, by run id and kind. Runs without any are left out."""

    runs: Mapping[str, Mapping[str, Mapping[str, FactValue]]]


class FilterProblem(Struct):
    """Why a filter cannot be read, and at which character."""

    message: str
    position: Count


class FilterAnswer(Struct):
    """The ids of the runs that match a filter; none while it cannot be read."""

    runs: list[Count]
    problem: FilterProblem | None


class RunEdits(Struct, forbid_unknown_fields=True):
    """Changes by run id, applied all or none."""

    runs: dict[str, RunEdit]


class RunNotesAnswer(Struct):
    """What people added to the edited runs, by run id."""

    runs: dict[str, RunNotes]


class RunIds(Struct, forbid_unknown_fields=True):
    """The runs to move to the trash."""

    runs: Annotated[list[Count], Meta(min_length=1)]


class Batch(Struct):
    """Runs that were moved to the trash together."""

    batch: str
    runs: list[str]


class BatchesAnswer(Struct):
    """Batches in the trash, newest first."""

    batches: list[Batch]


class RestoreAnswer(Struct):
    """How many files were restored, and how many stay in the trash because their place is taken."""

    restored: Count
    not_restored: Count


class ViewsAnswer(Struct):
    """All saved views, newest first."""

    views: list[SavedView]


class ViewName(Struct):
    """The name a view was saved under."""

    name: str


class GivenFileAnswer(Struct):
    """The run that a file given in the page became; null where it only goes with another file."""

    run: str | None


class ReportWish(Struct, forbid_unknown_fields=True):
    """What a report is to have: null means all runs, tags or pages.

    `view` is the end of an address; the report opens with it.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    note: str = ""
    runs: list[Count] | None = None
    tags: list[str] | None = None
    pages: list[str] | None = None
    view: str = ""
    text: bool = True
    images: bool = True
    keep_paths: bool = False
    max_bytes: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 30_000_000


class ReportSize(Struct):
    """How much of a report is of one kind: "board" is runs and tags, "page" the page itself."""

    kind: str
    entries: Count
    bytes: Count


class ReportLeftOut(Struct):
    """What is not in a report: how many of how many, and why."""

    kind: str
    what: str
    n: Count
    of: Count
    why: str


class ReportAnswer(Struct):
    """A report that was made, to be fetched by its id; `removed` are texts that were taken out."""

    id: str
    file: str
    bytes: Count
    sizes: list[ReportSize]
    left_out: list[ReportLeftOut]
    removed: list[str]


class ErrorMessage(Struct):
    """What went wrong, in one sentence."""

    message: str


class ErrorAnswer(Struct):
    """The form of every error."""

    error: ErrorMessage


class HelloEvent(Struct):
    """The first event of the live stream; another `instance` is another start of the server."""

    instance: str
    generation: Count


class PluginInfo(Struct):
    """An installed package that adds to the board. The `reason` of a broken one is its first failure."""

    name: str
    version: str
    state: Literal["ok", "broken"]
    reason: str | None


class PluginsAnswer(Struct):
    """The plugins, and the pages beside the built-in ones; `page_api` is their interface."""

    page_api: Count
    plugins: list[PluginInfo]
    pages: list[OfferedPage]


class FrameAnswer(Struct):
    """The address of a plugin's frame, relative to the API's, and something to know about the plugin."""

    frame: str
    note: str | None = None


class GenerationEvent(Struct):
    """An event of the live stream: which runs grew, by id, and the generation each is at.

    `structure` is there when the lists of runs or tags changed, or a state, name or note. `views` counts the
    edits of saved views, `pages` the changes of offered pages since the server started.
    """

    generation: Count
    runs: dict[str, Count]
    views: Count
    pages: Count
    progress: Progress
    structure: bool | UnsetType = UNSET


# Sent by the live stream, so no operation names them.
LIVE_EVENTS: dict[str, Any] = {"hello": HelloEvent, "generation": GenerationEvent}
