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
        self._live: set[int] = set()  # the runs whose state changes as time passes
        self._structure_generation = 0
        self.n_other_changes = 0

    def count_other_change(self) -> None:
        """Count a change outside the store: a name, a note, a color."""
        self.n_other_changes += 1

    def update(self, view: StoreView) -> Position:
        """Compare with a newer view; return the position."""
        before, self._view = self._view, view
        changed = view.changed_since(before.generation)
        signatures = {run.id: _signature(run) for run in changed}
        moved = any(self._signatures.get(run_id) != signature for run_id, signature in signatures.items())
        self._signatures.update(signatures)
        if moved or len(before.runs) != len(view.runs):
            self._structure_generation = view.generation
        if self._states_differ(view, changed):
            self.n_other_changes += 1
        return Position(view.generation, self.n_other_changes)

    def _states_differ(self, view: StoreView, changed: list[RunView]) -> bool:
        """Note the states of runs that may have another one: those that changed, and the live ones."""
        now = time.time()
        live = [view.by_id[run_id] for run_id in self._live if run_id in view.by_id]
        states = {run.id: run.state_at(now) for run in (*live, *changed)}
        differ = any(self._states.get(run_id) != state for run_id, state in states.items())
        self._states.update(states)
        self._live = {run_id for run_id, state in states.items() if state == "live"}
        return differ

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
