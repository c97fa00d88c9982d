"""What the writers flushed: each step of it must be served, whatever happened since."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from load.load_writer import STEPS_PER_ITEM, value_at
from support.server_process import ServerError, ServerProcess


class Ledger:
    """The file in which every writer enters how far it flushed."""

    def __init__(self, path: Path, logs: Path) -> None:
        self.path = path
        self._logs = logs
        path.touch()

    def check(self, server: ServerProcess) -> int:
        """Raise ServerError where a flushed step is not served with its value; returns how many there are."""
        served = _served_losses(server)
        n_points, n_items = 0, 0
        for run, first, end in self._flushed():
            lost = [step for step in range(first, end) if served[run].get(step) != value_at(step)]
            if lost:
                raise ServerError(f"{run} lost {len(lost)} flushed points, from step {lost[0]}")
            n_points += end - first
            n_items += len(range(first, end, STEPS_PER_ITEM))
        n_served = {tag["tag"]: tag["n_points"] for tag in server.get("tags")["tags"]}
        for tag in ("picture", "text/text_summary"):
            if n_served.get(tag, 0) < n_items:
                raise ServerError(f"{n_served.get(tag, 0)} of {n_items} items of {tag} are served")
        return n_points

    def _flushed(self) -> Iterator[tuple[str, int, int]]:
        """Run, first step and end of what each writer flushed, by its last entry."""
        last: dict[tuple[str, int], int] = {}
        for line in self.path.read_text().splitlines():
            folder, first, end = line.split("\t")
            last[Path(folder).relative_to(self._logs).as_posix(), int(first)] = int(end)
        return ((run, first, end) for (run, first), end in last.items())


def _served_losses(server: ServerProcess) -> dict[str, dict[int, float]]:
    body = {"format": "csv", "superseded": True, "tags": ["loss"]}
    status, data = server.ask("POST", "kinds/scalar/export", body)
    if status != 200:
        raise ServerError(f"{status} for the export: {data[:500]!r}")
    served: dict[str, dict[int, float]] = defaultdict(dict)
    for row in csv.DictReader(io.StringIO(data.decode())):
        served[row["run"]][int(row["step"])] = float(row["value"])
    return served
