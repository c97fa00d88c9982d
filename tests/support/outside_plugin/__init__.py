"""A plugin as another package would bring it: a kind, queries that answer, raise and hang, and a page."""

from __future__ import annotations

from pathlib import Path

from sightline.engine.kind import Claim, Kind
from sightline.plugins import Page

kind = Kind(slug="outside", title="Outside", claims=(Claim(plugin="outside"),))
page = Page(title="Outside", files=Path(__file__).parent / "web", kinds=("outside",))
newer = Page(title="Newer", files=Path(__file__).parent / "web", api=99)
lost = Page(title="Lost", files=Path(__file__).parent / "nowhere")
