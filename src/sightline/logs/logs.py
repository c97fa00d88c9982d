"""`sightline.open`: log directories, read into memory, as frames.

What a method needs is imported when it is first called: most programs read scalars and nothing else.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sightline.engine.remote.address import check_scheme, is_remote
from sightline.logs.select import Selection, matcher, tag_matcher

if TYPE_CHECKING:
    from types import TracebackType

    from sightline.engine.facts import FactSources
    from sightline.engine.follow import Follower, Problem
    from sightline.engine.progress import Progress
    from sightline.engine.reader import Reader
    from sightline.engine.roots import Pattern, RootSpec
    from sightline.engine.run_view import RunView
    from sightline.engine.store import Store, StoreView
    from sightline.logs.embeddings import LoggedEmbedding
    from sightline.logs.graphs import LoggedGraph
    from sightline.logs.items import Items
    from sightline.logs.profiles import LoggedProfile
    from sightline.wire.frame import Frame


def open(
    logdir: RootSpec,
    *,
    follow: bool = False,
    progress: bool | None = None,
    n_threads: int = 0,
    reload_interval_secs: float = 5.0,
) -> Logs:
    """Read all logs below a directory and return them.

    Args:
        logdir: a directory, an address ("s3://bucket/runs"), a glob, an event file, a profiler's trace, a
            report, "name:path", several of these, or a mapping from names to paths.
        follow: go on following the files in the background until `close()`.
        progress: show a progress bar; by default in a terminal or notebook when loading takes long.
        n_threads: threads that read files; by default one per processor.
        reload_interval_secs: how often to poll for changes where the file system reports none.

    Raises:
        FileNotFoundError: nothing is there and `follow` is not set, so nothing ever would be.
        OSError: a remote place cannot be read; the message says what to do.
        ValueError: a file is given that is neither an event file nor a report.
        TypeError: what is given is not a path.
    """
    from sightline.engine.roots import parse_roots
    from sightline.share.opened import UnpackedReports

    unpacked = UnpackedReports(_as_trace(pattern) for pattern in parse_roots(logdir))
    # Values of a report are read from its folder, which goes when nobody has a view of the logs any more.
    logs = _logs(unpacked.patterns, unpacked, n_threads=n_threads, reload_interval_secs=reload_interval_secs)
    for pattern in unpacked.patterns:
        _check(pattern, logs.store.reader, may_come=follow)
    return _load(logs, follow=follow, progress=progress)


def open_trace(path: str) -> Logs:
    """One trace file as the logs of one run, whatever the file's name."""
    from sightline.engine.roots import Pattern

    return _load(_logs([Pattern(path, kind="profile")]), follow=False, progress=False)


def _logs(patterns: list[Pattern], folder: object = None, **options: Any) -> Logs:
    from sightline.engine.default_reader import default_reader
    from sightline.engine.follow import Follower
    from sightline.engine.saved_segments import SavedSegments
    from sightline.engine.store import Store
    from sightline.plugins import load_claims

    store = Store(default_reader(), load_claims(), folder)
    return Logs(store, Follower(store, patterns, segments=SavedSegments(), **options))


def _load(logs: Logs, *, follow: bool, progress: bool | None) -> Logs:
    from sightline.logs.bar import wait_with_bar

    follower = logs.follower
    if follow:
        follower.start()
        wait_with_bar(follower, follower.wait_loaded, show=progress)
    else:
        wait_with_bar(follower, follower.load, show=progress)
        follower.close()
    return logs


def _as_trace(pattern: Pattern) -> Pattern:
    """The same pattern; where it is a profiler's file, one that the kind profile reads."""
    is_trace = pattern.text.endswith((".json", ".json.gz", ".xplane.pb")) and os.path.isfile(
        os.path.expanduser(pattern.text)
    )
    return replace(pattern, kind="profile") if is_trace else pattern


def _check(pattern: Pattern, reader: Reader, *, may_come: bool) -> None:
    """Raise where a path can never have logs."""
    check_scheme(pattern.text)
    if is_remote(pattern.text):
        if not may_come and not pattern.is_glob:
            reader.stat(reader.absolute(pattern.text))
        return
    path = os.path.expanduser(pattern.text)
    if os.path.isfile(path) and "tfevents" not in os.path.basename(path) and not pattern.kind:
        raise ValueError(
            f"{pattern.text} is not an event file (no 'tfevents' in its name); "
            "open the directory above your runs"
        )
    if not may_come and not pattern.is_glob and not os.path.exists(path):
        raise FileNotFoundError(f"no such directory or event file: {pattern.text}")


class Logs:
    """Logs that were read, and may be followed. A context manager; safe to use from many threads."""

    def __init__(self, store: Store, follower: Follower) -> None:
        self.store = store
        self.follower = follower

    @property
    def view(self) -> StoreView:
        """Everything read so far, as the engine has it; it stays as it is while logs grow."""
        return self.store.view()

    @property
    def progress(self) -> Progress:
        """How far loading has come."""
        return self.follower.progress

    @property
    def problems(self) -> list[Problem]:
        """Files and directories that could not be read, and why."""
        return self.follower.problems

    @property
    def runs(self) -> Frame:
        """A table of the runs."""
        from sightline.logs.tables import runs_frame

        return runs_frame(self.view.runs)

    def tags(
        self,
        kind: str | None = None,
        *,
        tag: Selection = None,
        run: Selection = None,
        filter: str | None = None,
    ) -> Frame:
        """A table of what each run has: a row per run, kind and tag; ValueError for an unknown kind."""
        from sightline.logs.tables import tags_frame

        view = self.view
        kinds = sorted(view.claims.kinds)
        if kind is not None and kind not in kinds:
            raise ValueError(f"unknown kind {kind!r}; the kinds are {', '.join(kinds)}")
        return tags_frame(_select(view, run, filter), kind, tag_matcher(tag))

    def scalars(
        self,
        tag: Selection = None,
        run: Selection = None,
        *,
        filter: str | None = None,
        wide: bool = False,
        superseded: bool = False,
    ) -> Frame:
        """Scalars as columns run, tag, step, wall_time, value; every point that was logged.

        Args:
            tag: globs or names of tags ("loss/*"); all by default.
            run: globs or names of runs.
            filter: a condition on runs, such as `val/loss.min < 0.3 and lr > 1e-4` (docs/filter.md).
            wide: a column per tag instead, one row per run and step; a masked cell was not logged.
            superseded: also the points that a restart has superseded, marked in a column of that name.
        """
        from sightline.logs.scalars import long_frame, wide_frame

        frame = wide_frame if wide else long_frame
        return frame(_select(self.view, run, filter), matcher(tag), superseded=superseded)

    def histograms(
        self,
        tag: Selection = None,
        run: Selection = None,
        *,
        filter: str | None = None,
        superseded: bool = False,
    ) -> Frame:
        """Histograms as columns run, tag, step, wall_time and lists left, right, count."""
        from sightline.logs.items import histograms_frame

        return histograms_frame(self._items("histogram", tag, run, filter, superseded))

    def images(
        self,
        tag: Selection = None,
        run: Selection = None,
        *,
        filter: str | None = None,
        superseded: bool = False,
    ) -> Frame:
        """Pictures as logged, one row each: index, width, height, media_type and the encoded data."""
        from sightline.logs.items import images_frame

        return images_frame(self._items("image", tag, run, filter, superseded))

    def text(
        self,
        tag: Selection = None,
        run: Selection = None,
        *,
        filter: str | None = None,
        superseded: bool = False,
    ) -> Frame:
        """Text, one row per string: columns run, tag, step, wall_time, index, text."""
        from sightline.logs.items import text_frame

        return text_frame(self._items("text", tag, run, filter, superseded))

    def hparams(self, run: Selection = None, *, filter: str | None = None) -> Frame:
        """A row per session that logged hyperparameters: these, the session's status, its metrics."""
        from sightline.logs.hparams import hparams_frame

        view = self.view
        return hparams_frame(view, _select(view, run, filter))

    def profiles(self, run: Selection = None, *, filter: str | None = None) -> list[LoggedProfile]:
        """The profiles of the runs, the latest of each run first; a file is read when it is needed."""
        from sightline.logs.profiles import list_profiles

        view = self.view
        return list_profiles(view, _select(view, run, filter))

    def graphs(self, run: Selection = None, *, filter: str | None = None) -> list[LoggedGraph]:
        """The graphs of the runs, in events and as model files; one is read when it is needed."""
        from sightline.logs.graphs import list_logged_graphs

        view = self.view
        return list_logged_graphs(view, _select(view, run, filter))

    def embeddings(self, run: Selection = None, *, filter: str | None = None) -> list[LoggedEmbedding]:
        """The embeddings of the runs, of any producer; vectors are read when they are needed."""
        from sightline.logs.embeddings import list_embeddings

        view = self.view
        return list_embeddings(view, _select(view, run, filter))

    def sql(self, text: str) -> Any:
        """Query the tables `runs`, `tags`, `scalars` and `hparams` in SQL, by DuckDB (`sightline[sql]`).

        The result has `.df()`, `.pl()` and `.fetchall()`, and speaks Arrow.
        """
        from sightline.logs.sql import query

        return query(
            text,
            {
                "runs": lambda: self.runs,
                "tags": self.tags,
                "scalars": self.scalars,
                "hparams": self.hparams,
            },
        )

    def close(self) -> None:
        """Stop following. What was read stays."""
        self.follower.close()

    def __enter__(self) -> Logs:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        view = self.view
        n_points = sum(run.n_points for run in view.runs)
        return f"<Logs {len(view.runs)} runs, {n_points} scalar points>"

    def _items(
        self, kind: str, tag: Selection, run: Selection, filter: str | None, superseded: bool
    ) -> Items:
        from sightline.logs.items import Items

        view = self.view
        return Items(view, _select(view, run, filter), kind, tag_matcher(tag), superseded)


def fact_sources(view: StoreView) -> FactSources:
    """Where filters over these runs look up facts: the logs, their kinds and the sidecars' notes."""
    from sightline.engine.facts import FactSources
    from sightline.engine.sidecar import notes_of

    return FactSources(view, time.time(), notes_of(view.runs))


def _select(view: StoreView, run: Selection, filter: str | None) -> list[RunView]:
    matches = matcher(run)
    runs = view.runs
    if filter is not None:
        from sightline.engine.facts import select

        runs = select(filter, fact_sources(view))
    return [each for each in runs if matches(each.name)]
