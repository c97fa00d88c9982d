"""One run as of one generation: its series by kind, its restarts, its damage and its state."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sightline.engine.claims import Claims
from sightline.engine.collector_pause import collector_paused
from sightline.engine.items import ItemIndex
from sightline.engine.reader import Reader
from sightline.engine.restarts import Cut, FileOrder, Restart, in_order, list_restarts, superseded_mask
from sightline.engine.segment import Damage, ListFacts, Steps, TagMeta, WallTimes
from sightline.engine.series import Merged, Part, ScalarSeries
from sightline.engine.series_info import Row, SeriesInfo
from sightline.engine.series_of_kind import SeriesOfKind, SeriesRows
from sightline.engine.tip import Tip, share, tag_name
from sightline.formats.stand_in import is_stand_in

# Whether a series, by kind and tag, belongs to a view; files of a kind are asked for with an empty tag.
KeepSeries: TypeAlias = Callable[[str, str], bool]
RunState: TypeAlias = Literal["loading", "live", "damaged", "finished", "idle"]
LIVE_SECS = 60.0
# Fields that belong to the run, not to a tag: series only where a kind claims them.
_RUN_FIELDS = frozenset({"graph_def", "meta_graph_def", "tagged_run_metadata", "log_message", "session_log"})


class SideFile(NamedTuple):
    """A file beside the events that a kind claims; another size or time of change is another state."""

    kind: str
    glob: str
    path: str
    size: int = 0
    modified: float = 0.0
    log_title: str = ""  # of a file that is a log itself: what it is called


class RunView:
    """One run at one generation. It never changes; what is costly is computed on first use."""

    # There may be very many runs that are only listed: what that needs has a place, and is given by position,
    # which takes half the time of names. The dictionary is for what is computed later.
    __slots__ = (
        "__dict__",
        "_cache",
        "_claims",
        "_keep",
        "_outcome",
        "directory",
        "generation",
        "grew_at",
        "id",
        "is_loading",
        "name",
        "parent_id",
        "reader",
        "root",
        "side_files",
        "tips",
    )

    def __init__(
        self,
        run_id: int,
        name: str,
        root: str,
        directory: str,
        generation: int,
        is_loading: bool,
        grew_at: float,
        side_files: tuple[SideFile, ...],
        parent_id: int | None,
        tips: Sequence[Tip],
        claims: Claims,
        reader: Reader,
        keep: KeepSeries | None = None,
    ) -> None:
        self.id = run_id
        self.name = name
        self.root = root
        self.directory = directory
        self.generation = generation
        self.is_loading = is_loading
        self.grew_at = grew_at
        self.side_files = side_files
        self.parent_id = parent_id  # the run whose training this is a part of; see engine/folding.py
        self.tips = tips if len(tips) < 2 else in_order(tips)
        self.reader = reader  # for files beside the events
        self._claims = claims
        self._keep = keep
        self._cache: dict[Any, Any] | None = None
        self._outcome: tuple[bool, bool] | None = None

    @property
    def cache(self) -> dict[Any, Any]:
        """What kinds have computed from this state of the run, by their own keys; it goes with the view."""
        if self._cache is None:
            self._cache = {}
        return self._cache

    def narrowed(self, keep: KeepSeries, parents: Collection[int]) -> RunView:
        """The run with some of its series only, as if nothing else had been logged.

        Its parent stays where it is among `parents`.
        """
        return RunView(
            self.id,
            self.name,
            self.root,
            self.directory,
            self.generation,
            self.is_loading,
            self.grew_at,
            tuple(file for file in self.side_files if keep(file.kind, "")),
            self.parent_id if self.parent_id in parents else None,
            self.tips,
            self._claims,
            self.reader,
            keep,
        )

    @property
    def n_points(self) -> int:
        """Scalar points in all files, superseded ones included."""
        if self._keep is not None:
            return sum(info.n for info in self.scalars.values())
        tips = self.tips
        return tips[0].totals.n_points if len(tips) == 1 else sum([tip.totals.n_points for tip in tips])

    @property
    def log_titles(self) -> Mapping[str, str]:
        """The files that are read like event files and are none: their paths, and what they are called."""
        return self._log_titles if self.side_files else {}

    @cached_property
    def _log_titles(self) -> Mapping[str, str]:
        paths = {tip.path for tip in self.tips}
        return {
            file.path: file.log_title for file in self.side_files if file.log_title and file.path in paths
        }

    @property
    def n_bytes(self) -> int:
        """Bytes of the event files, as far as they were seen."""
        tips = self.tips
        return tips[0].size if len(tips) == 1 else sum([tip.size for tip in tips])

    @property
    def n_bytes_read(self) -> int:
        """Bytes read of them."""
        return sum(tip.totals.offset for tip in self.tips)

    @property
    def first_wall_time(self) -> float | None:
        """The earliest wall time of all events."""
        tips = self.tips
        if len(tips) == 1:  # as most runs are
            return tips[0].totals.earliest_wall_time
        moments = (tip.totals.earliest_wall_time for tip in tips)
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def last_wall_time(self) -> float | None:
        """When the last event was logged."""
        tips = self.tips
        if len(tips) == 1:  # as most runs are
            return tips[0].totals.last_wall_time
        moments = (tip.totals.last_wall_time for tip in tips)
        return max((moment for moment in moments if moment is not None), default=None)

    @property
    def list_facts(self) -> ListFacts | None:
        """What was saved of a run of one file that nobody looked at yet."""
        return self.tips[0].totals.list_facts if len(self.tips) == 1 and self._keep is None else None

    @property
    def last_step(self) -> int | None:
        """The highest last step of the run's scalars."""
        facts = self.list_facts
        return self._last_step if facts is None else facts.last_step

    @cached_property
    def _last_step(self) -> int | None:
        steps = (info.last_step for info in self.scalars.values())
        return max((step for step in steps if step is not None), default=None)

    @property
    def first_nan(self) -> tuple[str, int] | None:
        """The tag and step of the first scalar that is not a number."""
        facts = self.list_facts
        return self._first_nan if facts is None else facts.first_nan

    @cached_property
    def _first_nan(self) -> tuple[str, int] | None:
        found = ((info.nonfinite.first_nan_step, tag) for tag, info in self.scalars.items())
        first = min(((step, tag) for step, tag in found if step is not None), default=None)
        return None if first is None else (first[1], first[0])

    @cached_property
    def damage(self) -> list[Damage]:
        """What could not be read, file by file: the first thousand stretches of each."""
        return [spot for tip in self.tips for spot in tip.damage]

    @property
    def n_damages(self) -> int:
        """How many stretches could not be read: all of them, however few `damage` lists."""
        tips = self.tips
        return tips[0].totals.n_damages if len(tips) == 1 else sum([tip.totals.n_damages for tip in tips])

    @property
    def n_damaged_bytes(self) -> int:
        """How many bytes these stretches have together."""
        return sum(tip.totals.n_damaged_bytes for tip in self.tips)

    @property
    def state(self) -> RunState:
        """One of loading, live, damaged, finished, idle; the first that applies (docs/engine.md)."""
        return self.state_at(time.time())

    def state_at(self, now: float) -> RunState:
        """The state at a moment: `live` means grown in the last minute before it, and not by an exception."""
        if self.is_loading:
            return "loading"
        if now - self.grew_at <= LIVE_SECS and not self.has_failed:
            return "live"
        if self.n_damages:
            return "damaged"
        return "finished" if self.has_ended else "idle"

    @property
    def has_ended(self) -> bool:
        """Whether a writer logged that the training is over."""
        return self._find_outcome()[0]

    @property
    def has_failed(self) -> bool:
        """Whether the latest attempt ended with an exception; a restart is another attempt."""
        return self._find_outcome()[1]

    def _find_outcome(self) -> tuple[bool, bool]:
        """Whether it has ended, and whether it has failed."""
        if self._outcome is None:
            facts = self.list_facts
            key = b"" if facts is None else facts.tag_key
            outcomes = self._claims.outcomes
            outcome = outcomes.get(key)  # the tags of its one file alone decide
            if outcome is None:
                outcome = self._compute_outcome()
                if key:
                    share(outcomes, key, outcome)
            self._outcome = outcome
        return self._outcome

    def _compute_outcome(self) -> tuple[bool, bool]:
        claims = self._claims
        has_ended = has_failed = False
        for tip in self.tips:
            names = tip.tag_ids.keys()
            has_ended = has_ended or not names.isdisjoint(claims.end_tags)
            if not (has_failed or names.isdisjoint(claims.failure_tags)):
                has_failed = not self._was_restarted_after(tip)
        return has_ended, has_failed

    def _was_restarted_after(self, tip: Tip) -> bool:
        """Whether another file began when this one had ended; those of one attempt overlap."""
        ended = tip.ended
        begins = (other.totals.first_wall_time for other in self.tips if other is not tip)
        return ended is not None and any(began is not None and began > ended for began in begins)

    @property
    def kinds(self) -> list[str]:
        """The slugs of the kinds this run has series of."""
        return list(self._index)

    def series(self, kind: str) -> Mapping[str, SeriesInfo]:
        """The series of a kind, by tag."""
        return self._index.get(kind, {})

    @cached_property
    def scalars(self) -> Mapping[str, SeriesInfo]:
        """The series whose numbers are in columns, by tag: those of all kinds with that storage."""
        found = [series for kind in self._claims.column_kinds if (series := self.series(kind))]
        return found[0] if len(found) == 1 else {tag: info for some in found for tag, info in some.items()}

    @property
    def scalars_key(self) -> bytes:
        """Equal for runs with the same scalars and nothing else; empty where that is not known."""
        facts = self.list_facts
        return facts.tag_key if facts is not None and facts.has_scalars_only and not self.side_files else b""

    @property
    def n_tags(self) -> int:
        """How many tags the files of the run have; one that several have counts for each."""
        return sum(tip.totals.n_tags for tip in self.tips)

    @cached_property
    def _index(self) -> dict[str, SeriesOfKind]:
        column_kinds = self._claims.column_kinds
        return {
            kind: SeriesOfKind(self, kind, rows, in_columns=kind in column_kinds)
            for kind, rows in self._series_rows().items()
        }

    def _series_rows(self) -> Mapping[str, Mapping[str, SeriesRows]]:
        """Which series there are, by kind and tag; one table for all runs of scalars with the same tags."""
        facts = self.list_facts
        key = facts.tag_key if facts is not None and facts.has_scalars_only else b""
        known = self._claims.series_rows.get(key)
        if known is None:
            known = self._find_series()
            if key:
                share(self._claims.series_rows, key, known)
        return known

    def _find_series(self) -> dict[str, dict[str, SeriesRows]]:
        found: dict[str, dict[str, SeriesRows]] = {}
        with collector_paused(self.n_tags):
            for kind, meta, row in self._rows():
                if self._keep is not None and not self._keep(kind, meta.tag):
                    continue
                series = found.setdefault(kind, {})
                known = series.get(meta.tag)
                if known is None:
                    known = series[meta.tag] = SeriesRows(meta, [])
                known.rows.append(row)
        return found

    def _rows(self) -> Iterator[tuple[str, TagMeta, Row]]:
        """Every (file, tag, field) with its kind, in file order: the first metadata of a tag comes first."""
        resolve = self._claims.resolve
        for file, tip in enumerate(self.tips):
            tags = tip.tags
            counts = tip.counts
            for tag_id, meta in enumerate(tags):
                if counts[tag_id]:
                    kind = resolve(meta.plugin_name, meta.data_class, "simple_value", "columns")
                    if kind is not None:
                        yield kind, meta, Row(file, tag_id, "simple_value")
            for tag_id, what in tip.reference_rows:
                kind, meta = self._kind_of(tags, tag_id, what)
                if kind is not None:
                    yield kind, meta, Row(file, tag_id, what)

    def _kind_of(self, tags: Sequence[TagMeta], tag_id: int, what: str) -> tuple[str | None, TagMeta]:
        if what in _RUN_FIELDS:
            meta = TagMeta(tag_name(tags, tag_id, what), "", b"", "", "", 0)
            return self._claims.resolve_claimed("", 0, what), meta
        meta = tags[tag_id]
        if is_stand_in(meta.plugin_content):  # the value it stands for is a series of its own
            return None, meta
        return self._claims.resolve(meta.plugin_name, meta.data_class, what), meta

    @cached_property
    def _order(self) -> FileOrder:
        return FileOrder(self.tips)

    @property
    def restarts(self) -> list[Restart]:
        """Where the training went back, in order of time."""
        facts = self.list_facts
        if facts is not None and not facts.has_session_starts:
            return []
        return [] if len(self.tips) == 1 and not self.tips[0].session_starts else self._restarts

    @cached_property
    def _restarts(self) -> list[Restart]:
        infos = [info for series in self._index.values() for info in series.values()]
        tagged = [info for info in infos if info.rows[0].what not in _RUN_FIELDS]
        return list_restarts(self._order, [[info.span(row) for row in info.rows] for info in tagged])

    def scalar(self, tag: str) -> ScalarSeries:
        """The points of a tag in columns; KeyError where the run has no such tag."""
        info = self.scalars[tag]
        parts = [Part(self.tips[row.file], row.tag_id, self._cuts(info, row)) for row in info.rows]
        if len(parts) == 1:
            return ScalarSeries(info.meta, parts)
        blocks: list[Part | Merged] = []
        for group in self._together([part.tip for part in parts]):
            mine, parts = parts[: len(group)], parts[len(group) :]
            blocks.append(mine[0] if len(mine) == 1 else Merged(mine))
        return ScalarSeries(info.meta, blocks)

    def summary(self, tag: str) -> Mapping[str, float] | None:
        """A scalar summed up, where an index knows that: it is in one file, and nothing is superseded."""
        info = self.scalars[tag]
        if len(info.rows) != 1 or self._cuts(info, info.rows[0]):
            return None
        return self.tips[info.rows[0].file].summary(info.rows[0].tag_id)

    @property
    def is_indexed(self) -> bool:
        """Whether its points have to be requested from an index."""
        return any(tip.is_indexed for tip in self.tips)

    def _cuts(self, info: SeriesInfo, row: Row) -> tuple[Cut, ...]:
        tip = self.tips[row.file]
        if len(info.rows) == 1 and len(self.tips) == 1 and not tip.session_starts:
            return ()
        others = [info.span(other) for other in info.rows if other.file != row.file]
        step = self._order.whole_file_cut(info.span(row), others)
        cuts = [] if step is None else [Cut(info.count(row), step)]
        cuts += [Cut(info.count_before(row, start), start.step) for start in tip.session_starts]
        return tuple(cut for cut in cuts if cut.n_before)

    def _together(self, tips: Sequence[Tip]) -> Iterator[list[Tip]]:
        """Groups of neighboring files that were written at the same time."""
        group: list[Tip] = []
        ended = float("-inf")
        for tip in tips:
            if group and tip.totals.first_wall_time is not None and tip.totals.first_wall_time > ended:
                yield group
                group = []
            group.append(tip)
            ended = max(ended, ended if tip.ended is None else tip.ended)
        if group:
            yield group

    def items(self, tag: str, kind: str) -> ItemIndex:
        """Where the values of a tag and kind are; KeyError where the run has none."""
        info = self.series(kind)[tag]
        tables = [self.tips[row.file].item_rows(row.tag_id, row.what) for row in info.rows]
        masks = [self._item_mask(info, row) for row in info.rows]
        file = np.repeat(np.arange(len(info.rows), dtype=np.uint32), [len(mask) for mask in masks])
        columns = {
            name: np.concatenate([table[name] for table in tables])
            for name in ("step", "wall_time", "what", "record_offset", "value_offset", "value_length")
        }
        columns["file"], columns["superseded"] = file, np.concatenate(masks)
        if len(info.rows) > 1:
            order = self._item_order(info, columns["step"], columns["wall_time"], file)
            columns = {name: column[order] for name, column in columns.items()}
        mask = columns.pop("superseded")
        tips = [self.tips[row.file] for row in info.rows]
        files = [
            (tip.path, tip.item_identity(row.tag_id, row.what))
            for tip, row in zip(tips, info.rows, strict=True)
        ]
        return ItemIndex(meta=info.meta, files=files, superseded=mask if mask.any() else None, **columns)

    def _item_order(
        self, info: SeriesInfo, steps: Steps, wall_times: WallTimes, file: NDArray[np.uint32]
    ) -> NDArray[np.intp]:
        """Files one after the other; those written at the same time merged by step and wall time."""
        groups = list(self._together([self.tips[row.file] for row in info.rows]))
        group_of_row = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
        alone = np.repeat([len(group) == 1 for group in groups], [len(group) for group in groups])[file]
        return np.lexsort((np.where(alone, 0, wall_times), np.where(alone, 0, steps), group_of_row[file]))

    def _item_mask(self, info: SeriesInfo, row: Row) -> NDArray[np.bool_]:
        steps = info.steps(row)
        mask = superseded_mask(steps, self._cuts(info, row))
        return np.zeros(len(steps), np.bool_) if mask is None else mask
