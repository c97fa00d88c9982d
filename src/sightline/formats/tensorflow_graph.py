"""TensorFlow's own files to GraphDef messages: SavedModels, MetaGraphDefs and GraphDefs, frozen ones too."""

from __future__ import annotations

from sightline import _native
from sightline.formats.byte_window import read_all
from sightline.formats.wire_prefix import first

# Protobuf's own limit of a message.
_MAX_BYTES = (2 << 30) - 1
_META_GRAPH, _GRAPH = 2, 2


def read_saved_model(source: _native.ByteSource) -> bytes:
    """The first graph of a SavedModel."""
    data = _whole(source)
    meta_graph = first(data, _META_GRAPH)
    if meta_graph is None:
        raise ValueError("this SavedModel has no graph")
    return _graph_in(data, meta_graph.begin, meta_graph.end)


def read_graph_message(source: _native.ByteSource) -> bytes:
    """A file that is a GraphDef itself."""
    return _whole(source)


def read_meta_graph(source: _native.ByteSource) -> bytes:
    """The graph of a `.meta` file beside a checkpoint."""
    data = _whole(source)
    return _graph_in(data, 0, len(data))


def _graph_in(data: bytes, begin: int, end: int) -> bytes:
    found = first(data, _GRAPH, begin, end)
    if found is None:
        raise ValueError("it has no graph")
    return data[found.begin : found.end]


def _whole(source: _native.ByteSource) -> bytes:
    if source.size > _MAX_BYTES:
        raise ValueError(f"it has more than the {_MAX_BYTES >> 20:,} MiB that are read")
    return read_all(source, 0, source.size)
