"""The schema message of an Arrow stream, by the public calls of nanoarrow alone."""

from __future__ import annotations

import ast
from pathlib import Path

import nanoarrow
import nanoarrow.ipc
import numpy as np

from sightline.formats.arrow_message import END_OF_STREAM
from sightline.wire import frame, ipc


def test_schema_message_reads_back_with_names_and_types() -> None:
    stream = frame.Frame({"step": np.zeros(3, np.int64), "value": np.zeros(3, np.float32)})
    message = ipc.schema_message(stream.__arrow_c_stream__())
    with nanoarrow.ipc.InputStream.from_readable(message + END_OF_STREAM) as read:
        schema = nanoarrow.ArrayStream(read).schema
    assert [(field.name, field.type.name) for field in schema.fields] == [
        ("step", "INT64"),
        ("value", "FLOAT"),
    ]


def test_nanoarrow_is_called_by_public_names_alone() -> None:
    tree = ast.parse(Path(ipc.__file__).read_text())
    named = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    assert [name for name in named if name.startswith("_") and name != "_capsule"] == []
