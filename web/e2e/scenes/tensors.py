"""Logs of the tensors page: arrays of several shapes, words, and values that are not what they claim.

python tensors.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter
from sightline.formats import messages
from sightline.formats.tensor_proto import to_tensor_proto


def claimed() -> bytes:
    """A value of a few bytes that claims a billion elements."""
    proto = to_tensor_proto(np.array([1.0], dtype=np.float32))
    proto.tensor_shape.dim[0].size = 10**9
    return bytes(messages.Summary.Value(tag="bad/claimed", tensor=proto).SerializeToString())


def foreign() -> bytes:
    """A value of a plugin that nobody here knows."""
    value = messages.Summary.Value(tag="plugin/unknown", tensor=to_tensor_proto(np.arange(6.0).reshape(2, 3)))
    value.metadata.plugin_data.plugin_name = "somebody_elses"
    return bytes(value.SerializeToString())


def write(folder: Path, name: str, scale: float) -> None:
    """One run; the attention sharpens with the steps."""
    rng = np.random.default_rng(1)
    distance = np.abs(np.arange(48)[:, np.newaxis] - np.arange(48))
    with SummaryWriter(folder / name) as writer:
        for step in range(0, 50, 10):
            heads = [np.exp(-distance / (scale * (2 + head * 3 + 40 / (step + 1)))) for head in range(8)]
            writer.add_tensor("attention/heads", np.array(heads, dtype=np.float32), step)
            writer.add_tensor("weights/kernel", rng.normal(size=(600, 300)).astype(np.float32), step)
            writer.add_tensor("weights/small", rng.normal(size=(5, 6)), step)
        writer.add_tensor("labels", [["cat", "dog"], ["قطة", "a long name"]], 0)
        holes = np.eye(4)
        holes[1, 2] = np.nan
        writer.add_tensor("bad/holes", holes, 0)
        writer._add_value(claimed(), 0, None)
        writer._add_value(foreign(), 0, None)


if __name__ == "__main__":
    for run, width in (("base", 1.0), ("wide", 2.0)):
        write(Path(sys.argv[1]), run, width)
