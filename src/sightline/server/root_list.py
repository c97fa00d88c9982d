"""The log directories as the page shows them: whether they are there and can be read, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from sightline.engine.follow import Follower, Problem
from sightline.engine.remote.address import is_remote
from sightline.engine.remote.request_log import Usage
from sightline.engine.roots import Root as FollowedRoot
from sightline.engine.roots import exists
from sightline.server.schema.shapes import Requests, Root


def listed_roots(follower: Follower) -> list[Root]:
    """All of them, without waiting for a server that is slow to answer."""
    indexes = {index.root.path: index for index in follower.indexes}
    problems = follower.problems
    found = []
    for root in follower.roots:
        index = indexes.get(root.path)
        place = index.place.address if index else None
        problem = _problem(place or root.path, problems)
        is_there = index is not None or (problem is None and _exists(follower, root))
        usage = (index or follower.store.reader).usage(root.path)
        name = root.prefix.rstrip("/") or None
        found.append(
            Root(root.path, name, is_there, problem or UNSET, place or UNSET, requests=_requests(usage))
        )
    return found


def _exists(follower: Follower, root: FollowedRoot) -> bool:
    """A remote place that is asked at this moment is taken to exist."""
    if is_remote(root.path) and not follower.was_walked(root):
        return True
    return exists(follower.store.reader, root.path)


def _problem(place: str, problems: Sequence[Problem]) -> str | None:
    """What cannot be read of a place, in one sentence or two."""
    own = [each for each in problems if each.path == place or each.path.startswith(f"{place.rstrip('/')}/")]
    if not own:
        return None
    path, message = min(own, key=lambda each: len(each.path))  # of a folder and what is in it, the folder
    more = f" {len(own) - 1:,} more cannot be read." if len(own) > 1 else ""
    return f"Cannot read {path}: {message[:1].lower()}{message[1:].rstrip('.')}.{more}"


def _requests(usage: Usage | None) -> Requests | UnsetType:
    if usage is None:
        return UNSET
    counts = usage.counts
    return Requests(counts.lists, counts.gets, usage.n_bytes, usage.per_minute, usage.usd, usage.usd_per_day)
