"""Mixed load: trainings, viewers, edits and restarts at once, with writers and a server killed at any moment.

One server lasts and must not grow beyond its data: in the second half nothing is written, and its memory must
stay where it is. Another is killed and restarted all the time. In the end every flushed point is served by
both and by a fresh one, and every edit that was confirmed is there. The suite has a short run. A long one:
`python tests/load/mixed_load.py --secs 600 --seed 7`.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from load.edits import Edits
from load.ledger import Ledger
from load.viewers import Viewers
from support.board_facts import check_equal_to_fresh, settled_facts
from support.server_process import ServerError, ServerProcess

# What a point may cost: three columns of 8 bytes, with room for growth and the allocator.
MAX_BYTES_PER_POINT = 100
# Caches of answers, and what the allocator keeps for later.
MAX_OTHER_GROWTH_MB = 120
# What memory may rise by while nothing is written: requests under way, holes that are not returned yet.
MAX_IDLE_GROWTH_MB = 30
STEPS_PER_START = 1_000_000
STARTS_PER_RUN = 4
_WRITER = str(Path(__file__).with_name("load_writer.py"))


class MixedLoad:
    """One load on a folder; `seed` decides who is killed when."""

    def __init__(self, folder: Path, *, n_writers: int, n_viewers: int, seed: int) -> None:
        self.logs = folder / "logs"
        self.logs.mkdir()
        self._chance = random.Random(seed)
        self._ledger = Ledger(folder / "ledger", self.logs)
        self._edits = Edits(self._chance)
        self._n_starts = [0] * n_writers
        self._writers = [self._start_writer(place) for place in range(n_writers)]
        self._lasting = ServerProcess(self.logs)
        self._restarted = ServerProcess(self.logs)
        self._viewers = [
            Viewers(lambda: self._lasting, n_viewers, seed),
            Viewers(lambda: self._restarted, n_viewers, seed + n_viewers),
        ]
        self.events: Counter[str] = Counter()
        self._memory_mb: list[float] = []
        self._idle_memory_mb: list[float] = []

    def run(self, secs: float) -> dict[str, Any]:
        """Load for some time, then check that nothing is lost; returns the figures."""
        acts = [self._edit_note] * 6 + [self._save_view] * 2 + [self._restart_server]
        self._act([*acts, self._kill_writer], secs / 2, self._memory_mb)
        self._end_writers()
        self._act(acts, secs / 2, self._idle_memory_mb)
        for viewers in self._viewers:
            viewers.stop()
        for viewers in self._viewers:
            viewers.check()
        return self._check()

    def _act(self, acts: list[Callable[[], None]], secs: float, memory_mb: list[float]) -> None:
        until = time.monotonic() + secs
        while time.monotonic() < until:
            self._chance.choice(acts)()
            memory_mb.append(self._lasting.memory_mb())
            time.sleep(self._chance.random() * 0.4)

    def close(self) -> None:
        """End everything that still runs."""
        self._end_writers()
        for viewers in self._viewers:
            viewers.stop()
        for server in (self._lasting, self._restarted):
            server.end(signal.SIGKILL)

    def _start_writer(self, place: int) -> subprocess.Popen[bytes]:
        """Start a writer; a few in a row go on with the same run, in files of their own."""
        n, self._n_starts[place] = self._n_starts[place], self._n_starts[place] + 1
        home = self.logs / f"writer_{place}" / f"run_{n // STARTS_PER_RUN:03d}"
        first_step = n % STARTS_PER_RUN * STEPS_PER_START
        return subprocess.Popen([sys.executable, _WRITER, str(home), str(self._ledger.path), str(first_step)])

    def _end_writers(self) -> None:
        for writer in self._writers:
            writer.kill()
            writer.wait()

    def _kill_writer(self) -> None:
        place = self._chance.randrange(len(self._writers))
        self._writers[place].kill()
        self._writers[place].wait()
        self._writers[place] = self._start_writer(place)
        self.events["writers killed"] += 1

    def _restart_server(self) -> None:
        number = self._chance.choice([signal.SIGKILL, signal.SIGTERM])
        code = self._restarted.end(number)
        if number == signal.SIGTERM and code != 0:
            raise ServerError(f"the server ended with code {code} after SIGTERM")
        self._restarted = ServerProcess(self.logs)
        self.events[f"restarts after {number.name}"] += 1

    def _edit_note(self) -> None:
        self.events["notes"] += 1
        if self._chance.random() < 0.1:
            self._edits.note(self._restarted, meanwhile=self._restart_server)
        else:
            self._edits.note(self._chance.choice([self._lasting, self._restarted]))

    def _save_view(self) -> None:
        self.events["views"] += 1
        self._edits.view(self._chance.choice([self._lasting, self._restarted]))

    def _check(self) -> dict[str, Any]:
        n_flushed = 0
        with ServerProcess(self.logs) as fresh:
            expected = settled_facts(fresh)
            fresh_mb = fresh.memory_mb()
            for server in (self._lasting, self._restarted, fresh):
                check_equal_to_fresh(server, expected)
                self._edits.check(server)
                n_flushed = self._ledger.check(server)
        n_points = sum(run["n_points"] for run in expected["runs"].values())
        begin_mb, end_mb = self._check_memory(n_points)
        return {
            "runs": len(expected["runs"]),
            "points": n_points,
            "flushed_points_of_one_tag": n_flushed,
            "begin_mb": round(begin_mb),
            "end_mb": round(end_mb),
            "tenths_mb": _tenths(self._memory_mb),
            "tenths_without_writers_mb": _tenths(self._idle_memory_mb),
            "fresh_server_mb": round(fresh_mb),
            "requests": sum(sum(viewers.n_requests.values()) for viewers in self._viewers),
            **self.events,
        }

    def _check_memory(self, n_points: int) -> tuple[float, float]:
        """Return the lasting server's memory early on and when the last writer ended."""
        begin, end = self._memory_mb[len(self._memory_mb) // 10], self._memory_mb[-1]
        if end - begin > MAX_OTHER_GROWTH_MB + n_points * MAX_BYTES_PER_POINT / 2**20:
            raise ServerError(f"{n_points} points, and memory grew to {self._memory_mb[::50]} MB")
        third = max(1, len(self._idle_memory_mb) // 3)
        growth = median(self._idle_memory_mb[-third:]) - median(self._idle_memory_mb[:third])
        if growth > MAX_IDLE_GROWTH_MB:
            raise ServerError(f"nothing was written, and memory grew: {_tenths(self._idle_memory_mb)} MB")
        return begin, end


def _tenths(memory_mb: list[float]) -> list[int]:
    return [round(mb) for mb in memory_mb[:: max(1, len(memory_mb) // 10)]]


def main() -> None:
    """A long load by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--secs", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--viewers", type=int, default=2, help="of each server")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        load = MixedLoad(Path(folder), n_writers=given.writers, n_viewers=given.viewers, seed=given.seed)
        try:
            print(json.dumps(load.run(given.secs)))
        finally:
            load.close()


if __name__ == "__main__":
    main()
