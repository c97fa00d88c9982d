"""SummaryWriter's methods for structured data: curves, tables, meshes, hyperparameters, embeddings."""

from __future__ import annotations

from sightline.writer.curves import CurveMethods
from sightline.writer.embeddings import EmbeddingMethods
from sightline.writer.hyperparameters import HParamsMethods
from sightline.writer.layouts import LayoutMethods
from sightline.writer.tables import TableMethods


class StructuredMethods(CurveMethods, TableMethods, LayoutMethods, HParamsMethods, EmbeddingMethods):
    """Methods for structured data: curves, tables, meshes, layouts, hyperparameters, embeddings."""
