"""Images: pictures as PNG or any other encoding a browser shows, one or several per step."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(slug="image", title="Images", claims=(Claim(plugin="images"), Claim(what="image")))
