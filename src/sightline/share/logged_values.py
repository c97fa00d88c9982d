"""Values in a report as they were logged, so that it can be read back: bytes of a Summary.Value, scrubbed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from sightline import _native
from sightline.engine.claims import WHAT_NAMES
from sightline.engine.segment import TagMeta
from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.share.scrub import Scrubber

PREFIX = "values"
# Fields of an event that hold what is logged, rather than a summary.
EVENT_FIELDS = ("graph_def", "meta_graph_def", "tagged_run_metadata")


@dataclass
class LoggedValues:
    """The values of one kind by run and tag. What cannot be scrubbed or read is left out."""

    view: StoreView
    kind: str
    scrubber: Scrubber | None
    _found: dict[int, dict[str, list[tuple[int, float, bytes]]]] = field(default_factory=dict)

    def add(self, run_id: int, tag: str, row: int) -> None:
        """Add one value by its row in the list of its tag."""
        index = self.view.items(run_id, tag, self.kind)
        what = WHAT_NAMES[int(index.what[row])]
        try:
            payload = self.view.read(index.location(row))
            if what in EVENT_FIELDS:
                tag, data = "", _event(what, payload, self.scrubber)
            else:
                data = _prepared(payload, index.meta, self.scrubber)
        except (OSError, ValueError, DecodeError):
            return
        if data is None:
            return
        name = self.scrubber.text(tag) if self.scrubber else tag
        values = self._found.setdefault(run_id, {}).setdefault(name, [])
        values.append((int(index.step[row]), float(index.wall_time[row]), data))

    def packed(self) -> Iterator[tuple[int, bytes]]:
        """The values of each run: columns by tag."""
        for run_id, tags in self._found.items():
            yield run_id, _native.pack_columns([(tag, _columns(values)) for tag, values in tags.items()])


def unpacked(data: bytes) -> Iterator[tuple[bool, bytes, int, float]]:
    """What was packed: whether it is an event rather than a value, its bytes, step and time."""
    for tag, columns in _native.unpack_columns(data):
        content, ends = columns["data"].tobytes(), columns["offset"].tolist()
        steps, times = columns["step"].tolist(), columns["wall_time"].tolist()
        for place, (step, time) in enumerate(zip(steps, times, strict=True)):
            yield not tag, content[ends[place] : ends[place + 1]], step, time


def _columns(values: list[tuple[int, float, bytes]]) -> dict[str, Any]:
    return {
        "step": np.array([step for step, _, _ in values], np.int64),
        "wall_time": np.array([time for _, time, _ in values], np.float64),
        "offset": np.cumsum([0, *(len(data) for _, _, data in values)]).astype(np.int64),
        "data": np.frombuffer(b"".join(data for _, _, data in values), np.uint8),
    }


def _event(field_name: str, payload: bytes, scrubber: Scrubber | None) -> bytes | None:
    """An event with a graph in one of its own fields; a graph's texts are scrubbed node by node."""
    if scrubber is not None and _scrubbed(payload, scrubber) != payload:
        if field_name != "graph_def":
            return None
        payload = _scrubbed_graph(payload, scrubber)
    is_tagged = field_name == "tagged_run_metadata"
    field = messages.TaggedRunMetadata.FromString(payload) if is_tagged else payload
    return bytes(messages.Event(**{field_name: field}).SerializeToString())


def _scrubbed_graph(payload: bytes, scrubber: Scrubber) -> bytes:
    graph = messages.GraphDef.FromString(payload)
    for node in graph.node:
        node.name, node.device = scrubber.text(node.name), scrubber.text(node.device)
        node.input[:] = [scrubber.text(name) for name in node.input]
        for attribute in node.attr.values():
            attribute.s = _scrubbed(attribute.s, scrubber) or b""
            attribute.list.s[:] = [_scrubbed(string, scrubber) or b"" for string in attribute.list.s]
    return bytes(graph.SerializeToString())


def _prepared(data: bytes, meta: TagMeta, scrubber: Scrubber | None) -> bytes | None:
    """The value with its tag's metadata, which many producers write only once, without what is private."""
    value = messages.Summary.Value.FromString(data)
    if meta.has_metadata and not value.HasField("metadata"):
        value.metadata.plugin_data.plugin_name = meta.plugin_name
        value.metadata.plugin_data.content = meta.plugin_content
        value.metadata.display_name = meta.display_name
        value.metadata.summary_description = meta.description
        value.metadata.data_class = meta.data_class
    if scrubber is not None and not _scrub(value, scrubber):
        return None
    return bytes(value.SerializeToString())


def _scrub(value: Any, scrubber: Scrubber) -> bool:
    """Scrub all texts in place; False where something private is in bytes that are no text."""
    value.tag = scrubber.text(value.tag)
    if value.HasField("metadata"):
        metadata = value.metadata
        metadata.display_name = scrubber.text(metadata.display_name)
        metadata.summary_description = scrubber.text(metadata.summary_description)
        content = _scrubbed(metadata.plugin_data.content, scrubber)
        if content is None:
            return False
        metadata.plugin_data.content = content
    strings = [_scrubbed(string, scrubber) for string in value.tensor.string_val]
    if any(string is None for string in strings):
        return False
    if strings:
        value.tensor.string_val[:] = strings
    return True


def _scrubbed(data: bytes, scrubber: Scrubber) -> bytes | None:
    """Text without what is private; other bytes as they are, or None where they have something private."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        return data if scrubber.text(text) == text else None
    found = scrubber.text(text)
    # A message with lengths in it is broken by a shorter text.
    return data if found == text else found.encode() if text.isprintable() or "\n" in text else None
