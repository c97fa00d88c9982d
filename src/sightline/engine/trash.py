"""The trash: moves the files of pruned runs to a folder, one batch per pruning, and restores them.

The folder may be in a log directory that others can write: its lists are checked, no link is followed.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sightline.engine.plain_file import is_plain_file, is_plain_folder, read_plain_file
from sightline.engine.retention import Candidate, drop_empty_folders

_MANIFEST = "manifest.json"
_MAX_MANIFEST_BYTES = 64 << 20


class TrashError(ValueError):
    """The list of a batch cannot be used; nothing of the batch was moved."""


class _Entry(NamedTuple):
    run: str
    source: Path
    target: Path


class Trash:
    """The pruned runs of one root, in a folder with a list of what came from where for each batch."""

    def __init__(self, root: Path, directory: Path | None = None) -> None:
        self._root = root.absolute()
        self.directory = (directory or root / ".sightline" / "trash").absolute()

    def move(self, chosen: Sequence[Candidate]) -> Path:
        """Move the candidates' files into a new batch, which is returned."""
        batch = self._new_batch()
        moved: list[dict[str, str]] = []
        try:
            for candidate in chosen:
                for path in candidate.files:
                    place = os.path.relpath(path, self._root)
                    target = batch / str(len(moved))
                    _move(path, target)
                    moved.append({"run": candidate.name, "from": place, "file": target.name})
                drop_empty_folders(candidate)
        finally:
            # Written even when a move failed: what was moved can then still be restored.
            (batch / _MANIFEST).write_text(json.dumps({"files": moved}, indent=1), encoding="utf-8")
        return batch

    def names(self) -> list[str]:
        """The names of the batches, oldest first."""
        self._refuse_links()
        return sorted(path.parent.name for path in self.directory.glob(f"*/{_MANIFEST}"))

    def batches(self) -> dict[str, list[str]]:
        """The names of the runs in each batch whose list can be used, oldest first."""
        found = {}
        try:
            names = self.names()
        except OSError:  # reported when something is moved or restored
            return {}
        for name in names:
            try:
                found[name] = list(dict.fromkeys(entry.run for entry in self._entries(name)))
            except TrashError:  # reported when it is restored
                continue
        return found

    def restore(self, batch: str) -> tuple[list[Path], list[Path]]:
        """Restore a batch; return the restored files and those whose place is taken.

        KeyError where there is no such batch, TrashError where its list cannot be used.
        """
        if batch not in self.names():
            raise KeyError(batch)
        restored, not_restored = [], []
        for entry in self._entries(batch):
            if os.path.lexists(entry.target):
                not_restored.append(entry.target)
                continue
            entry.target.parent.mkdir(parents=True, exist_ok=True)
            _move(entry.source, entry.target)
            restored.append(entry.target)
        folder = self.directory / batch
        if not any(path.name != _MANIFEST for path in folder.iterdir()):
            shutil.rmtree(folder)
        return restored, not_restored

    def _entries(self, batch: str) -> list[_Entry]:
        """What is still in a batch, each with a place that is below the root."""
        try:
            return list(self._checked(self.directory / batch))
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise TrashError(f"the trash batch {batch!r} cannot be restored: {error}") from error

    def _checked(self, folder: Path) -> Iterator[_Entry]:
        is_plain_folder(folder)
        text = read_plain_file(folder / _MANIFEST, max_bytes=_MAX_MANIFEST_BYTES)
        for entry in json.loads(text)["files"]:
            run, source = str(entry["run"]), folder / Path(entry["file"]).name
            target = self._root / entry["from"]
            if not _is_really_below(self._root, target):
                raise ValueError(f"it lists a path outside the log directory: {entry['from']}")
            if is_plain_file(source):
                yield _Entry(run, source, target)

    def _refuse_links(self) -> None:
        """Refuse a trash below the root that a link leads to; one elsewhere is the user's choice."""
        if self.directory.is_relative_to(self._root):
            for folder in (self.directory, *self.directory.parents):
                if folder == self._root:
                    break
                is_plain_folder(folder)

    def _new_batch(self) -> Path:
        self._refuse_links()
        name = time.strftime("%Y%m%dT%H%M%S")
        for number in range(1000):
            batch = self.directory / (f"{name}-{number}" if number else name)
            try:
                batch.mkdir(parents=True)
            except FileExistsError:
                continue
            return batch
        raise FileExistsError(f"{self.directory} has a thousand batches of this second")


def _is_really_below(root: Path, path: Path) -> bool:
    """Whether a path is below the root once all links on its way are followed."""
    real_root = os.path.realpath(root)
    real = os.path.realpath(path.parent)
    return os.path.commonpath([real, real_root]) == real_root and path.name not in ("", "..")


def _move(source: Path, target: Path) -> None:
    """Move a file, also to another file system; times stay."""
    try:
        os.rename(source, target)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)
        source.unlink()
