"""Notes and views that people save while servers come and go, and which of them must be found in the end."""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from collections.abc import Callable

from support.server_process import ServerError, ServerGoneError, ServerProcess

N_VIEWS = 20


class Edits:
    """Makes edits and remembers what may be found: one without an answer was made or was not."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._notes: dict[str, set[str | None]] = defaultdict(lambda: {None})
        self._views: dict[str, int] = {}
        self.n_notes = 0
        self.n_views = 0

    def note(self, server: ServerProcess, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Write a note on some run; `meanwhile` may end the server."""
        runs = server.get("runs")["runs"]
        if not runs:
            return
        run = self._chance.choice(runs)
        self.n_notes += 1
        note = f"note {self.n_notes}"
        self._notes[run["name"]].add(note)
        confirmed: list[int] = []
        sender = threading.Thread(target=_send, args=(server, run["id"], note, confirmed))
        sender.start()
        meanwhile()
        sender.join()
        if confirmed:
            self._notes[run["name"]] = {note}

    def view(self, server: ServerProcess) -> None:
        """Save a view under one of a few names."""
        name = f"view_{self._chance.randrange(N_VIEWS)}"
        self.n_views += 1
        status, data = server.ask("PUT", f"views/{name}", {"number": self.n_views})
        if status != 200:
            raise ServerError(f"{status} for a view: {data[:500]!r}")
        self._views[name] = self.n_views

    def check(self, server: ServerProcess) -> None:
        """Raise ServerError where a confirmed edit is not found."""
        for run in server.get("runs")["runs"]:
            if run["note"] not in self._notes[run["name"]]:
                possible = self._notes[run["name"]]
                raise ServerError(f"the note of {run['name']} is {run['note']!r}, not one of {possible}")
        views = {view["name"]: view["state"]["number"] for view in server.get("views")["views"]}
        if views != self._views:
            raise ServerError(f"the views are {views}, not {self._views}")


def _send(server: ServerProcess, run_id: int, note: str, confirmed: list[int]) -> None:
    try:
        status, _ = server.ask("PATCH", f"runs/{run_id}", {"note": note})
    except ServerGoneError:
        return
    if status == 200:
        confirmed.append(status)
