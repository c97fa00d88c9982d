"""The fuzz of the whole server: files change behind a running board while it is asked everything it offers.

It must not end, hang, answer 5xx or grow without bound, and in the end it must tell of the files what a fresh
server tells. The suite has a short one. A long one: `python tests/fuzz/server_fuzz.py --secs 600 --seed 7`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.mutations import Mutations, copy_logs
from fuzz.parameters import Parameters

GOLDEN = Path(__file__).parents[1] / "golden"
# An answer that takes longer hangs; a busy machine may well need some of it.
HANG_SECS = 60.0
MAX_GROWTH_MB = 400
OLD_SECS = 7200


class FuzzError(AssertionError):
    """Something that must not happen, and the question before it."""


class Board:
    """A server process on a folder."""

    def __init__(self, folder: Path) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        python = [sys.executable, "-X", "faulthandler", "-W", "ignore"]
        self.process = subprocess.Popen(
            [*python, "-m", "sightline", "serve", str(folder), "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
        )
        assert self.process.stdout is not None
        found = re.search(rb"http://[^\"\s]+:(\d+)", self.process.stdout.readline())
        assert found is not None, self.complaints()
        self.port = int(found[1])

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(HANG_SECS)
        finally:
            self.process.kill()
            self._complaints.close()
            if self.process.stdout is not None:
                self.process.stdout.close()

    def complaints(self) -> str:
        """The end of what the process wrote to its standard error."""
        self._complaints.seek(0)
        return self._complaints.read().decode(errors="replace")[-4000:]

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """One question; FuzzError where the server ends, hangs or answers 5xx."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG_SECS)
        what = f"{method} {path} {json.dumps(body)[:2000]}"
        headers = {"origin": f"http://127.0.0.1:{self.port}"}
        try:
            connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            code = self.process.poll()
            raise FuzzError(f"{error!r} after {what}; exit code {code}\n{self.complaints()}") from error
        finally:
            connection.close()
        if answer.status >= 500:
            raise FuzzError(f"{answer.status} {data[:500]!r} after {what}\n{self.complaints()}")
        return answer.status, data

    def get(self, path: str) -> Any:
        """The JSON of an address that always has some."""
        status, data = self.ask("GET", path)
        if status != 200:
            raise FuzzError(f"{status} for {path}: {data[:500]!r}")
        return json.loads(data)

    def memory_mb(self) -> float:
        """The memory that the process holds; 0 where the system does not say."""
        status = Path(f"/proc/{self.process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
        return int(found[1]) / 1024 if found else 0.0


def loaded(board: Board) -> dict[str, Any]:
    """What a board tells of its runs and tags, free of numbers of its own, once it has settled."""
    until = time.monotonic() + HANG_SECS
    before: dict[str, Any] = {}
    while time.monotonic() < until:
        now = _facts(board) if not board.get("progress")["loading"] else {}
        if now and now == before:
            return now
        before = now
        time.sleep(0.5)
    return before


def _facts(board: Board) -> dict[str, Any]:
    runs = board.get("runs")["runs"]
    names = {run["id"]: run["name"] for run in runs}
    told = ("last_step", "n_points", "damage", "first_nan", "restarts")
    tags = board.get("tags")["tags"]
    return {
        "runs": {run["name"]: {key: run[key] for key in told} for run in runs},
        "tags": {
            f"{t['kind']} {t['tag']}": (t["n_points"], sorted(names[r] for r in t["runs"])) for t in tags
        },
    }


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
        with Board(self.logs) as board:
            self._make_trouble(board, secs)
            for path in self.logs.rglob("*"):
                os.utime(path, (time.time() - OLD_SECS,) * 2)
            with Board(self.logs) as fresh:
                expected = loaded(fresh)
                self._compare(board, expected)

    def _make_trouble(self, board: Board, secs: float) -> None:
        document = board.get("openapi.json")
        posts = {path: ops["post"] for path, ops in document["paths"].items() if "post" in ops}
        parameters = Parameters(self._chance, document)
        until, start_mb = time.monotonic() + secs, 0.0
        n = 0
        while time.monotonic() < until:
            if n % 50 == 0:
                self._know(board, parameters)
                start_mb = start_mb or board.memory_mb()
            if self._chance.random() < 0.25:
                self._mutations.apply()
                self.n_mutations += 1
            self._ask(board, parameters, posts)
            n += 1
        grown = board.memory_mb() - start_mb
        if grown > MAX_GROWTH_MB:
            raise FuzzError(f"memory grew by {grown:.0f} MB in {n} questions")

    def _know(self, board: Board, parameters: Parameters) -> None:
        parameters.runs = [run["id"] for run in board.get("runs")["runs"]] or [0]
        parameters.tags = [tag["tag"] for tag in board.get("tags")["tags"]] or ["loss"]

    def _ask(self, board: Board, parameters: Parameters, posts: dict[str, Any]) -> None:
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
            schema = post["requestBody"]["content"]["application/json"]["schema"]
            method, path, body = "POST", path.removeprefix("/"), parameters.make(schema)
        status, _ = board.ask(method, path, body)
        self.statuses[status] += 1

    def _compare(self, board: Board, expected: dict[str, Any]) -> None:
        """The followed board comes to what the fresh one tells."""
        until = time.monotonic() + HANG_SECS
        while (told := loaded(board)) != expected and time.monotonic() < until:
            pass
        for part in expected:
            names = sorted({*expected[part], *told.get(part, {})})
            differ = [n for n in names if expected[part].get(n) != told.get(part, {}).get(n)]
            if differ:
                first = differ[0]
                raise FuzzError(
                    f"{len(differ)} {part} differ from a fresh read; {first}: "
                    f"{told.get(part, {}).get(first)} instead of {expected[part].get(first)}"
                )


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
