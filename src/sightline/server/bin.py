"""The bin: runs that somebody threw away on the page, in the same trash folders as `sightline prune`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sightline.engine.retention import Trash, picked

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView

_BETWEEN = ":"


class Bin:
    """The trash folders of all roots. A batch is named by the place of its root and its own name there."""

    def __init__(self, roots: Sequence[str]) -> None:
        self._trashes = [Trash(Path(root) / ".sightline" / "trash") for root in roots]
        self._roots = [Path(root) for root in roots]

    def put(self, runs: Sequence[RunView], ids: Iterable[int]) -> list[dict[str, Any]]:
        """Move runs to the trash of their root; return the batches made. Raises as `picked` does."""
        chosen = picked(runs, ids)
        batches = []
        for number, root in enumerate(self._roots):
            mine = [one for one in chosen if one.root == root]
            if mine:
                name = self._trashes[number].move(mine).name
                batches.append(_batch(number, name, [one.name for one in mine]))
        return batches

    def batches(self) -> list[dict[str, Any]]:
        """What lies in the trash, the newest batch first."""
        found = [
            _batch(number, name, runs)
            for number, trash in enumerate(self._trashes)
            for name, runs in trash.batches().items()
        ]
        return sorted(found, key=lambda batch: str(batch["batch"]).partition(_BETWEEN)[2], reverse=True)

    def restore(self, batch: str) -> dict[str, int]:
        """Bring a batch back to where it lay; KeyError where there is none. Says how many files could not."""
        number, _, name = batch.partition(_BETWEEN)
        if not number.isdigit() or int(number) >= len(self._trashes):
            raise KeyError(batch)
        restored, kept = self._trashes[int(number)].restore(name)
        return {"restored": len(restored), "kept": len(kept)}


def _batch(number: int, name: str, runs: list[str]) -> dict[str, Any]:
    return {"batch": f"{number}{_BETWEEN}{name}", "runs": runs}
