"""SummaryWriter's methods for structured data: curves, tables, meshes, hyper-parameters, embeddings."""

from __future__ import annotations

from sightline.writer.base import WriterBase


class StructuredMethods(WriterBase):
    """Methods for structured data: curves, tables, meshes, layouts, hyper-parameters, embeddings."""
