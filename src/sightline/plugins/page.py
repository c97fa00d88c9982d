"""A page that a package adds to the board, as it declares it and as the server offers it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import Struct

# The version of what a page's module is handed (`web/src/public/page.ts`). It grows when a page that was
# written for the one before could break; names are added without a new version.
PAGE_API = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the entry point of a page names; its own name is the page's in addresses, as in `#/fairness`.

    title: the tab's label.
    files: the folder that is served to the browser, all of it; nothing else of the package is.
    module: the ES module in that folder which exports `mount(element, board)`.
    kinds: kinds whose data it shows: the tab is listed with those that have data; empty means any data.
    tags: tags of other kinds that it shows too.
    owns_runs: its own table lists the runs, so that the run list starts folded.
    api: the version of the interface that the module was written for.
    """

    title: str
    files: Path
    module: str = "page.js"
    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    owns_runs: bool = False
    api: int = PAGE_API


class OfferedPage(Struct, frozen=True, kw_only=True):
    """A page beside the built-in ones: a `module` of a plugin, or a document in a sandboxed frame.

    The page in a frame is started by a request to `start`, which answers with the frame's address. Addresses
    are relative to the API's. A broken page has a `reason`, which is shown in its place.
    """

    slug: str
    title: str
    plugin: str
    module: str | None = None
    start: str | None = None
    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    owns_runs: bool = False
    state: Literal["ok", "broken"] = "ok"
    reason: str | None = None


def offered(page: Page, slug: str, plugin: str) -> OfferedPage:
    """The offer of a declared page; broken where its files or the interface it needs are not there."""
    reason = _fault(page)
    return OfferedPage(
        slug=slug,
        title=page.title,
        plugin=plugin,
        module=f"plugins/{slug}/{page.module}",
        kinds=page.kinds,
        tags=page.tags,
        owns_runs=page.owns_runs,
        state="ok" if reason is None else "broken",
        reason=reason,
    )


def _fault(page: Page) -> str | None:
    if page.api > PAGE_API:
        return (
            f"the page needs version {page.api} of the page interface, this is {PAGE_API}: update sightline"
        )
    if not (page.files / page.module).is_file():
        return f"there is no {page.module} in {page.files}"
    return None
