"""The pages beside the built-in ones: those of plugins, and what parts of the server offer while it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from sightline.plugins.page import OfferedPage


class OfferedPages:
    """Pages by slug, in the order in which they were offered first. Safe from any thread."""

    def __init__(self, pages: Iterable[OfferedPage] = ()) -> None:
        self._pages = {page.slug: page for page in pages}
        self._lock = threading.Lock()
        self._n_changes = 0
        self.on_change: Callable[[], None] = lambda: None

    def offer(self, page: OfferedPage) -> None:
        """Offer a page, or replace the one with its slug: with another state, say. Open boards are told."""
        with self._lock:
            if self._pages.get(page.slug) == page:
                return
            self._pages = {**self._pages, page.slug: page}
            self._n_changes += 1
        self.on_change()

    @property
    def all(self) -> tuple[OfferedPage, ...]:
        """The pages as they are now."""
        return tuple(self._pages.values())

    @property
    def n_changes(self) -> int:
        """How often a page was added or changed since the server started."""
        return self._n_changes
