"""What `sightline.capture` logged of a run: the program, its packages and its end, as facts of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.table.decode import decode
from sightline.wire.params import Params

_SLUG = "table"
# Tables of two columns: names and values. What is logged last is how the program ended.
_FACT_TAGS = ("run/program", "run/end")
_PACKAGES_TAG = "run/packages"
# Facts that differ between any two runs, and tell nothing about what made them different.
_OF_ONE_RUN = frozenset({"started", "ended", "seconds", "process"})
MAX_RUNS = 200


class CapturedParams(Params, frozen=True):
    """The runs to compare, in the order of the answer's columns."""

    runs: Annotated[tuple[int, ...], Meta(min_length=1, max_length=MAX_RUNS)]


def captured_facts(view: StoreView, run: RunView) -> Mapping[str, str]:
    """Command line, git state, host, exit code and the like; of several attempts the latest."""
    if not any(tag in run.series(_SLUG) for tag in _FACT_TAGS):
        return {}
    return dict(pair for tag in _FACT_TAGS for pair in _pairs(view, run, tag))


def captured(view: StoreView, params: CapturedParams) -> dict[str, Any]:
    """What differs between the programs of runs, packages included; of a single run everything.

    `has` is false where nothing was logged under the key.
    """
    ids = [run_id for run_id in params.runs if run_id in view.by_id]
    facts = [_comparable(view, view.by_id[run_id]) for run_id in ids]
    keys = list(dict.fromkeys(key for each in facts for key in each))
    rows = [(key, [each.get(key) for each in facts]) for key in keys]
    differing = [
        {"key": key, "values": values, "has": [value is not None for value in values]}
        for key, values in rows
        if len(facts) == 1 or len(set(values)) > 1
    ]
    return {"run": ids, "remarks": [[] for _ in ids], "n_keys": len(keys), "keys": differing}


def _comparable(view: StoreView, run: RunView) -> Mapping[str, str]:
    facts = {key: value for key, value in captured_facts(view, run).items() if key not in _OF_ONE_RUN}
    return facts | dict(_pairs(view, run, _PACKAGES_TAG))


def _pairs(view: StoreView, run: RunView, tag: str) -> Iterator[tuple[str, str]]:
    """The rows of the latest table of two columns; none where it is something else."""
    if tag not in run.series(_SLUG):
        return
    index = run.items(tag, _SLUG)
    try:
        names, values = decode(view.read(index.location(len(index) - 1)))
    except (OSError, ValueError):
        return
    yield from ((str(name), str(value)) for name, value in zip(names.values, values.values, strict=True))
