"""Tables: named, typed columns."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(slug="table", title="Tables", claims=(Claim(plugin="sightline_table"),))
