"""Tables: named, typed columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.engine.kind import Claim, FactLookup, Kind

if TYPE_CHECKING:
    from sightline.engine.store import StoreView


def _facts(view: StoreView) -> FactLookup:
    # Imported here: a writer needs this package, but none of what reads tables.
    from sightline.kinds.table.captured import captured_facts

    return lambda run: captured_facts(view, run)


kind = Kind(
    slug="table",
    title="Tables",
    claims=(Claim(plugin="sightline_table"),),
    end_tags=("run/end",),  # logged by sightline.capture
    facts=_facts,
)
