"""Traces for tests: tiny ones made here, and real ones where they are at hand."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sightline import _native
from sightline.engine.local_reader import LocalReader
from sightline.formats.trace import Trace
from sightline.formats.trace_file import read_trace
from sightline.kinds.profile.profile import Profile

Event = dict[str, Any]


def shared_golden() -> Path | None:
    """The folder of logs that lies beside the repository, which holds what cannot be copied into it."""
    candidates = (parent / "shared/golden" for parent in Path(__file__).parents)
    return next((path for path in candidates if (path / "real_traces").is_dir()), None)


def golden_traces(*patterns: str) -> list[Any]:
    """Parameters: the paths of real traces, or one that is skipped where there are none."""
    folder = shared_golden()
    if folder is None:
        reason = "the real traces are not beside the repository"
        return [pytest.param(Path(), marks=pytest.mark.skip(reason=reason))]
    paths = sorted(path for pattern in patterns for path in folder.glob(pattern))
    return [pytest.param(path, id=path.name) for path in paths]


def real_profile(name: str) -> Profile:
    """A real trace, opened; the test is skipped where there is none."""
    folder = shared_golden()
    if folder is None:
        pytest.skip("the real traces are not beside the repository")
    with LocalReader().open(str(folder / "real_traces" / f"{name}.pt.trace.json.gz")) as source:
        return Profile(read_trace(source))


def read_bytes(data: bytes, *, piece_bytes: int | None = None) -> Trace:
    """A trace from bytes; in pieces of a size where one is given."""
    if piece_bytes is None:
        return read_trace(_native.WindowSource(data))
    reader = _native.JsonTraceReader()
    for at in range(0, len(data), piece_bytes):
        reader.feed(data[at : at + piece_bytes])
    return Trace(reader.finish())


def read_events(*events: Event, **members: Any) -> Trace:
    """A trace of these events and members of the file."""
    return read_bytes(json.dumps({**members, "traceEvents": events}).encode())


def span(
    name: str, ts: Any, dur: Any, *, tid: Any = 1, pid: Any = 1, cat: str = "cpu_op", **args: Any
) -> Event:
    """A complete event."""
    event = {"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur}
    return {**event, "args": args} if args else event


def names(trace: Trace) -> list[str]:
    """The names of all slices, in order."""
    return [trace.string(name) for name in trace.slices.name]


def problems(trace: Trace) -> dict[str, int]:
    """What could not be read, and how often."""
    return {problem.what: problem.count for problem in trace.problems}


def load_json(path: Path) -> Any:
    """A trace by the standard library, numbers with a point as decimals."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return json.loads(data, parse_float=Decimal, strict=False)
