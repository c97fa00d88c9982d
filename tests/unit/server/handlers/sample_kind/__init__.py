"""A kind as an outside package would bring it, for tests of the generic route."""

from __future__ import annotations

from sightline.engine.kind import Kind

kind = Kind(slug="sample", title="Samples")
