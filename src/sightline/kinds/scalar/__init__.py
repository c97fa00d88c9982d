"""Scalars: one number a step."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.engine.kind import Claim, Kind, LogFormat
from sightline.kinds.scalar.folding import is_add_scalars_line

# Read where a run has no event files; of several in one folder the first counts.
_LOG_FILES = {
    "checkpoint-*/trainer_state.json": "Transformers trainer_state.json",
    "trainer_state.json": "Transformers trainer_state.json",
    "metrics.jsonl": "JSON lines",
    "wandb-history.jsonl": "W&B history",
    "vis_data/scalars.json": "MMEngine scalars.json",
    "result.json": "Ray Tune result.json",
    "metrics.csv": "metrics.csv",
    "progress.csv": "progress.csv",
}


def _log_format(title: str) -> LogFormat:
    def events(content: bytes, modified: float) -> Iterable[bytes]:
        # Imported here: a writer needs this package, but none of what reads logs.
        from sightline.kinds.scalar.metric_logs import metric_events

        return metric_events(content, modified)

    return LogFormat(title, events)


kind = Kind(
    slug="scalar",
    title="Scalars",
    claims=(
        Claim(plugin="scalars"),
        Claim(what="simple_value"),
        Claim(data_class="scalar"),
        *(Claim(files=glob, alone=True, log=_log_format(title)) for glob, title in _LOG_FILES.items()),
    ),
    storage="columns",
    takes_unclaimed=True,
    folds=is_add_scalars_line,
)
