"""The queries of the installed kinds, each kind's module loaded with its first query."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

from sightline.engine.kind import Kind
from sightline.plugins import Installed
from sightline.wire.query import Query

_log = logging.getLogger("sightline.server")
# Queries that belong to no kind: the logs by plugin name, as plugins of TensorBoard ask for them.
_OTHERS = {"tensorboard": "sightline.tensorboard.provider_queries"}


class KindQueries:
    """Finds `QUERIES` of a kind; a kind without them, or one that does not load, has none."""

    def __init__(self, installed: Installed) -> None:
        self._kinds = installed.kinds
        self._of_plugins = installed.queries
        self._tables: dict[str, Mapping[str, Query[Any]]] = {}

    def kind(self, slug: str) -> Kind | None:
        """Return a kind by its slug."""
        return self._kinds[slug].kind if slug in self._kinds else None

    def find(self, kind: str, name: str) -> Query[Any] | None:
        """Return a query by the slug of its kind and its name."""
        return self._table(kind).get(name)

    def warm_cache(self, kind: str, view: Any) -> None:
        """Run what pages of a kind request first; a failure is reported when the page requests it."""
        for query in self._table(kind).values():
            if query.ahead:
                with suppress(Exception):
                    query(view, {})

    @cached_property
    def all(self) -> dict[str, Mapping[str, Query[Any]]]:
        """All queries by kind, for the description of the API."""
        slugs = sorted({*self._kinds, *self._of_plugins, *_OTHERS})
        return {slug: table for slug in slugs if (table := self._table(slug))}

    def _table(self, kind: str) -> Mapping[str, Query[Any]]:
        """The queries of a kind, and those that plugins add to it; these may not replace one."""
        table = self._tables.get(kind)
        if table is None and (kind in self._kinds or kind in self._of_plugins or kind in _OTHERS):
            added = self._of_plugins.get(kind, {})
            table = self._tables[kind] = {**added, **self._own(kind)}
        return table or {}

    def _own(self, kind: str) -> Mapping[str, Query[Any]]:
        loaded = self._kinds.get(kind)
        if loaded is None:
            return _load(kind, lambda: import_module(_OTHERS[kind])) if kind in _OTHERS else {}
        return _load(kind, lambda: loaded.part("query")) if loaded.plugin is None else {}


def _load(kind: str, load: Callable[[], ModuleType | None]) -> Mapping[str, Query[Any]]:
    try:
        table: Mapping[str, Query[Any]] = getattr(load(), "QUERIES", {})
    except Exception:  # one kind's broken module must not stop the others
        _log.exception("the queries of kind %s do not load", kind)
        return {}
    return table
