"""Roots: the directories that are followed, and how the runs below them are named."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sightline.engine.reader import Reader, is_event_file

PathLike = str | os.PathLike[str]
RootSpec = PathLike | Mapping[str, PathLike] | Iterable[PathLike]

_NAMED = re.compile(r"([^/\\:]+):(?!//)(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Root:
    """A directory (or one event file) to follow.

    prefix: put before the names of runs below it; `top` is the name of a run at the root itself.
    kind: where the root is one side file, the kind that reads it, whatever its name.
    """

    path: str
    prefix: str = ""
    top: str = "."
    kind: str = ""

    def run_name(self, directory: str) -> str:
        """The name of the run in a directory below (or at) the root."""
        below = directory[len(self.path) :].strip("/")
        return self.prefix + below if below else self.top

    def home(self, directory: str) -> str:
        """The directory of the run whose files lie in one: the root itself where that is one file."""
        return self.path if len(directory) < len(self.path) and self.path.startswith(directory) else directory


@dataclass(frozen=True, slots=True)
class Pattern:
    """A log directory as the user gave it: a path, or a glob that may match more later.

    kind: where the path is one side file, the kind that reads it.
    """

    text: str
    name: str = ""
    kind: str = ""

    @property
    def is_glob(self) -> bool:
        """Whether it may match more than one path."""
        return not self.kind and glob.has_magic(self.text)

    def expand(self, reader: Reader, *, alone: bool) -> list[Root]:
        """The roots it stands for now. A path that does not exist yet is one too: it may appear."""
        path = reader.absolute(self.text)
        if self.kind:
            return [Root(path, top=os.path.basename(path), kind=self.kind)]
        if not glob.has_magic(path) or exists(reader, path):
            return [self.root(path, alone=alone)]
        fixed = _fixed_part(path)
        matches = sorted(match for match in reader.glob(path) if _may_have_logs(reader, match))
        return [_labeled(match, match[len(fixed) :].strip("/")) for match in matches]

    def root(self, path: str, *, alone: bool) -> Root:
        """A root at a path, named as the user wants it; `alone` where there is no other."""
        if self.name:  # as TensorBoard's logdir_spec names them
            return Root(path, f"{self.name}/", f"{self.name}/.")
        return Root(path) if alone else _labeled(path, os.path.basename(path))


def parse_roots(spec: RootSpec) -> list[Pattern]:
    """The patterns in what a user gave: one path, several, a mapping from names to paths, or `name:path`."""
    if isinstance(spec, Mapping):
        return [Pattern(os.fspath(path), name) for name, path in spec.items()]
    if isinstance(spec, (str, os.PathLike)):
        return [_parse_one(os.fspath(spec))]
    given: Any = spec  # callers without a type checker give anything
    paths = list(given) if isinstance(given, Iterable) else [given]
    if wrong := [path for path in paths if not isinstance(path, (str, os.PathLike))]:
        raise TypeError(f"expected a path, several paths or a mapping from names to paths, got {wrong[0]!r}")
    return [_parse_one(os.fspath(path)) for path in paths]


def parse_logdir_spec(text: str) -> list[Pattern]:
    """TensorBoard's `--logdir_spec`: `name:path` pairs or plain paths, separated by commas."""
    return [_parse_one(part) for part in text.split(",") if part]


def expand(patterns: Iterable[Pattern], reader: Reader, *, others: Iterable[Root] = ()) -> list[Root]:
    """The roots that patterns stand for now, each path once; colliding names get a number.

    others: roots that are shown along with them.
    """
    patterns = list(patterns)
    found: dict[str, Root] = {}
    labels = {root.top for root in others}
    for pattern in patterns:
        for root in pattern.expand(reader, alone=len(patterns) == 1 and not labels):
            if root.path not in found:
                found[root.path] = root if root.top not in labels else numbered(root, labels)
                labels.add(found[root.path].top)
    return list(found.values())


def _parse_one(text: str) -> Pattern:
    named = _NAMED.fullmatch(text)
    if named is None or os.path.lexists(text):
        return Pattern(text)
    return Pattern(named[2], named[1])


def _labeled(path: str, label: str) -> Root:
    return Root(path, f"{label}/", label)


def numbered(root: Root, taken: set[str]) -> Root:
    """A root with a number in its name, because the name is taken."""
    base = root.top if root.top != "." else os.path.basename(root.path)
    n = 2
    while f"{base}_{n}" in taken:
        n += 1
    label = f"{base}_{n}"
    return replace(root, prefix=f"{label}/", top=label)


def _fixed_part(path: str) -> str:
    """The directory above the first part with a wildcard."""
    parts = path.split("/")
    first = next(i for i, part in enumerate(parts) if glob.has_magic(part))
    return "/".join(parts[:first]) or "/"


def _may_have_logs(reader: Reader, path: str) -> bool:
    return is_event_file(path.rpartition("/")[2]) or exists(reader, path, as_directory=True)


def exists(reader: Reader, path: str, *, as_directory: bool = False) -> bool:
    """Whether there is anything at a path, or a directory."""
    try:
        return reader.stat(path).is_directory or not as_directory
    except OSError:
        return False
