"""Meshes and point clouds."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(slug="mesh", title="Meshes", claims=(Claim(plugin="mesh"),))
