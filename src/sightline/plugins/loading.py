"""Imports a plugin: its kinds, queries and pages. What fails is recorded, and the rest of it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from pathlib import Path

from sightline.engine.kind import Kind
from sightline.plugins.guarded import QueryTable, guarded_kind, guarded_table
from sightline.plugins.kinds import LoadedKind
from sightline.plugins.page import OfferedPage, Page, offered
from sightline.plugins.plugin import Plugin, PluginError

KINDS, QUERIES, PAGES = "sightline.kinds", "sightline.queries", "sightline.pages"
_NOUNS = {KINDS: "kind", QUERIES: "queries", PAGES: "page"}


@dataclass
class Additions:
    """What one plugin adds. `files` are the folders of its pages by their slug."""

    kinds: dict[str, LoadedKind] = field(default_factory=dict)
    queries: dict[str, QueryTable] = field(default_factory=dict)
    pages: dict[str, OfferedPage] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)


def load_plugin(plugin: Plugin, points: Sequence[EntryPoint]) -> Additions:
    """Import what the entry points of one plugin name, within its time budget."""
    try:
        return plugin.call("import", lambda: _load_all(plugin, points))
    except PluginError:
        return Additions(pages={page.slug: page for page in _broken_pages(plugin, points)})


def _load_all(plugin: Plugin, points: Iterable[EntryPoint]) -> Additions:
    found = Additions()
    loaders: dict[str, Callable[[Plugin, EntryPoint, Additions], None]] = {
        KINDS: _add_kind,
        QUERIES: _add_queries,
        PAGES: _add_page,
    }
    for point in points:
        try:
            loaders[point.group](plugin, point, found)
        except (Exception, SystemExit) as error:  # whatever a module raises must not stop the others
            plugin.fail(f"the {_NOUNS[point.group]} {point.name}", f"{type(error).__name__}: {error}")
    found.pages |= {page.slug: page for page in _broken_pages(plugin, points) if page.slug not in found.pages}
    return found


def _broken_pages(plugin: Plugin, points: Iterable[EntryPoint]) -> list[OfferedPage]:
    """Pages that could not be imported, under the names of their entry points."""
    return [broken_page(plugin, point.name) for point in points if point.group == PAGES]


def broken_page(plugin: Plugin, slug: str) -> OfferedPage:
    """In the place of what a plugin would have shown: why it does not."""
    return OfferedPage(slug=slug, title=slug, plugin=plugin.name, state="broken", reason=plugin.reason)


def _add_kind(plugin: Plugin, point: EntryPoint, found: Additions) -> None:
    kind = point.load()
    if not isinstance(kind, Kind):
        raise TypeError(f"{point.value} is not a Kind")
    loaded = LoadedKind(guarded_kind(plugin, kind), point.module, plugin.name)
    found.kinds[kind.slug] = loaded
    table = getattr(loaded.part("query"), "QUERIES", None)
    if table is not None:
        _merge(found, kind.slug, guarded_table(plugin, kind.slug, table))


def _add_queries(plugin: Plugin, point: EntryPoint, found: Additions) -> None:
    _merge(found, point.name, guarded_table(plugin, point.name, point.load()))


def _merge(found: Additions, owner: str, table: QueryTable) -> None:
    found.queries[owner] = {**table, **found.queries.get(owner, {})}


def _add_page(plugin: Plugin, point: EntryPoint, found: Additions) -> None:
    page = point.load()
    if not isinstance(page, Page):
        raise TypeError(f"{point.value} is not a Page")
    found.pages[point.name] = offer = offered(page, point.name, plugin.name)
    if offer.reason is not None:
        plugin.fail(f"the page {point.name}", offer.reason)
    else:
        found.files[point.name] = page.files
