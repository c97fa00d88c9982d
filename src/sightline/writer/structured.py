"""SummaryWriter's methods for structured data: curves, tables, meshes, hyper-parameters, embeddings."""

from __future__ import annotations

from sightline.writer.curves import CurveMethods
from sightline.writer.embeddings import EmbeddingMethods
from sightline.writer.hyper_parameters import HParamsMethods
from sightline.writer.layouts import LayoutMethods
from sightline.writer.tables import TableMethods


class StructuredMethods(CurveMethods, TableMethods, LayoutMethods, HParamsMethods, EmbeddingMethods):
    """Methods for structured data: curves, tables, meshes, layouts, hyper-parameters, embeddings."""
