"""Kinds of another package: what they declare reaches the engine as with built-in kinds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.engine.claims import Claims
from sightline.engine.facts import FactSources, facts_by_kind, select
from sightline.engine.follow import Follower
from sightline.engine.local_reader import LocalReader
from sightline.engine.roots import parse_roots
from sightline.engine.store import Store, StoreView
from sightline.formats import messages
from sightline.formats.summary_values import tensor_value
from sightline.plugins import load_kinds
from support import outside_kinds
from support.outside_kinds import FINAL_TAG
from support.values import write_values

NOW = 4e9


def view_of(root: Path, *outside: str) -> StoreView:
    """The logs below a root, read with the built-in kinds and these of another package."""
    kinds = [loaded.kind for loaded in load_kinds().values()]
    store = Store(LocalReader(), Claims([*kinds, *(getattr(outside_kinds, name) for name in outside)]))
    follower = Follower(store, parse_roots(root))
    follower.load()
    follower.close()
    return store.view()


def saved(tag: str = "model", plugin: str = "checkpoints") -> Any:
    return tensor_value(tag, np.zeros(2), plugin=plugin)


def counted(value: float) -> Any:
    found = messages.Summary.Value(tag="steps", simple_value=value)
    found.metadata.plugin_data.plugin_name = "counters"
    return found


def matching(view: StoreView, text: str) -> list[str]:
    return [run.name for run in select(text, FactSources(view, NOW))]


def test_end_tag_of_an_outside_kind_finishes_the_run(tmp_path: Path) -> None:
    write_values(tmp_path / "done", [saved(), saved(FINAL_TAG)])
    write_values(tmp_path / "open", [saved()])
    states = {run.name: run.state_at(NOW) for run in view_of(tmp_path, "checkpoint").runs}
    assert states == {"done": "finished", "open": "idle"}
    assert {run.state_at(NOW) for run in view_of(tmp_path).runs} == {"idle"}


def test_folding_rule_of_an_outside_kind_sets_the_parent(tmp_path: Path) -> None:
    for name in ("a", "a/checkpoints", "a/other"):
        write_values(tmp_path / name, [saved()])
    view = view_of(tmp_path, "checkpoint")
    parents = {run.name: run.parent_id for run in view.runs}
    assert parents == {"a": None, "a/checkpoints": view.by_name["a"].id, "a/other": None}


def test_facts_of_an_outside_kind_can_be_filtered_by(tmp_path: Path) -> None:
    write_values(tmp_path / "few", [saved()])
    write_values(tmp_path / "many", [saved()] * 3)
    view = view_of(tmp_path, "checkpoint")
    assert matching(view, "n_saved > 2") == matching(view, "checkpoint.n_saved = 3") == ["many"]
    assert facts_by_kind(view)(view.by_name["few"]) == {"checkpoint": {"n_saved": 1}}


def test_outside_kind_in_columns_has_points_and_aggregates(tmp_path: Path) -> None:
    write_values(tmp_path, [counted(2), counted(5), messages.Summary.Value(tag="loss", simple_value=1)])
    view = view_of(tmp_path, "counter")
    (run,) = view.runs
    assert {kind: list(run.series(kind)) for kind in run.kinds} == {"counter": ["steps"], "scalar": ["loss"]}
    assert run.scalar("steps").values.tolist() == [2, 5]
    assert run.series("counter")["steps"].last_value == 5
    assert matching(view, "steps.max = 5") == ["."]


def test_outside_kind_that_raises_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    write_values(tmp_path / "a", [saved(plugin="broken")])
    write_values(tmp_path / "a/below", [saved(plugin="broken")])
    with pytest.warns(UserWarning, match="'broken' failed to fold a run"):
        view = view_of(tmp_path, "broken")
    assert [run.parent_id for run in view.runs] == [None, None]
    with pytest.warns(UserWarning, match="'broken' failed to list facts"):
        assert matching(view, "a n_saved > 1 or name = a") == ["a"]
