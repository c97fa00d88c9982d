"""`tf.summary.experimental`: the default step, ready-made messages and scopes."""

from __future__ import annotations

from sightline.summary.state import get_step, set_step, summary_scope
from sightline.summary.write import write_raw_pb

__all__ = ["get_step", "set_step", "summary_scope", "write_raw_pb"]
