"""A follower that is closed when the test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.roots import RootSpec, parse_roots
from sightline.engine.store import Store
from sightline.plugins import load_claims


@pytest.fixture
def follow() -> Iterator[Callable[..., Follower]]:
    """Start following roots; closed at the end of the test."""
    followers: list[Follower] = []

    def start(spec: RootSpec, *, use_events: bool = True, reload_interval_secs: float = 0.05) -> Follower:
        follower = Follower(
            Store(default_reader(), load_claims()),
            parse_roots(spec),
            use_events=use_events,
            reload_interval_secs=reload_interval_secs,
        )
        followers.append(follower)
        follower.start()
        assert follower.wait_loaded(30)
        return follower

    yield start
    for follower in followers:
        follower.close()
