"""Vectors that are variables of a TensorFlow checkpoint beside the events, each checkpoint a step."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Any

from sightline.engine.reader import Reader
from sightline.engine.run_view import RunView
from sightline.engine.side_files import read_side_file
from sightline.formats.byte_blocks import Progress
from sightline.formats.checkpoint import CheckpointIndex, Variable, read_index, read_variable
from sightline.formats.number_table import Vectors
from sightline.formats.text_table import TextTable
from sightline.kinds.embedding.decode import EmbeddingInfo
from sightline.kinds.embedding.entries import Entry, Place
from sightline.kinds.embedding.keras_source import keras_places
from sightline.kinds.embedding.memory import check_memory
from sightline.kinds.embedding.projector_source import opened

_MAX_INDEX_BYTES = 64 << 20
_ENDING = ".index"
_STEP = re.compile(r"(.*)-(\d{1,18})", re.DOTALL)
_ATTRIBUTE = "/.ATTRIBUTES/VARIABLE_VALUE"
# Below the run's directory: where Keras puts the checkpoints of its callback.
_FOLDERS = ("", "train")


@dataclass(frozen=True)
class CheckpointVariable:
    """One variable of one checkpoint; `prefix` is the path of its files below the run, without endings."""

    run: RunView
    prefix: str
    index: CheckpointIndex
    variable: Variable

    def state(self) -> tuple[Any, ...]:
        """The shard's path, size, time and identity, and the variable's place in it."""
        with opened(self.run, self._shard) as file:
            return (self._shard, *file.stat(), self.variable.name, self.variable.offset, self.variable.crc)

    def shape(self) -> tuple[int | None, int | None]:
        """As the index says."""
        return self.variable.shape[0], self.variable.shape[1]

    def read(self, progress: Progress) -> tuple[Vectors, TextTable | None]:
        """The values; LookupError where they are damaged."""
        check_memory(self.variable.size)
        with opened(self.run, self._shard) as file:
            try:
                return read_variable(self.variable, file.read, progress), None
            except ValueError as error:
                raise LookupError(f"{self._shard}: {error}") from error

    @property
    def _shard(self) -> str:
        return self.index.shard_name(self.prefix, self.variable)


@dataclass(frozen=True)
class Broken:
    """A checkpoint that cannot be read."""

    reason: str

    def state(self) -> tuple[Any, ...]:
        """There is none."""
        raise LookupError(self.reason)

    def shape(self) -> tuple[int | None, int | None]:
        """There is none."""
        raise LookupError(self.reason)

    def read(self, progress: Progress) -> tuple[Vectors, TextTable | None]:
        """There is none."""
        raise LookupError(self.reason)


def checkpoint_entries(run: RunView, listed: list[EmbeddingInfo]) -> dict[str, Entry]:
    """The variables with two axes of all checkpoints of a run, by name, each with its steps.

    listed: entries of the projector's list without a file; a variable of that name gets their metadata.
    """
    found: dict[str, Entry] = {}
    reasons = []
    wanted = {info.name: info for info in listed}
    paths = _paths(run)
    for prefix in (path.removesuffix(_ENDING) for path in paths if path.endswith(_ENDING)):
        family, step = _family(prefix)
        try:
            index = read_index(read_side_file(run, prefix + _ENDING, max_bytes=_MAX_INDEX_BYTES))
        except (LookupError, ValueError) as error:
            reasons.append(f"{prefix}{_ENDING}: {error}")
            if not any(path.startswith(prefix + ".data-") for path in paths):
                continue  # an index of something else
            broken = Entry(run, f"checkpoint/{prefix}", prefix, "checkpoint")
            broken.places[None] = Place(Broken(reasons[-1]))
            found[broken.name] = broken
            continue
        for variable in index.variables.values():
            if len(variable.shape) == 2 and variable.shape[0] and variable.shape[1]:
                info = wanted.get(variable.name)
                name = f"checkpoint/{family}/{variable.name}" if info is None else variable.name
                tag = variable.name.removesuffix(_ATTRIBUTE)
                entry = found.setdefault(name, Entry(run, name, tag, "checkpoint"))
                entry.places[step] = Place(CheckpointVariable(run, prefix, index, variable), info)
    reason = "; ".join(reasons) or "the vectors are in a checkpoint, and no checkpoint here has them"
    for info in listed:
        if info.name not in found:
            entry = Entry(run, info.name, info.name.removesuffix(_ATTRIBUTE), "checkpoint")
            entry.places |= keras_places(run, paths, info)
            entry.places = entry.places or {None: Place(Broken(reason), info)}
            found[info.name] = entry
    return found


def _family(prefix: str) -> tuple[str, int | None]:
    """A checkpoint's name without its number, and the number as its step."""
    match = _STEP.fullmatch(prefix)
    return (match[1], int(match[2])) if match else (prefix, None)


def _paths(run: RunView) -> list[str]:
    """The files where checkpoints may be, as paths below the run's directory."""
    return sorted(
        posixpath.join(folder, name)
        for folder in _FOLDERS
        for name in _names(run.reader, posixpath.join(run.directory, folder))
    )


def _names(reader: Reader, directory: str) -> list[str]:
    (entries,) = reader.list([directory])
    return [] if isinstance(entries, OSError) else [entry.name for entry in entries if not entry.is_directory]
