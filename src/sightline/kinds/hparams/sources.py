"""The hyperparameters of one run, from its events, the files beside them and its texts.

What is in the events counts first, then Transformers' texts, then files; of several values logged under one
key the latest counts. The others are shown beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sightline.engine.run_view import RunView, SideFile
from sightline.engine.side_files import read_side_file
from sightline.engine.store import StoreView
from sightline.formats.text import text_of
from sightline.kinds.hparams.config_text import MAX_BYTES, Plain, read_config
from sightline.kinds.hparams.decode import Experiment, SessionEnd, SessionStart, decode, decode_content
from sightline.kinds.hparams.tags import EXPERIMENT_TAG, SESSION_END_TAG, SESSION_START_TAG

SLUG = "hparams"
# Texts in which Transformers' trainer logs its arguments and the model's configuration, as JSON.
_TEXTS = {"args/text_summary": "", "model_config/text_summary": "model_config/"}
_REST = "Its values are left out; all others are shown."


@dataclass(frozen=True)
class SessionRecord:
    """The hyperparameters of one run by key, and what else its session logged.

    `others` has the values under a key that do not count, `problems` what could not be read.
    """

    hparams: Mapping[str, Plain] = field(default_factory=dict)
    others: Mapping[str, Sequence[Plain]] = field(default_factory=dict)
    sources: Sequence[str] = ()
    problems: Sequence[str] = ()
    group_name: str = ""
    status: str = "unknown"
    start_time_secs: float | None = None
    end_time_secs: float | None = None

    @property
    def has_session(self) -> bool:
        """Whether the run logged hyperparameters or a session."""
        return bool(self.sources)


NOTHING = SessionRecord()


def experiments_of(view: StoreView) -> list[Experiment]:
    """What runs declare about hyperparameters and metrics; most declare the same."""
    infos = [info for run in view.runs if (info := run.series(SLUG).get(EXPERIMENT_TAG)) is not None]
    found = []
    for content in dict.fromkeys(info.meta.plugin_content for info in infos):
        try:
            found.append(decode_content(content))
        except ValueError:
            continue
    return [each for each in found if isinstance(each, Experiment)]


def session_record(view: StoreView, run: RunView) -> SessionRecord:
    """The session of a run; computed once for each state of the run."""
    if SLUG not in run.kinds and not run.side_files and not run.series("text").keys() & _TEXTS.keys():
        return NOTHING
    if SLUG not in run.cache:
        run.cache[SLUG] = _read_record(view, run)
    record: SessionRecord = run.cache[SLUG]
    return record


def _read_record(view: StoreView, run: RunView) -> SessionRecord:
    values = Values()
    for file in run.side_files:
        if file.kind == SLUG:
            values.take(file.glob, _file(run, file))
    for tag, prefix in _TEXTS.items():
        if tag in run.series("text"):
            values.take(tag.partition("/")[0], _text(view, run, tag, prefix))
    start = None
    for start in _logged(view, run, SESSION_START_TAG, SessionStart):
        values.take("events", start.hparams)
    end = next(reversed(list(_logged(view, run, SESSION_END_TAG, SessionEnd))), None)
    return SessionRecord(
        values.counting,
        values.others(),
        tuple(dict.fromkeys(values.sources)),
        tuple(values.problems),
        start.group_name if start else "",
        end.status if end else "unknown",
        (start.start_time_secs or None) if start else None,
        (end.end_time_secs or None) if end else None,
    )


class Values:
    """Gathers values from one source after the other, each counting more than those before it."""

    def __init__(self) -> None:
        self.counting: dict[str, Plain] = {}
        self.sources: list[str] = []
        self.problems: list[str] = []
        self._superseded: dict[str, list[Plain]] = {}

    def take(self, source: str, found: Mapping[str, Plain] | str) -> None:
        """Add the values of a source; a text is the reason why it has none."""
        if isinstance(found, str):
            self.problems.append(f"{source} cannot be read: {found}. {_REST}")
            return
        self.sources.append(source)
        for key, value in found.items():
            before = self.counting.get(key)
            if key in self.counting and (before == value or (before is None and value == "None")):
                continue  # the earlier form is exact: True, not torch's 1.0; null, not Lightning's "None"
            self.counting[key] = value
            if before is not None:
                self._superseded.setdefault(key, []).append(before)

    def others(self) -> dict[str, tuple[Plain, ...]]:
        """The values that were logged and do not count, by key, oldest first."""
        return {key: tuple(dict.fromkeys(values)) for key, values in self._superseded.items()}


def _logged(view: StoreView, run: RunView, tag: str, wanted: type[Any]) -> Iterator[Any]:
    """The readable values of a tag, oldest first."""
    info = run.series(SLUG).get(tag)
    if info is None:
        return
    for found in _decoded(view, run, tag, info.n, info.meta.plugin_content):
        if isinstance(found, wanted):
            yield found


def _decoded(view: StoreView, run: RunView, tag: str, n: int, content: bytes) -> Iterator[Any]:
    """A single value is in memory already, as the tag's metadata; several are read from the files."""
    if n == 1 and content:
        try:
            yield decode_content(content)
        except ValueError:
            return
        return
    index = run.items(tag, SLUG)
    for row in range(len(index)):
        try:
            yield decode(view.read(index.location(row)))
        except (OSError, ValueError):
            continue


def _text(view: StoreView, run: RunView, tag: str, prefix: str) -> Mapping[str, Plain] | str:
    index = run.items(tag, "text")
    try:
        parts = text_of(view.read(index.location(len(index) - 1))).ravel()
        found = read_config(str(parts[0]).encode()) if len(parts) else {}
    except (OSError, ValueError) as error:
        return str(error)
    return {f"{prefix}{key}": value for key, value in found.items()}


def _file(run: RunView, file: SideFile) -> Mapping[str, Plain] | str:
    """The values in a file beside the events, parsed once for each state of the file."""
    try:
        return _parsed(read_side_file(run, file, max_bytes=MAX_BYTES))
    except (LookupError, ValueError) as error:
        return str(error)


@lru_cache(maxsize=1024)
def _parsed(data: bytes) -> Mapping[str, Plain]:
    return read_config(data)
