"""What `tf.summary` (version 2) offers, without TensorFlow: a default writer for each thread, and functions.

Only the import changes: with ``import sightline as tf``, ``tf.summary.scalar(...)`` is ours.
"""

from __future__ import annotations

from sightline.summary import experimental
from sightline.summary.file_writer import SummaryWriter, create_file_writer, create_noop_writer, flush
from sightline.summary.graphs import graph, trace_export, trace_off, trace_on
from sightline.summary.plugins import audio, histogram, image, text
from sightline.summary.scalars import scalar
from sightline.summary.state import name_scope, record_if, should_record_summaries
from sightline.summary.write import write

__all__ = [
    "SummaryWriter",
    "audio",
    "create_file_writer",
    "create_noop_writer",
    "experimental",
    "flush",
    "graph",
    "histogram",
    "image",
    "name_scope",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "trace_export",
    "trace_off",
    "trace_on",
    "write",
]
