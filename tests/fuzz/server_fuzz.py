"""The fuzz of the whole server: files change behind a running board while every query it offers is sent.

It must not end, hang, answer 5xx or grow without bound, and in the end it must tell of the files what a fresh
server tells. The suite has a short one. A long one: `python tests/fuzz/server_fuzz.py --secs 600 --seed 7`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.mutations import Mutations, copy_logs
from fuzz.parameters import Parameters
from support.board_facts import check_equal_to_fresh, settled_facts
from support.server_process import ServerError, ServerProcess

GOLDEN = Path(__file__).parents[1] / "golden"
MAX_GROWTH_MB = 400
OLD_SECS = 7200


class ServerFuzz:
    """One fuzz in a folder; `seed` decides everything."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._chance = random.Random(seed)
        originals = copy_logs(GOLDEN, folder / "originals")
        self.logs = copy_logs(GOLDEN, folder / "logs")
        self._mutations = Mutations(self._chance, originals, self.logs)
        self.statuses: Counter[int] = Counter()
        self.n_mutations = 0

    def run(self, secs: float) -> None:
        """Ask and change for some time, then compare with a fresh server."""
        with ServerProcess(self.logs) as server:
            self._make_trouble(server, secs)
            for path in self.logs.rglob("*"):
                os.utime(path, (time.time() - OLD_SECS,) * 2)
            with ServerProcess(self.logs) as fresh:
                expected = settled_facts(fresh)
            check_equal_to_fresh(server, expected)

    def _make_trouble(self, server: ServerProcess, secs: float) -> None:
        document = server.get("openapi.json")
        posts = {path: ops["post"] for path, ops in document["paths"].items() if "post" in ops}
        parameters = Parameters(self._chance, document)
        until, start_mb = time.monotonic() + secs, 0.0
        n = 0
        while time.monotonic() < until:
            if n % 50 == 0:
                self._know(server, parameters)
                start_mb = start_mb or server.memory_mb()
            if self._chance.random() < 0.25:
                self._mutations.apply()
                self.n_mutations += 1
            self._ask(server, parameters, posts)
            n += 1
        grown = server.memory_mb() - start_mb
        if grown > MAX_GROWTH_MB:
            raise ServerError(f"memory grew by {grown:.0f} MB in {n} questions")

    def _know(self, server: ServerProcess, parameters: Parameters) -> None:
        parameters.runs = [run["id"] for run in server.get("runs")["runs"]] or [0]
        parameters.tags = [tag["tag"] for tag in server.get("tags")["tags"]] or ["loss"]

    def _ask(self, server: ServerProcess, parameters: Parameters, posts: dict[str, Any]) -> None:
        if self._chance.random() < 0.1:
            run = self._chance.choice(parameters.runs)
            method, path, body = self._chance.choice(
                [
                    ("GET", f"runs/{run}", None),
                    ("PATCH", f"runs/{run}", {"note": "n"}),
                    ("GET", "facts", None),
                ]
            )
        else:
            path, post = self._chance.choice(sorted(posts.items(), key=lambda item: item[0]))
            schema = post.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            body = None if schema is None else parameters.make(schema)
            method, path = "POST", path.removeprefix("/")
        status, _ = server.ask(method, path, body)
        self.statuses[status] += 1


def main() -> None:
    """A fuzz by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--secs", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        fuzz = ServerFuzz(Path(folder), options.seed)
        fuzz.run(options.secs)
        print(f"{fuzz.n_mutations} changes, answers {dict(fuzz.statuses)}")


if __name__ == "__main__":
    main()
