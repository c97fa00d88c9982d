"""Histograms: how the values of a weight, gradient or activation are spread, step by step."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(
    slug="histogram",
    title="Histograms",
    claims=(Claim(plugin="histograms"), Claim(what="histo")),
)
