"""The sub-runs that torch's `add_scalars` writes are shown under the run of their training."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView


def is_add_scalars_line(run: RunView, below: str) -> bool:
    """Whether the run is a line of `add_scalars("loss", {"a": …})`: a run `loss_a` with the tag `loss`."""
    if run.kinds != ["scalar"] or len(run.series("scalar")) != 1:
        return False
    (tag,) = run.series("scalar")
    return below.startswith(tag.replace("/", "_") + "_")
