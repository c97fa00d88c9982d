"""The trash of the board: runs removed on the page, in the same trash folders as `sightline prune` uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sightline.engine.retention import picked
from sightline.engine.trash import Trash
from sightline.server.schema.shapes import Batch, RestoreAnswer

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView

_SEPARATOR = ":"


class BoardTrash:
    """The trash folders of all roots. A batch is named by the index of its root and its name in that root."""

    def __init__(self, roots: Sequence[str]) -> None:
        self._trashes = [Trash(Path(root)) for root in roots]
        self._roots = [Path(root) for root in roots]

    def move(self, runs: Sequence[RunView], ids: Iterable[int]) -> list[Batch]:
        """Move runs to the trash of their root; return the new batches. Raises as `picked` does."""
        chosen = picked(runs, ids)
        batches = []
        for index, root in enumerate(self._roots):
            of_root = [run for run in chosen if run.root == root]
            if of_root:
                name = self._trashes[index].move(of_root).name
                batches.append(_batch(index, name, [run.name for run in of_root]))
        return batches

    def batches(self) -> list[Batch]:
        """Everything in the trash, newest batch first."""
        found = [
            _batch(index, name, runs)
            for index, trash in enumerate(self._trashes)
            for name, runs in trash.batches().items()
        ]
        return sorted(found, key=lambda batch: batch.batch.partition(_SEPARATOR)[2], reverse=True)

    def restore(self, batch: str) -> RestoreAnswer:
        """Move a batch back; count the files restored, and those that stay because their place is taken.

        KeyError if there is no such batch, TrashError if its list cannot be used.
        """
        index, _, name = batch.partition(_SEPARATOR)
        if not (index.isascii() and index.isdigit() and len(index) < 10) or int(index) >= len(self._trashes):
            raise KeyError(batch)
        restored, not_restored = self._trashes[int(index)].restore(name)
        return RestoreAnswer(len(restored), len(not_restored))


def _batch(index: int, name: str, runs: list[str]) -> Batch:
    return Batch(f"{index}{_SEPARATOR}{name}", runs)
