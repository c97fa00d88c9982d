"""All that is installed: the built-in kinds, and what plugins add by entry points."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from sightline.engine.claims import Claims
from sightline.plugins.guarded import QueryTable
from sightline.plugins.kinds import LoadedKind
from sightline.plugins.loading import KINDS, PAGES, QUERIES, Additions, broken_page, load_plugin
from sightline.plugins.page import OfferedPage
from sightline.plugins.plugin import BUDGET_SECS, Plugin


@dataclass(frozen=True)
class Installed:
    """Kinds by slug, queries of plugins by the kind they are about, pages and the plugins themselves.

    `files` are the folders that are served for pages, by the page's slug.
    """

    kinds: Mapping[str, LoadedKind] = field(default_factory=dict)
    queries: Mapping[str, QueryTable] = field(default_factory=dict)
    pages: tuple[OfferedPage, ...] = ()
    files: Mapping[str, Path] = field(default_factory=dict)
    plugins: tuple[Plugin, ...] = ()


@cache
def load_installed(*, with_plugins: bool = True) -> Installed:
    """What is installed in this Python, looked up once."""
    points = [point for group in (KINDS, QUERIES, PAGES) for point in entry_points(group=group)]
    return installed_from(points if with_plugins else filter(is_built_in, points))


def load_kinds() -> Mapping[str, LoadedKind]:
    """All installed kinds by slug."""
    return load_installed().kinds


@cache
def load_claims() -> Claims:
    """What the installed kinds claim."""
    return Claims(loaded.kind for loaded in load_kinds().values())


def is_built_in(point: EntryPoint) -> bool:
    """Whether an entry point is of this package itself."""
    return point.module.startswith("sightline.")


def installed_from(points: Iterable[EntryPoint], *, budget_secs: float = BUDGET_SECS) -> Installed:
    """Load what entry points name. Plugins load side by side, each within the time budget."""
    given = sorted(set(points), key=lambda point: (point.name, point.value))
    kinds = {point.name: LoadedKind(point.load(), point.module) for point in given if is_built_in(point)}
    by_plugin = _by_plugin((point for point in given if not is_built_in(point)), budget_secs)
    plugins = list(by_plugin)
    with ThreadPoolExecutor(max_workers=max(1, len(plugins))) as threads:
        loaded = list(threads.map(load_plugin, plugins, by_plugin.values()))
    installed = _joined(kinds, plugins, loaded)
    for plugin in plugins:
        if plugin.reason is not None:
            warnings.warn(f"plugin {plugin.name} is broken: {plugin.reason}", stacklevel=2)
    return installed


def _by_plugin(points: Iterable[EntryPoint], budget_secs: float) -> dict[Plugin, list[EntryPoint]]:
    """The entry points of each distribution; without one, of each top package."""
    plugins: dict[str, Plugin] = {}
    found: dict[Plugin, list[EntryPoint]] = {}
    for point in points:
        name = point.dist.name if point.dist else point.module.partition(".")[0]
        version = point.dist.version if point.dist else ""
        plugin = plugins.setdefault(name, Plugin(name, version, budget_secs=budget_secs))
        found.setdefault(plugin, []).append(point)
    return found


def _joined(kinds: dict[str, LoadedKind], plugins: list[Plugin], loaded: list[Additions]) -> Installed:
    """One of everything: of two with one name the first stays, and the other is recorded as a failure."""
    queries: dict[str, QueryTable] = {}
    pages: dict[str, OfferedPage] = {}
    files: dict[str, Path] = {}
    for plugin, found in zip(plugins, loaded, strict=True):
        for slug, kind in found.kinds.items():
            if kinds.setdefault(slug, kind) is not kind:
                plugin.fail(f"the kind {slug}", "another one has this name")
        for owner, table in found.queries.items():
            queries[owner] = {**table, **queries.get(owner, {})}
        for slug, page in found.pages.items():
            if pages.setdefault(slug, page) is not page:
                plugin.fail(f"the page {slug}", "another one has this name")
        for slug, folder in found.files.items():
            files.setdefault(slug, folder)
        if plugin.reason is not None and not found.pages:
            # So that the reason is on the board, too.
            pages[plugin.name] = broken_page(plugin, plugin.name)
    return Installed(
        kinds=dict(sorted(kinds.items())),
        queries=queries,
        pages=tuple(pages.values()),
        files=files,
        plugins=tuple(plugins),
    )
