"""Deletes what an index does not need any more: packs and pages that its last manifest does not name."""

from __future__ import annotations

from collections.abc import Callable

from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.index.manifest import FOLDER, Manifest, name_of
from sightline.engine.index.place import Place
from sightline.engine.index.work import PACKS, PAGES

# Servers have long taken up the next manifest by then, and jobs recorded what they wrote.
MIN_AGE_SECS = 86_400.0
_N_REQUESTS = 16


def clean(place: Place, manifest: Manifest, clock: Callable[[], float]) -> int:
    """Delete packs, pages and manifests that are a day old and not in use; how many there were."""
    used = {name_of(manifest.number)}
    used |= {name for page in manifest.pages for name in (page.name, page.pack)}
    before = clock() - MIN_AGE_SECS
    old = [
        f"{folder}/{name}" for folder in (FOLDER, PAGES, PACKS) for name in place.names(folder, before=before)
    ]
    unused = [name for name in old if name not in used]
    with DaemonPool(_N_REQUESTS, "sightline-clean") as pool:
        list(pool.map(place.delete, unused))
    return len(unused)
