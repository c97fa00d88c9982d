"""Retention: which runs may be moved or deleted, and which of their files.

Only event files and profiles of a run are ever touched, never a run being written, never through a link.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sightline.engine.remote.address import is_remote

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView

# A run whose files changed this recently counts as being written, whatever else is known of it.
QUIET_SECS = 600.0
_PROFILES = Path("plugins", "profile")


class RunInUseError(Exception):
    """A run that somebody chose is being written, or is in a remote place; it stays where it is."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Which runs to prune: those that meet every given condition."""

    older_than_secs: float | None = None
    min_steps: int | None = None
    keep_last: int = 0
    matches: Callable[[RunView], bool] | None = None

    def wants(self, run: RunView, now: float) -> bool:
        """Whether the run itself meets the conditions."""
        if self.older_than_secs is not None and now - (run.last_wall_time or now) < self.older_than_secs:
            return False
        if self.min_steps is not None and (run.last_step or 0) >= self.min_steps:
            return False
        return self.matches is None or self.matches(run)


@dataclass(frozen=True)
class Candidate:
    """A run that may be pruned: its own files and those of the sub-runs that are shown under it."""

    name: str
    root: Path
    files: tuple[Path, ...]
    n_bytes: int
    last_step: int | None


def candidates(runs: Sequence[RunView], rules: Rules, *, now: float | None = None) -> list[Candidate]:
    """Return the runs to prune, oldest first; never one that is being written."""
    now = time.time() if now is None else now
    families = _families(runs)
    by_age = sorted(families, key=lambda family: _last_time(family) or 0.0)
    old = by_age[: max(0, len(by_age) - rules.keep_last)]
    chosen = (family for family in old if rules.wants(family[0], now) and not _in_use(family, now))
    return [found for family in chosen if (found := _candidate(family)).files]


def picked(runs: Sequence[RunView], ids: Iterable[int], *, now: float | None = None) -> list[Candidate]:
    """Return the runs somebody chose. KeyError: there is none; RunInUseError: one is being written."""
    now = time.time() if now is None else now
    families = {family[0].id: family for family in _families(runs)}
    chosen = [families[run_id] for run_id in dict.fromkeys(ids)]
    if remote := [family[0].name for family in chosen if is_remote(family[0].root)]:
        raise RunInUseError(f"in a remote place, where nothing is moved or deleted: {', '.join(remote)}")
    busy = [family[0].name for family in chosen if _in_use(family, now)]
    if busy:
        minutes = f"{QUIET_SECS / 60:g}"
        raise RunInUseError(f"written to within the last {minutes} minutes, so not moved: {', '.join(busy)}")
    return [_candidate(family) for family in chosen]


def _families(runs: Sequence[RunView]) -> list[list[RunView]]:
    """Group runs with the sub-runs that a writer made for them, the parent first."""
    families = {run.id: [run] for run in runs if run.parent_id is None}
    for run in runs:
        if run.parent_id is not None:
            families.setdefault(run.parent_id, []).append(run)
    return list(families.values())


def _last_time(family: Iterable[RunView]) -> float | None:
    return max((run.last_wall_time for run in family if run.last_wall_time is not None), default=None)


def _in_use(family: Iterable[RunView], now: float) -> bool:
    return any(run.state_at(now) in ("live", "loading") or _changed_lately(run, now) for run in family)


def _changed_lately(run: RunView, now: float) -> bool:
    for path in _files(run):
        try:
            if now - path.stat().st_mtime < QUIET_SECS:
                return True
        except OSError:
            return True
    return False


def _candidate(family: list[RunView]) -> Candidate:
    files = tuple(dict.fromkeys(path for run in family for path in _files(run)))
    first = family[0]
    return Candidate(
        name=first.name,
        root=Path(first.root),
        files=files,
        n_bytes=sum(path.stat().st_size for path in files),
        last_step=first.last_step,
    )


def _files(run: RunView) -> Iterator[Path]:
    """The run's event files and profiles: regular local files that are really inside the root."""
    if is_remote(run.root):
        return
    root, directory = Path(run.root).resolve(), Path(run.directory)
    found = [Path(tip.path) for tip in run.tips]
    found += sorted(path for path in (directory / _PROFILES).rglob("*"))
    for path in found:
        if path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(root):
            yield path


def delete(chosen: Sequence[Candidate]) -> None:
    """Remove the candidates' files for good."""
    for candidate in chosen:
        for path in candidate.files:
            path.unlink()
        drop_empty_folders(candidate)


def drop_empty_folders(candidate: Candidate) -> None:
    """Remove folders that the run left empty, up to but not including the root."""
    for directory in sorted({path.parent for path in candidate.files}, reverse=True):
        while directory != candidate.root and directory.is_relative_to(candidate.root):
            try:
                directory.rmdir()
            except OSError:  # something else is in it
                break
            directory = directory.parent
