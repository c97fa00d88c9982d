"""For tests of plugins: logs as the queries of a kind see them."""

from __future__ import annotations

from pathlib import Path

from sightline.engine.claims import Claims
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.kind import Kind
from sightline.engine.roots import parse_roots
from sightline.engine.store import Store, StoreView
from sightline.plugins.installed import load_installed


def read_logs(logdir: Path, *kinds: Kind) -> StoreView:
    """Read a log directory once, with the built-in kinds and the given ones."""
    built_in = [loaded.kind for loaded in load_installed(with_plugins=False).kinds.values()]
    store = Store(default_reader(), Claims([*built_in, *kinds]))
    follower = Follower(store, parse_roots(logdir))
    follower.load()
    follower.close()
    return store.view()
