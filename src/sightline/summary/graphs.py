"""Graphs in `tf.summary` style, and the tracing calls that need TensorFlow itself."""

from __future__ import annotations

from typing import Any

from sightline.summary.state import should_record_summaries, state
from sightline.writer.notices import warn_user

_NO_TRACE = (
    "{call}: recording the graphs of tf.function needs TensorFlow's own runtime; nothing is recorded. "
    "Log a graph with sightline.summary.graph(graph_def) or SummaryWriter.add_graph(model)"
)
_NO_PROFILE = (
    "{call}: profiling devices needs the framework's own profiler (torch.profiler, jax.profiler, "
    "tf.profiler); Sightline reads what they write"
)


def graph(graph_data: Any) -> bool:
    """Write a GraphDef, its bytes or an object with `as_graph_def`; return whether it was written."""
    data = _graph_bytes(graph_data)
    if not should_record_summaries() or state.writer is None:
        return False
    import time

    from sightline.formats import messages

    event = messages.Event(wall_time=time.time(), graph_def=data)
    state.writer.add_event(event.SerializeToString())
    return True


def trace_on(graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None) -> None:
    """Warn that neither graphs nor profiles can be traced without TensorFlow, and go on."""
    if graph:
        warn_user(_NO_TRACE.format(call="trace_on"))
    if profiler:
        warn_user(_NO_PROFILE.format(call="trace_on(profiler=True)"))


def trace_export(name: str, step: Any = None, profiler_outdir: str | None = None) -> None:
    """Warn that no trace was recorded, and go on."""
    warn_user(_NO_TRACE.format(call=f"trace_export {name!r}"))


def trace_off() -> None:
    """Do nothing: no trace was begun."""


def _graph_bytes(graph_data: Any) -> bytes:
    if isinstance(graph_data, (bytes, bytearray)):
        return bytes(graph_data)
    if callable(getattr(graph_data, "as_graph_def", None)):
        graph_data = graph_data.as_graph_def()
    if not callable(getattr(graph_data, "SerializeToString", None)):
        got = type(graph_data).__name__
        raise TypeError(f"graph: expected a GraphDef, its bytes or an object with as_graph_def, got {got}")
    return bytes(graph_data.SerializeToString())
