"""The soak: real writers, and everything that goes wrong on a shared disk, while a follower watches.

In the end the followed store must equal a fresh read, point for point. The suite has a short one. A long one:
`python tests/support/soak.py --secs 600 --runs 300`.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.roots import parse_roots
from sightline.engine.store import Store
from sightline.plugins import load_claims

# Writes to random runs until killed: restarts, session starts, several files and writers per run.
# A writer has a thread; more than a few at once would only try the scheduler.
_WRITER = """
import random, sys, time
from sightline import _native
root, n_runs, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance, writers, step = random.Random(seed), {}, 0
while True:
    name = f"{root}/group_{chance.randrange(4)}/run_{chance.randrange(n_runs):03d}"
    if len(writers) >= 40:
        other = chance.choice(list(writers))
        if chance.random() < 0.95:
            name = other
        else:
            writers.pop(other).close()
    if name not in writers or chance.random() < 0.02:
        writers[name] = _native.EventFileWriter(name, flush_secs=chance.choice([0.01, 1.0]))
        if chance.random() < 0.3:
            writers[name].add_session_start(max(0, step - chance.randrange(100)))
    for _ in range(chance.randrange(1, 50)):
        step += 1
        for tag in ("loss", "accuracy", f"rare/{chance.randrange(5)}"):
            writers[name].add_scalar(tag, chance.random(), step, time.time())
    if chance.random() < 0.5:
        writers[name].flush()
    time.sleep(chance.random() * 0.01)
"""


class Soak:
    """One soak in a directory; `chance` decides everything that happens."""

    def __init__(self, root: Path, *, n_runs: int, n_writers: int, seed: int) -> None:
        self.root = root
        self.n_runs = n_runs
        self.chance = random.Random(seed)
        self.events: dict[str, int] = {}
        self.writers = [self._start_writer() for _ in range(n_writers)]

    def _start_writer(self) -> subprocess.Popen[bytes]:
        seed = str(self.chance.randrange(1 << 30))
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", _WRITER, str(self.root), str(self.n_runs), seed]
        )

    def run(self, secs: float) -> None:
        """Cause failures for some time, then end the writers."""
        trouble: list[Callable[[], None]] = [
            self.kill,
            self.truncate,
            self.truncate,
            self.delete_run,
            self.replace,
            self.move,
        ]
        end = time.monotonic() + secs
        while time.monotonic() < end:
            act = self.chance.choice(trouble)
            try:
                act()
                self.events[act.__name__] = self.events.get(act.__name__, 0) + 1
            except (OSError, IndexError):
                pass  # the file was gone already: somebody else's trouble
            time.sleep(self.chance.random() * 0.2)
        for writer in self.writers:
            writer.kill()
            writer.wait()

    def kill(self) -> None:
        """End one writer in the middle of whatever it does, and start another."""
        place = self.chance.randrange(len(self.writers))
        self.writers[place].send_signal(signal.SIGKILL)
        self.writers[place].wait()
        self.writers[place] = self._start_writer()

    def truncate(self) -> None:
        """Cut a file somewhere; its writer does not know and writes on where it was."""
        path = self._any_file()
        os.truncate(path, self.chance.randrange(path.stat().st_size + 1))

    def delete_run(self) -> None:
        """Delete a run's directory under its writers."""
        shutil.rmtree(self._any_file().parent)

    def replace(self) -> None:
        """Put a copy of another file in a file's place."""
        copy = self.root / "copy"
        shutil.copy(self._any_file(), copy)
        os.replace(copy, self._any_file())

    def move(self) -> None:
        """Rename a run."""
        run = self._any_file().parent
        os.rename(run, run.with_name(f"moved_{self.chance.randrange(10)}"))

    def _any_file(self) -> Path:
        return self.chance.choice(sorted(self.root.glob("*/*/*tfevents*")))


def contents(store: Store) -> dict[tuple[str, str], tuple[bytes, ...]]:
    """Every scalar column in the store, with what is superseded."""
    found = {}
    for run in store.view().runs:
        for tag in run.series("scalar"):
            series = run.scalar(tag)
            mask = b"" if series.superseded is None else series.superseded.tobytes()
            found[run.name, tag] = (*(column.tobytes() for column in series.columns), mask)
    return found


def held_bytes(store: Store) -> int:
    """Memory that the segments of the store hold."""
    return sum(tip.segment.nbytes for run in store.view().runs for tip in run.tips)


def follow(root: Path) -> Follower:
    """A follower of the root, started."""
    follower = Follower(Store(default_reader(), load_claims()), parse_roots(root), reload_interval_secs=1.0)
    follower.start()
    return follower


def fresh(root: Path) -> Store:
    """The root read once, now."""
    store = Store(default_reader(), load_claims())
    follower = Follower(store, parse_roots(root))
    follower.load()
    follower.close()
    return store


def settled(follower: Follower, root: Path, *, secs: float) -> Store:
    """Wait until the followed store equals a fresh read, which is returned; fail when it does not."""
    wanted = fresh(root)
    deadline = time.monotonic() + secs
    while contents(follower.store) != contents(wanted):
        assert time.monotonic() < deadline, _difference(contents(follower.store), contents(wanted))
        time.sleep(0.05)
    return wanted


def _difference(
    got: dict[tuple[str, str], tuple[bytes, ...]], want: dict[tuple[str, str], tuple[bytes, ...]]
) -> str:
    names = sorted(key for key in got.keys() | want.keys() if got.get(key) != want.get(key))
    return f"{len(names)} series differ from a fresh read: {names[:5]}"


def main() -> None:
    """A long soak, by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--secs", type=float, default=120.0)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        follower = follow(root)
        soak = Soak(root, n_runs=options.runs, n_writers=options.writers, seed=options.seed)
        soak.run(options.secs)
        wanted = settled(follower, root, secs=60)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        held, afresh = held_bytes(follower.store), held_bytes(wanted)
        print(f"{soak.events}: {len(wanted.view().runs)} runs equal a fresh read")
        print(f"{follower.progress.n_points} points, {held} bytes held, {afresh} afresh; peak {peak} MiB")
        follower.close()


if __name__ == "__main__":
    main()
