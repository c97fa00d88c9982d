"""Sessions: which runs make up one training, and which trainings are repeats of one trial.

A run that logged hyperparameters is a session; runs below it that logged none are parts of it, and so are the
sub-runs that torch's `add_hparams` and `add_scalars` write beside it. A run that belongs to no session but
has scalars is one of its own, with metrics only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sightline.engine.folding import ancestors
from sightline.engine.run_view import RunView
from sightline.engine.series_info import SeriesInfo
from sightline.engine.store import StoreView
from sightline.kinds.hparams.config_text import Plain
from sightline.kinds.hparams.sources import NOTHING, SessionRecord, session_record

SCALAR = "scalar"


class Part(NamedTuple):
    """A run of a session; its scalars go by their tags after the prefix ("validation/")."""

    prefix: str
    run: RunView


@dataclass(frozen=True)
class Session:
    """One training: its main run, all runs that are parts of it (that one first), its own record."""

    run: RunView
    parts: Sequence[Part]
    record: SessionRecord

    @property
    def metrics(self) -> Mapping[str, SeriesInfo]:
        """The scalars of all parts by name; the main run's come first."""
        if len(self.parts) == 1:
            return self.run.series(SCALAR)
        found: dict[str, SeriesInfo] = {}
        for prefix, run in self.parts:
            for tag, info in run.series(SCALAR).items():
                found.setdefault(prefix + tag, info)
        return found

    def find(self, metric: str) -> tuple[RunView, str] | None:
        """The run and tag of a metric; None where the session has no such."""
        for prefix, run in self.parts:
            tag = metric[len(prefix) :]
            if metric.startswith(prefix) and tag in run.series(SCALAR):
                return run, tag
        return None

    @property
    def start_time(self) -> float | None:
        """When it began: as logged, or with its first event, whichever is earlier.

        Where hyperparameters are logged after the training, the start that is logged with them is its end.
        """
        times = [self.record.start_time_secs, *(part.run.first_wall_time for part in self.parts)]
        return min((time for time in times if time is not None), default=None)

    @property
    def end_time(self) -> float | None:
        """When it ended: as logged, else the time of its latest event."""
        times = [part.run.last_wall_time for part in self.parts]
        return self.record.end_time_secs or max((time for time in times if time is not None), default=None)


@dataclass(frozen=True)
class Trial:
    """Sessions that repeat one another: those of one group name; a session without one is a trial alone."""

    sessions: Sequence[Session]

    @property
    def run(self) -> RunView:
        """The main run of the first session, which names the trial."""
        return self.sessions[0].run

    @property
    def run_ids(self) -> list[int]:
        """The ids of all runs that are parts of it."""
        return [part.run.id for session in self.sessions for part in session.parts]

    @property
    def hparams(self) -> Mapping[str, Plain]:
        """The first session's hyperparameters."""
        return self.sessions[0].record.hparams


def sessions_of(view: StoreView) -> Sequence[Session]:
    """All sessions, in the order of their runs; computed once for each state of the logs."""
    if "hparams.sessions" not in view.cache:
        view.cache["hparams.sessions"] = tuple(_gather(view))
    found: Sequence[Session] = view.cache["hparams.sessions"]
    return found


def trials_of(sessions: Sequence[Session]) -> list[Trial]:
    """Sessions by trial, in order of the first session of each."""
    groups: dict[tuple[str, str], list[Session]] = {}
    for session in sessions:
        name = session.record.group_name or f"\0{session.run.name}"
        groups.setdefault((session.run.root, name), []).append(session)
    return [Trial(members) for members in groups.values()]


def _gather(view: StoreView) -> Iterator[Session]:
    records = {run.id: session_record(view, run) for run in view.runs}
    merged = dict(_with_sub_runs(view, records))
    homes = {(run.root, run.directory): run for run in view.runs if merged[run.id].has_session}
    parts: dict[int, list[Part]] = {}
    for run in view.runs:
        home = run if merged[run.id].has_session else _home(run, homes)
        if run.parent_id is not None and records[run.id].has_session and merged[run.id] is NOTHING:
            parts.setdefault(run.parent_id, []).append(Part("", run))
        elif home is not None and home is not run:
            below = run.directory[len(home.directory) :].strip("/")
            parts.setdefault(home.id, []).append(Part(f"{below}/", run))
        elif home is run or run.series(SCALAR):
            parts.setdefault(run.id, []).insert(0, Part("", run))
    for run in view.runs:
        mine = parts.get(run.id)
        if mine is not None:
            yield Session(run, _own_first(run, mine), merged[run.id])


def _own_first(run: RunView, parts: list[Part]) -> tuple[Part, ...]:
    return tuple(sorted(parts, key=lambda part: part.run.id != run.id))


def _home(run: RunView, homes: Mapping[tuple[str, str], RunView]) -> RunView | None:
    """The nearest session above a run that has none itself."""
    for above in ancestors(run.directory, run.root):
        if (run.root, above) in homes:
            return homes[run.root, above]
    return None


def _with_sub_runs(
    view: StoreView, records: Mapping[int, SessionRecord]
) -> Iterator[tuple[int, SessionRecord]]:
    """The record of each run when `add_hparams`' sub-runs count as their training's.

    They do where all of them, and the training itself, logged the same; sub-runs that differ are sessions of
    their own: one writer that logs a whole sweep.
    """
    children: dict[int, list[SessionRecord]] = {}
    for run in view.runs:
        if run.parent_id is not None and records[run.id].has_session:
            children.setdefault(run.parent_id, []).append(records[run.id])
    one = {parent for parent, below in children.items() if _agree([*below, records.get(parent, NOTHING)])}
    for run in view.runs:
        if run.parent_id in one and records[run.id].has_session:
            yield run.id, NOTHING
        elif run.id in one:
            yield run.id, _merged([records[run.id], *children[run.id]])
        else:
            yield run.id, records[run.id]


def _agree(records: Sequence[SessionRecord]) -> bool:
    """Whether no key has two values."""
    values: dict[str, Plain] = {}
    pairs = (pair for record in records for pair in record.hparams.items())
    return all(values.setdefault(key, value) == value for key, value in pairs)


def _merged(records: Sequence[SessionRecord]) -> SessionRecord:
    """One training out of its own record and those of its sub-runs; the latest status counts."""
    hparams = {key: value for record in records for key, value in record.hparams.items()}
    last = records[-1]
    return replace(
        last,
        hparams=hparams,
        others={key: values for record in records for key, values in record.others.items()},
        sources=tuple(dict.fromkeys(source for record in records for source in record.sources)),
        problems=tuple(problem for record in records for problem in record.problems),
        group_name=next((record.group_name for record in records if record.group_name), ""),
    )
