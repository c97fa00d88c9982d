"""Kinds as another package would declare them: checkpoints (items) and counters (numbers in columns)."""

from __future__ import annotations

from sightline.engine.kind import Claim, FactLookup, Kind
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView

FINAL_TAG = "checkpoints/final"


def _is_checkpoint_folder(run: RunView, below: str) -> bool:
    return below == "checkpoints" and run.kinds == ["checkpoint"]


def _facts(view: StoreView) -> FactLookup:
    def look_up(run: RunView) -> dict[str, int]:
        n_saved = sum(info.n for info in run.series("checkpoint").values())
        return {"n_saved": n_saved} if n_saved else {}

    return look_up


checkpoint = Kind(
    slug="checkpoint",
    title="Checkpoints",
    claims=(Claim(plugin="checkpoints"),),
    end_tags=(FINAL_TAG,),
    folds=_is_checkpoint_folder,
    facts=_facts,
)

counter = Kind(
    slug="counter",
    title="Counters",
    claims=(Claim(plugin="counters", what="simple_value"),),
    storage="columns",
)


def _fail(*arguments: object) -> bool:
    raise RuntimeError("not today")


broken = Kind(
    slug="broken", title="Broken", claims=(Claim(plugin="broken"),), folds=_fail, facts=lambda view: _fail()
)
