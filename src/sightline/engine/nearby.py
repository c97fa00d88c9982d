"""Looks for event files near a log directory: beside it, in the working directory, by usual names."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sightline.engine.reader import is_event_file

# Where torch, Lightning, Keras, Hydra, Ray and people put their logs.
USUAL_NAMES = (
    "runs",
    "lightning_logs",
    "logs",
    "log",
    "outputs",
    "output",
    "multirun",
    "tb_logs",
    "tensorboard",
    "experiments",
    "results",
    "ray_results",
    "checkpoints",
)
# Large folders without logs of a training.
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "env", "site-packages", "proc", "sys", "dev"})
_MAX_DEPTH = 5
_MAX_PARENTS = 2
_MAX_FOUND = 5


@dataclass(frozen=True, kw_only=True)
class FoundLogs:
    """A directory with event files in it or below it; `n_runs` counts the directories that have some."""

    path: str
    n_runs: int


@dataclass(frozen=True, kw_only=True)
class Nearby:
    """Where event files were looked for, and where there are some, those with the most runs first."""

    searched: list[str]
    found: list[FoundLogs]


@dataclass(slots=True)
class Budget:
    """Bounds a search: so many directories may be listed, until a deadline."""

    directories: int = 3000
    seconds: float = 0.7
    _deadline: float = field(init=False)

    def __post_init__(self) -> None:
        """Begin to count."""
        self._deadline = time.monotonic() + self.seconds

    def take(self) -> bool:
        """Whether one more directory may be listed."""
        self.directories -= 1
        return self.directories >= 0 and time.monotonic() < self._deadline


def find_nearby(roots: Sequence[str], cwd: str, *, budget: Budget | None = None) -> Nearby:
    """Search beside the roots and in the working directory and its parents; links are never followed."""
    budget = budget or Budget()
    own = {_absolute(root) for root in roots}
    bases = _bases(own, _absolute(cwd))
    found: dict[Path, FoundLogs] = {}
    for directory in _candidates(bases, budget):
        is_known = any(directory == path or directory.is_relative_to(path) for path in (*own, *found))
        n_runs = 0 if is_known else _count_runs(directory, budget, skipped=own)
        if n_runs:
            found[directory] = FoundLogs(path=str(directory), n_runs=n_runs)
    best = sorted(found.values(), key=lambda logs: -logs.n_runs)
    return Nearby(searched=[str(base) for base in bases], found=best[:_MAX_FOUND])


def _absolute(path: str) -> Path:
    return Path(os.path.abspath(path))


def _bases(roots: Iterable[Path], cwd: Path) -> list[Path]:
    """The directories whose children are looked at, nearest first."""
    parents = [root.parent for root in sorted(roots)]
    return list(dict.fromkeys([*parents, cwd, *list(cwd.parents)[:_MAX_PARENTS]]))


def _candidates(bases: Sequence[Path], budget: Budget) -> Iterator[Path]:
    """The usual names below all bases first, then what else the nearest ones have."""
    for base in bases:
        for name in USUAL_NAMES:
            path = base / name
            if path.is_dir() and not path.is_symlink():
                yield path
    home = Path.home()
    for base in bases[: -_MAX_PARENTS or None]:
        # All of a home directory or of a disk is nobody's neighborhood.
        if base != home and base.parent != base:
            yield from _folders(base, budget)


def _folders(directory: Path, budget: Budget) -> list[Path]:
    if not budget.take():
        return []
    try:
        with os.scandir(directory) as entries:
            names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    return [directory / name for name in sorted(names) if name not in _SKIPPED and not name.startswith(".")]


def _count_runs(directory: Path, budget: Budget, *, skipped: Iterable[Path]) -> int:
    """How many directories at or below this one have event files, as far as the budget reaches."""
    n_runs, todo = 0, deque([(directory, 0)])
    left_out = set(skipped)
    while todo:
        path, depth = todo.popleft()
        if path in left_out or not budget.take():
            continue
        try:
            with os.scandir(path) as entries:
                listed = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
        except OSError:
            continue
        n_runs += any(is_event_file(name) for name, is_folder in listed if not is_folder)
        if depth < _MAX_DEPTH:
            below = [name for name, is_folder in listed if is_folder and name not in _SKIPPED]
            todo.extend((path / name, depth + 1) for name in sorted(below) if not name.startswith("."))
    return n_runs
