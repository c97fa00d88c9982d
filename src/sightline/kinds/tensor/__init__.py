"""Tensors: whole arrays as logged, and every value that no other kind claims."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(
    slug="tensor",
    title="Tensors",
    claims=(Claim(plugin="tensor"), Claim(what="tensor"), Claim(data_class="tensor")),
    takes_unclaimed=True,
)
