"""Graphs out of event files: the payload of a graph event to its messages."""

from __future__ import annotations

from typing import Any

from sightline.formats import messages


def graph_def(payload: bytes) -> Any:
    """The GraphDef in an event's `graph_def` field. Raises ValueError where the bytes are none."""
    return _parsed(messages.GraphDef, payload, "a graph")


def run_metadata(payload: bytes) -> tuple[str, Any]:
    """The tag and RunMetadata in an event's `tagged_run_metadata` field."""
    tagged = _parsed(messages.TaggedRunMetadata, payload, "tagged run metadata")
    return tagged.tag, _parsed(messages.RunMetadata, tagged.run_metadata, "run metadata")


def _parsed(message: Any, payload: bytes, what: str) -> Any:
    try:
        return message.FromString(payload)
    except Exception as error:
        raise ValueError(f"these {len(payload)} bytes are not {what}: {error}") from None
