"""What installed packages add, the built-in kinds included: all register by entry points.

A plugin writes `from sightline.plugins import Page` to declare a page; kinds and queries are declared by
`sightline.engine.kind` and `sightline.wire.query`.
"""

from __future__ import annotations

from sightline.plugins.installed import Installed, installed_from, load_claims, load_installed, load_kinds
from sightline.plugins.kinds import LoadedKind
from sightline.plugins.offered_pages import OfferedPages
from sightline.plugins.page import PAGE_API, OfferedPage, Page
from sightline.plugins.plugin import Plugin, PluginError, PluginTimeoutError

__all__ = [
    "PAGE_API",
    "Installed",
    "LoadedKind",
    "OfferedPage",
    "OfferedPages",
    "Page",
    "Plugin",
    "PluginError",
    "PluginTimeoutError",
    "installed_from",
    "load_claims",
    "load_installed",
    "load_kinds",
]
