"""Videos: GIF, in the field of images so that TensorBoard shows it too, or MP4 and WebM as given."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

PLUGIN = "video"

kind = Kind(slug="video", title="Videos", claims=(Claim(plugin=PLUGIN), Claim(plugin=PLUGIN, what="image")))
