"""What differs between the configurations of runs: only the keys without one value in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from sightline.engine.store import StoreView
from sightline.kinds.hparams.config_text import Plain
from sightline.kinds.hparams.lookup import session_of
from sightline.kinds.hparams.sources import SessionRecord
from sightline.wire.params import Params

MAX_RUNS = 200


class DifferenceParams(Params, frozen=True):
    """The runs to compare, in the order of the answer's columns."""

    runs: Annotated[tuple[int, ...], Meta(min_length=1, max_length=MAX_RUNS)]


def difference(view: StoreView, params: DifferenceParams) -> dict[str, Any]:
    """The differing keys with a value for each run, all keys of a single one.

    `has` is false where nothing was logged, which differs from a logged null.
    """
    ids = [run_id for run_id in params.runs if run_id in view.by_id]
    records = [session_of(view, view.by_id[run_id]).record for run_id in ids]
    keys = sorted({key for each in records for key in each.hparams})
    differing = []
    for key in keys:
        has = [key in each.hparams for each in records]
        values = [each.hparams.get(key) for each in records]
        if len(records) == 1 or not all(has) or _differ(values):
            differing.append({"key": key, "values": values, "has": has})
    sources = {"run": ids, "sources": [list(each.sources) for each in records]}
    return {
        **sources,
        "remarks": [_remarks(each) for each in records],
        "n_keys": len(keys),
        "keys": differing,
    }


def _differ(values: Sequence[Plain]) -> bool:
    first = values[0]
    return any(value != first and not (value != value and first != first) for value in values[1:])


def _remarks(record: SessionRecord) -> list[str]:
    return [*(_remark(key, values) for key, values in record.others.items()), *record.problems]


def _remark(key: str, values: Sequence[Plain]) -> str:
    return f"{key} was also logged as {', '.join(map(str, values))}; the latest counts"
