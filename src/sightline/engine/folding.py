"""Sub-runs that torch's writer makes beside the training's own run are recognized, to be shown under it.

`add_scalars("loss", {"a": …})` writes one sub-run `loss_a` per line, with the one tag `loss`. `add_hparams`
writes one sub-run (named by the time or by its caller) with the session's hyperparameters and one value
per metric.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from sightline.engine.run_view import RunView

_SESSION_TAGS = frozenset(
    {"_hparams_/experiment", "_hparams_/session_start_info", "_hparams_/session_end_info"}
)


def ancestors(directory: str, root: str) -> Iterator[str]:
    """The directories above one, nearest first, up to the root."""
    while directory != root:
        above = posixpath.dirname(directory)
        if above == directory:
            return
        yield above
        directory = above


def is_folded(run: RunView, ancestor: str) -> bool:
    """Whether the run, found below a training's directory, was made by that training's writer."""
    below = run.directory[len(ancestor) :].lstrip("/")
    return _is_hparams_session(run, below) or _is_one_of_scalars(run, below)


def _is_hparams_session(run: RunView, below: str) -> bool:
    """All three session tags and nothing but single values of metrics, directly below the parent."""
    if "/" in below or not run.series("hparams").keys() >= _SESSION_TAGS:
        return False
    others = [kind for kind in run.kinds if kind not in ("hparams", "scalar")]
    return not others and all(info.n == 1 for info in run.series("scalar").values())


def _is_one_of_scalars(run: RunView, below: str) -> bool:
    """One scalar tag whose name, with `_` for `/`, begins the directory's name."""
    if run.kinds != ["scalar"] or len(run.series("scalar")) != 1:
        return False
    (tag,) = run.series("scalar")
    return below.startswith(tag.replace("/", "_") + "_")
