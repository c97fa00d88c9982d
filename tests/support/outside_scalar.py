"""A kind of a plugin that has the name of a built-in one."""

from __future__ import annotations

from sightline.engine.kind import Kind

kind = Kind(slug="scalar", title="Other scalars")
