"""Scalars: one number a step."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind
from sightline.kinds.scalar.folding import is_add_scalars_line

kind = Kind(
    slug="scalar",
    title="Scalars",
    claims=(Claim(plugin="scalars"), Claim(what="simple_value"), Claim(data_class="scalar")),
    storage="columns",
    takes_unclaimed=True,
    folds=is_add_scalars_line,
)
