"""torch's sub-runs are folded under the training they belong to; others are not."""

from __future__ import annotations

from pathlib import Path

from sightline.engine.roots import RootSpec
from support.logs import GOLDEN, line, load, write_events


def parents(spec: RootSpec) -> dict[str, str | None]:
    view = load(spec).view()
    return {run.name: view.run(run.parent_id).name if run.parent_id else None for run in view.runs}


def test_add_scalars_lines_fold_under_their_training() -> None:
    lines = {f"run_14h_{name}": "." for name in ("tanx", "xcosx", "xsinx")}
    assert parents(GOLDEN / "torch/scalars") == {".": None, **lines}


def test_add_hparams_runs_fold_under_their_training() -> None:
    found = parents(GOLDEN / "torch/hparams")
    assert found["timestamped/1794771045.3304393"] == "timestamped"
    assert found["trial_0"] == "."
    assert found["timestamped"] is None


def test_runs_inside_runs_stay_apart() -> None:
    assert set(parents(GOLDEN / "torch/nested_runs").values()) == {None}


def test_a_run_of_one_tag_with_another_name_stays_apart(tmp_path: Path) -> None:
    write_events(tmp_path, line("loss", range(3), at=1))
    write_events(tmp_path / "accuracy_a", line("loss", range(3), at=1))
    write_events(tmp_path / "loss_a", line("loss", range(3), at=1))
    assert parents(tmp_path) == {".": None, "accuracy_a": None, "loss_a": "."}


def test_without_a_parent_nothing_is_folded(tmp_path: Path) -> None:
    write_events(tmp_path / "loss_a", line("loss", range(3), at=1))
    assert parents(tmp_path) == {"loss_a": None}
