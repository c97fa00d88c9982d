"""sightline.profiler.trace around JAX's profiler, on the CPU."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.kinds.profile.query import QUERIES
from sightline.profiler import trace
from support.logs import load

jax = pytest.importorskip("jax", reason="jax is not installed: make test-interop")


def sessions(folder: Path) -> list[Path]:
    return sorted((folder / "plugins" / "profile").glob("*"))


def events(session: Path, name: str) -> list[dict[str, Any]]:
    """Complete events of a name, as JAX's Chrome trace of the session has them."""
    (path,) = session.glob("*.trace.json.gz")
    found = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    return [event for event in found if event.get("ph") == "X" and event["name"] == name]


def train(target: Any, n_steps: int = 6, **options: Any) -> None:
    square = jax.jit(lambda x: x @ x)
    with trace(target, **options) as prof:
        for batch in prof.data([jax.numpy.eye(8)] * n_steps):
            with prof.span("forward", shapes=[batch.shape]):
                square(batch).block_until_ready()
            prof.step()


def test_window_has_its_steps_spans_and_waits_for_data(tmp_path: Path) -> None:
    train(tmp_path / "run", wait=1, active=3, step=100)
    (session,) = sessions(tmp_path / "run")
    assert [event["args"]["step_num"] for event in events(session, "train")] == ["101", "102", "103"]
    assert [event["args"]["shapes"] for event in events(session, "forward")] == ["[[8, 8]]"] * 3
    assert len(events(session, "list.__next__")) == 3
    assert {path.name.partition(".")[2] for path in session.iterdir()} >= {"xplane.pb", "memory.prof"}
    frame = QUERIES["sessions"](load(tmp_path).view(), {})
    assert {str(tool) for tool in frame["tool"]} == {"memory_profile", "trace", "xplane"}
    assert sorted(path.name.split(".")[0] for path in (tmp_path / "run").iterdir()) == ["events", "plugins"]


def test_scalars_are_logged_at_the_steps_of_the_caller(tmp_path: Path) -> None:
    train(tmp_path, n_steps=3, step=7)
    frame = sightline.open(tmp_path).scalars()
    logged = [int(step) for tag, step in zip(frame["tag"], frame["step"], strict=True) if "step_time" in tag]
    assert logged == [7, 8, 9]
    assert "profile/host_memory_mib" in set(frame["tag"])


def test_block_without_steps_is_recorded_as_a_whole(tmp_path: Path) -> None:
    with trace(tmp_path) as prof, prof.span("all of it"):
        jax.numpy.ones(4).sum().block_until_ready()
    (session,) = sessions(tmp_path)
    assert len(events(session, "all of it")) == 1


def test_cycles_of_one_second_have_sessions_of_their_own(tmp_path: Path) -> None:
    train(tmp_path, n_steps=6, wait=1, active=1, repeat=3)
    assert [len(events(session, "train")) for session in sessions(tmp_path)] == [1, 1, 1]


def test_trace_that_is_running_already_goes_on(tmp_path: Path) -> None:
    with jax.profiler.trace(tmp_path / "other"):
        with pytest.warns(RuntimeWarning, match="profiling stopped.*already been started"):
            train(tmp_path / "run")
        with jax.profiler.TraceAnnotation("after"):
            pass
    (session,) = sessions(tmp_path / "other")
    assert len(events(session, "after")) == 1
    assert sessions(tmp_path / "run") == []
    assert not (tmp_path / "run" / ".sightline").exists()


def test_error_of_the_training_leaves_jax_free(tmp_path: Path) -> None:
    def fail() -> None:
        with trace(tmp_path):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    train(tmp_path)
    assert len(sessions(tmp_path)) == 2
