"""Loads kinds of data from the entry points "sightline.kinds"; a broken one is left out with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import ModuleType

from sightline.engine.claims import Claims
from sightline.engine.kind import Kind

GROUP = "sightline.kinds"


@dataclass(frozen=True)
class LoadedKind:
    """A kind and the package it comes from, which has its parts: `decode`, `query`."""

    kind: Kind
    package: str

    def part(self, name: str) -> ModuleType | None:
        """A module of the kind's package, imported at first use; None where there is none."""
        full_name = f"{self.package}.{name}"
        return import_module(full_name) if find_spec(full_name) is not None else None


@cache
def load_kinds() -> Mapping[str, LoadedKind]:
    """All installed kinds by slug, looked up once."""
    return kinds_from(entry_points(group=GROUP))


@cache
def load_claims() -> Claims:
    """What the installed kinds claim."""
    return Claims(loaded.kind for loaded in load_kinds().values())


def kinds_from(points: Iterable[EntryPoint]) -> dict[str, LoadedKind]:
    """The kinds behind entry points, sorted by slug; of two with one slug the first stays."""
    found: dict[str, LoadedKind] = {}
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        loaded = _load(point)
        if loaded is not None:
            found.setdefault(loaded.kind.slug, loaded)
    return found


def _load(point: EntryPoint) -> LoadedKind | None:
    try:
        kind = point.load()
    except Exception as error:  # whatever somebody's module raises must not stop the others
        warnings.warn(f"the kind {point.name!r} ({point.value}) does not load: {error}", stacklevel=2)
        return None
    if not isinstance(kind, Kind):
        warnings.warn(f"the kind {point.name!r} ({point.value}) is not a Kind", stacklevel=2)
        return None
    return LoadedKind(kind, point.module)
