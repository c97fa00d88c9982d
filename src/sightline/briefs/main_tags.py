"""The few scalar tags that stand for a run: losses and scores that most runs have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sightline.briefs.directions import importance
from sightline.engine.run_view import RunView

N_MAIN = 4


def main_tags(runs: Sequence[RunView], n: int = N_MAIN) -> list[str]:
    """The tags to show of runs where nobody chose any: the telling ones first, then those most runs have."""
    counts = Counter(tag for run in runs for tag in run.series("scalar"))
    return sorted(counts, key=lambda tag: (-importance(tag), -counts[tag], tag))[:n]
