"""Audio: short clips, mostly WAV, one or several per step."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(slug="audio", title="Audio", claims=(Claim(plugin="audio"), Claim(what="audio")))
