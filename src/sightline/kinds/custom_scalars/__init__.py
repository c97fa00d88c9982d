"""Custom scalars: charts that a run lays out over its own scalar tags."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(slug="custom_scalars", title="Custom scalars", claims=(Claim(plugin="custom_scalars"),))
