"""The query of confusion matrices: runs side by side, many classes summed up, counts that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.formats.summary_values import tensor_value
from sightline.kinds.confusion_matrix.query import QUERIES
from sightline.wire.params import ParamsError
from support.logs import load


def logged(folder: Path, **matrices: Any) -> StoreView:
    """A run for each matrix, at steps 0 (all zero) and 10."""
    for name, matrix in matrices.items():
        with SummaryWriter(folder / name) as writer:
            writer.add_confusion_matrix("m", matrix=np.zeros_like(matrix), step=0)
            writer.add_confusion_matrix("m", matrix=matrix, step=10)
    return load(str(folder)).view()


def run_query(view: StoreView, **params: Any) -> tuple[list[dict[str, Any]], list[Any]]:
    frame = QUERIES["matrix"](view, {"tag": "m", **params})
    assert len(frame.to_ipc()) > 100
    return frame.metadata["series"], list(frame["counts"])


def test_runs_side_by_side(tmp_path: Path) -> None:
    facts, counts = run_query(logged(tmp_path, a=[[5, 1], [2, 4]], b=[[0, 1], [1, 0]]))
    assert [c.tolist() for c in counts] == [[5, 1, 2, 4], [0, 1, 1, 0]]
    assert facts[0] | {"wall_time": 0} == {
        "run": facts[0]["run"], "index": 1, "step": 10, "wall_time": 0, "n_classes": 2, "bad": 0,
        "total": 12, "correct": 9, "names": ["0", "1"], "others": 0,
    }  # fmt: skip


def test_the_nearest_step(tmp_path: Path) -> None:
    facts, counts = run_query(logged(tmp_path, a=[[5, 1], [2, 4]]), step=3)
    assert (facts[0]["step"], counts[0].tolist()) == (0, [0, 0, 0, 0])


def test_of_a_thousand_classes_the_most_mistaken_are_shown(tmp_path: Path) -> None:
    matrix = np.eye(1000, dtype=int) * 10
    matrix[7, 500] = 90
    matrix[500, 3] = 30
    matrix[20, 21] = 1
    facts, counts = run_query(logged(tmp_path, a=matrix), max_classes=4)
    assert (facts[0]["names"], facts[0]["others"], facts[0]["n_classes"]) == (["3", "7", "500"], 997, 1000)
    assert counts[0].reshape(4, 4).tolist() == [
        [10, 0, 0, 0],
        [0, 10, 90, 0],
        [30, 0, 10, 0],
        [0, 0, 0, 9971],
    ]
    assert facts[0]["total"] == matrix.sum() == counts[0].sum()
    assert facts[0]["correct"] == 10_000


def test_runs_keep_the_same_classes(tmp_path: Path) -> None:
    one, two = np.eye(9, dtype=int), np.eye(9, dtype=int)
    one[0, 1], two[4, 5] = 5, 9
    facts, _ = run_query(logged(tmp_path, a=one, b=two), max_classes=5)
    assert facts[0]["names"] == facts[1]["names"] == ["0", "1", "4", "5"]


def test_invalid_counts_are_left_out_and_reported(tmp_path: Path) -> None:
    payload = {"version": 0, "class_names": ["a", "b"], "matrix": [[5, -1], [float("nan"), 3]]}
    with SummaryWriter(tmp_path / "r") as writer:
        text = np.array(json.dumps(payload).encode(), dtype=object)
        value = tensor_value("m", text, plugin="sightline_confusion_matrix")
        writer._add_value(value.SerializeToString(), 1, None)
    facts, counts = run_query(load(str(tmp_path)).view())
    assert (facts[0]["bad"], facts[0]["total"], facts[0]["correct"]) == (2, 8, 8)
    np.testing.assert_array_equal(counts[0], [5, np.nan, np.nan, 3])


def test_what_is_no_matrix_is_an_error_of_its_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "bad") as writer:
        text = np.array(b'{"version": 0, "class_names": ["a"], "matrix": [[1, 2]]}', dtype=object)
        value = tensor_value("m", text, plugin="sightline_confusion_matrix")
        writer._add_value(value.SerializeToString(), 1, None)
    facts, counts = run_query(logged(tmp_path, good=[[1, 0], [0, 1]]))
    assert "shape (1, 2) for 1 classes" in facts[0]["error"]
    assert [len(c) for c in counts] == [0, 4]


def test_limits_of_the_parameters(tmp_path: Path) -> None:
    with pytest.raises(ParamsError, match="max_classes"):
        run_query(logged(tmp_path, a=[[1]]), max_classes=10_000)
