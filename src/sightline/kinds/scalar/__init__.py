"""Scalars: one number a step."""

from __future__ import annotations

from sightline.engine.claims import Claim, Kind

kind = Kind(
    slug="scalar",
    title="Scalars",
    claims=(Claim(plugin="scalars"), Claim(what="simple_value"), Claim(data_class="scalar")),
)
