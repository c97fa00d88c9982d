"""Which runs are shown under the training they belong to: by the rules that kinds declare."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from sightline.engine.claims import Claims
from sightline.engine.run_view import RunView


def ancestors(directory: str, root: str) -> Iterator[str]:
    """The directories above one, nearest first, up to the root."""
    while directory != root:
        above = directory.rpartition("/")[0] or "/"
        if above == directory or "/" not in directory:
            return
        yield above
        directory = above


def is_folded(run: RunView, ancestor: str, claims: Claims) -> bool:
    """Whether a kind declares that the run belongs to the training in the directory above it."""
    below = run.directory[len(ancestor) :].lstrip("/")
    return any(_folds(claims, slug, run, below) for slug in run.kinds)


def _folds(claims: Claims, slug: str, run: RunView, below: str) -> bool:
    rule = claims.kinds[slug].folds
    if rule is None:
        return False
    try:
        return rule(run, below)
    except Exception as error:  # a rule of another package must not stop the store
        warnings.warn(f"the kind {slug!r} failed to fold a run: {error!r}", stacklevel=2)
        return False
