"""A kind of data with the package that it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from sightline.engine.kind import Kind


@dataclass(frozen=True)
class LoadedKind:
    """A kind and the package it comes from, which has its parts: `decode`, `query`.

    The queries of a kind of a plugin are loaded with the plugin, whose name is here then.
    """

    kind: Kind
    package: str
    plugin: str | None = None

    def part(self, name: str) -> ModuleType | None:
        """A module of the kind's package, imported at first use; None where there is none."""
        full_name = f"{self.package}.{name}"
        return import_module(full_name) if find_spec(full_name) is not None else None
