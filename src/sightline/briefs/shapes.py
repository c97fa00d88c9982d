"""The JSON of every brief, declared once; docs/query.md explains it, `sightline query schema` prints it.

Every brief has `rows`, of which `shown` are listed and `total` exist, and a `hint` where some are left out.
Numbers that JSON does not have are the texts "NaN", "Infinity" and "-Infinity".
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Number: TypeAlias = "float | int | str | None"
Plain: TypeAlias = "float | int | bool | str | None"


class Row(Struct, forbid_unknown_fields=True):
    """A part of a brief."""


class Brief(Row, kw_only=True):
    """What all briefs share; each adds `rows`."""

    shown: int = 0
    total: int = 0
    hint: str = ""


class RunRow(Row, kw_only=True):
    """One run: where it is, how fast, and the last values of its main tags."""

    run: str
    state: str
    step: int | None
    planned_step: int | None
    steps_per_sec: Number
    age_secs: Number
    duration_secs: Number
    metrics: dict[str, Number]


class NoticeRow(Row, kw_only=True):
    """Something worth knowing about a run: failed, nan, damage, stalled, slower or plateau."""

    rule: str
    run: str
    message: str
    wall_time: float | None


class Status(Brief, kw_only=True):
    """What is going on: how many runs are in which state, notices, and the runs, the latest first."""

    query: Literal["status"] = "status"
    states: dict[str, int]
    notices: list[NoticeRow]
    rows: list[RunRow]


class Runs(Brief, kw_only=True):
    """The runs, the latest first."""

    query: Literal["runs"] = "runs"
    rows: list[RunRow]


class BestRow(Row, kw_only=True):
    """One run by its best value of a metric."""

    run: str
    value: Number
    step: int | None
    last: Number
    last_step: int | None
    hparams: dict[str, Plain]


class Best(Brief, kw_only=True):
    """The runs by a metric, the best first; hyperparameters where the listed runs differ."""

    query: Literal["best"] = "best"
    tag: str
    better: Literal["lower", "higher"]
    rows: list[BestRow]


class CompareRow(Row, kw_only=True):
    """One fact of every compared run, in the order of `runs`."""

    what: Literal["hparam", "metric", "run"]
    name: str
    values: list[Plain]


class Compare(Brief, kw_only=True):
    """Runs side by side: hyperparameters that differ, then metrics."""

    query: Literal["compare"] = "compare"
    runs: list[str]
    aggregate: str
    rows: list[CompareRow]


class SeriesRow(Row, kw_only=True):
    """One scalar series: figures over all its points, and at most 100 of them as [step, value]."""

    run: str
    tag: str
    shown: int
    total: int
    min: Number
    max: Number
    last: Number
    last_step: int | None
    nan: int
    points: list[tuple[int, Number]]


class Series(Brief, kw_only=True):
    """Scalar series, down-sampled so that minima, maxima and NaN stay."""

    query: Literal["series"] = "series"
    rows: list[SeriesRow]


class TagRow(Row, kw_only=True):
    """One tag: in how many runs it is, with how many values."""

    tag: str
    kind: str
    runs: int
    values: int
    last_step: int | None


class Tags(Brief, kw_only=True):
    """The tags of all runs."""

    query: Literal["tags"] = "tags"
    rows: list[TagRow]


class TextRow(Row, kw_only=True):
    """One logged text, cut where it is long; `chars` is its whole length."""

    run: str
    tag: str
    step: int
    chars: int
    text: str


class Text(Brief, kw_only=True):
    """Logged text, the latest last."""

    query: Literal["text"] = "text"
    rows: list[TextRow]


class ImageRow(Row, kw_only=True):
    """One picture that was written to a file."""

    run: str
    tag: str
    step: int
    index: int
    file: str
    media_type: str
    bytes: int


class Images(Brief, kw_only=True):
    """Pictures, written to files as they were logged."""

    query: Literal["images"] = "images"
    rows: list[ImageRow]


class Time(Row, kw_only=True):
    """An operator or kernel with its calls and its own time."""

    name: str
    calls: int
    ms: Number


class ProfileRow(Row, kw_only=True):
    """One profile: its steps, where a mean step's time went, what took longest, advice."""

    run: str
    name: str
    steps: int
    step_ms: Number
    split_ms: dict[str, Number]
    device_busy_percent: Number
    peak_memory_bytes: int | None
    operators: list[Time]
    kernels: list[Time]
    advice: list[str]


class Profiles(Brief, kw_only=True):
    """Profiles, the latest of each run."""

    query: Literal["profile"] = "profile"
    rows: list[ProfileRow]


ALL: tuple[type[Brief], ...] = (Status, Runs, Best, Compare, Series, Tags, Text, Images, Profiles)
