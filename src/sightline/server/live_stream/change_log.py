"""Which runs changed since a position of the live stream."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sightline.server.live_stream.hub import Position

if TYPE_CHECKING:
    from sightline.engine.run_view import RunState
    from sightline.engine.store import RunView, StoreView


class ChangeLog:
    """Compares each view with the one before; records when the lists of runs and tags last changed."""

    def __init__(self, view: StoreView) -> None:
        self._view = view
        self._signatures: dict[int, tuple[object, ...]] = {}
        self._states: dict[int, RunState] = {}
        self._structure_generation = 0
        self.n_other_changes = 0

    def count_other_change(self) -> None:
        """Count a change outside the store: a name, a note, a color."""
        self.n_other_changes += 1

    def update(self, view: StoreView) -> Position:
        """Compare with a newer view; return the position."""
        before, self._view = self._view, view
        signatures = {run.id: _signature(run) for run in view.changed_since(before.generation)}
        moved = any(self._signatures.get(run_id) != signature for run_id, signature in signatures.items())
        self._signatures.update(signatures)
        if moved or len(before.runs) != len(view.runs):
            self._structure_generation = view.generation
        now = time.time()
        states = {run.id: run.state_at(now) for run in view.runs}
        if states != self._states:
            self._states = states
            self.n_other_changes += 1
        return Position(view.generation, self.n_other_changes)

    def runs_since(self, position: Position | None) -> dict[str, int]:
        """Return the runs that grew after a position, by id, and the generation each is at."""
        view = self._view
        changed = view.runs if position is None else view.changed_since(position.generation)
        return {str(run.id): run.generation for run in changed}

    def structure_changed_since(self, position: Position | None) -> bool:
        """Whether the lists of runs or tags changed after a position, or a state, name or note."""
        return (
            position is None
            or position.n_other_changes != self.n_other_changes
            or self._structure_generation > position.generation
        )


def _signature(run: RunView) -> tuple[object, ...]:
    """A value that changes with the lists of runs and tags; cheap, because it is computed at every commit."""
    return run.parent_id, len(run.side_files), *(tip.n_tags for tip in run.tips)
