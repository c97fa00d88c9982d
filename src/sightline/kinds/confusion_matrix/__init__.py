"""Confusion matrices: which class was taken for which."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(
    slug="confusion_matrix", title="Confusion matrices", claims=(Claim(plugin="sightline_confusion_matrix"),)
)
