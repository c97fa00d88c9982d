"""People at a board: they list runs, follow the live stream, and look at charts, images and texts."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import threading
from collections import Counter
from collections.abc import Callable

from support.server_process import ServerGoneError, ServerProcess


class Viewers:
    """Threads that ask one server until they are stopped; a restarted one takes its place."""

    def __init__(self, server: Callable[[], ServerProcess], n_viewers: int, seed: int) -> None:
        self._server = server
        self._stopped = threading.Event()
        self.n_requests: Counter[str] = Counter()
        self._failures: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._run, args=(random.Random(seed + n),)) for n in range(n_viewers)
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End all threads."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def check(self) -> None:
        """Raise the first failure that anybody saw."""
        if self._failures:
            raise self._failures[0]

    def _run(self, chance: random.Random) -> None:
        while not self._stopped.is_set() and not self._failures:
            server = self._server()
            try:
                self._look(server, chance)
            except (ServerGoneError, OSError, http.client.HTTPException) as error:
                if not server.ended:
                    self._failures.append(error)
                self._stopped.wait(0.1)  # another one is being started
            except BaseException as error:
                self._failures.append(error)

    def _look(self, server: ServerProcess, chance: random.Random) -> None:
        runs = [run["id"] for run in server.get("runs")["runs"]]
        server.get("tags")
        self.n_requests["list"] += 1
        if chance.random() < 0.3:
            self._follow_live(server)
        some = chance.sample(runs, min(len(runs), 10))
        for path, body in (
            ("kinds/scalar/series", {"tags": ["loss", "accuracy"], "runs": some}),
            ("kinds/scalar/series", {"tags": ["loss"], "smoothing": {"kind": "ema", "amount": 0.9}}),
            ("kinds/scalar/summaries", {"runs": some}),
            ("kinds/image/items", {"tags": ["picture"], "runs": some}),
            ("kinds/text/items", {"tags": ["text/text_summary"], "runs": some}),
        ):
            status, data = server.ask("POST", path, body)
            assert status == 200, f"{status} for {path} {body}: {data[:500]!r}"
            self.n_requests[path] += 1

    def _follow_live(self, server: ServerProcess) -> None:
        """Read the live stream for some messages, then drop the connection."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        with contextlib.closing(connection):
            connection.request("GET", "/api/v1/live")
            answer = connection.getresponse()
            for _ in range(30):
                line = answer.readline()
                if line.startswith(b"data: "):
                    json.loads(line[6:])
                    self.n_requests["live"] += 1
                if not line or self._stopped.is_set():
                    return
