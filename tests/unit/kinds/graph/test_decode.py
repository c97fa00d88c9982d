"""Messages of graphs, before they become columns."""

from __future__ import annotations

import subprocess
import sys

# Protobuf writes maps in an order of its own in each process.
_NUMBERED = """
from sightline.formats import messages
from sightline.kinds.graph.decode import graph_def_bytes

meta = messages.MetaGraphDef()
node = meta.graph_def.node.add(name="a", op="Add")
for name in map(str, range(20)):
    node.attr[name].i = 1
print(graph_def_bytes("MetaGraphDef", meta.SerializeToString()).hex())
"""


def test_graph_has_the_same_bytes_in_every_process() -> None:
    command = [sys.executable, "-c", _NUMBERED]
    found = {subprocess.run(command, capture_output=True, check=True).stdout for _ in range(4)}
    assert len(found) == 1
