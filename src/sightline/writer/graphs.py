"""SummaryWriter's methods for graphs of models."""

from __future__ import annotations

from sightline.writer.base import WriterBase


class GraphMethods(WriterBase):
    """Methods for graphs of models."""
