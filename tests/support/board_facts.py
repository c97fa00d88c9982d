"""What a server tells of its runs and tags, free of ids of its own, to be compared with a fresh server's."""

from __future__ import annotations

import time
from typing import Any

from support.server_process import HANG_SECS, ServerError, ServerProcess

_RUN_FIELDS = ("last_step", "n_points", "damage", "first_nan", "restarts")


def settled_facts(server: ServerProcess) -> dict[str, Any]:
    """The facts once loading is over and they stay the same."""
    until = time.monotonic() + HANG_SECS
    before: dict[str, Any] = {}
    while time.monotonic() < until:
        now = _facts(server) if not server.get("progress")["loading"] else {}
        if now and now == before:
            return now
        before = now
        time.sleep(0.5)
    return before


def check_equal_to_fresh(server: ServerProcess, expected: dict[str, Any]) -> None:
    """Wait until a server that followed the files answers the same as a fresh one, or raise ServerError."""
    until = time.monotonic() + HANG_SECS
    while (facts := settled_facts(server)) != expected and time.monotonic() < until:
        pass
    for part in expected:
        names = sorted({*expected[part], *facts.get(part, {})})
        differ = [n for n in names if expected[part].get(n) != facts.get(part, {}).get(n)]
        if differ:
            first = differ[0]
            raise ServerError(
                f"{len(differ)} {part} differ from a fresh read; {first}: "
                f"{facts.get(part, {}).get(first)} instead of {expected[part].get(first)}"
            )


def _facts(server: ServerProcess) -> dict[str, Any]:
    runs = server.get("runs")["runs"]
    names = {run["id"]: run["name"] for run in runs}
    tags = server.get("tags")["tags"]
    return {
        "runs": {run["name"]: {key: run[key] for key in _RUN_FIELDS} for run in runs},
        "tags": {
            f"{t['kind']} {t['tag']}": (t["n_points"], sorted(names[r] for r in t["runs"])) for t in tags
        },
    }
