"""Text: Markdown strings, alone or in arrays of any rank."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(
    slug="text",
    title="Text",
    claims=(Claim(plugin="text"),),
    failure_tags=("run/exception/text_summary",),  # logged by sightline.capture
)
