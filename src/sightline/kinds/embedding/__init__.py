"""Embeddings: points in many dimensions with labels and pictures, in the projector's files."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(
    slug="embedding",
    title="Embeddings",
    claims=(Claim(files="projector_config.pbtxt", alone=True), Claim(files="*.index")),
)
