"""The difference of configurations: flat keys, only what differs, and what to know about the values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.store import StoreView
from sightline.kinds.hparams.query import QUERIES
from sightline.wire.params import ParamsError

Write = Callable[..., None]
View = Callable[[], StoreView]


def run_query(view: View, n: int) -> dict[str, Any]:
    seen = view()
    answer: dict[str, Any] = QUERIES["difference"](seen, {"runs": [run.id for run in seen.runs[:n]]})
    return answer


def test_only_what_differs(write: Write, view: View) -> None:
    write("a", {"model": {"depth": 1, "width": 8}, "opt": "sgd", "nan": float("nan")})
    write("b", {"model": {"depth": 2, "width": 8}, "opt": "sgd", "nan": float("nan")})
    write("c", {"model": {"depth": 1, "width": 8}, "more": True, "opt": "sgd", "nan": float("nan")})
    answer = run_query(view, 3)
    assert answer["keys"] == [
        {"key": "model/depth", "values": [1.0, 2.0, 1.0], "has": [True, True, True]},
        {"key": "more", "values": [None, None, True], "has": [False, False, True]},
    ]
    assert answer["n_keys"] == 5


def test_a_single_run_has_all_its_configuration(write: Write, view: View) -> None:
    write("a", {"lr": 1.0, "opt": "sgd"})
    assert [each["key"] for each in run_query(view, 1)["keys"]] == ["lr", "opt"]


def test_remarks_and_sources(write: Write, view: View, tmp_path: Path) -> None:
    write("a", {"lr": 0.2})
    write("b", None, {"loss": [1.0]})
    (tmp_path / "a/hparams.yaml").write_text("lr: 0.1")
    (tmp_path / "b/hparams.yaml").write_text("lr: {")
    answer = run_query(view, 2)
    assert answer["sources"] == [["hparams.yaml", "events"], []]
    assert answer["remarks"][0] == ["lr was also logged as 0.1; the latest counts"]
    assert answer["remarks"][1][0].startswith("hparams.yaml cannot be read: ")


def test_a_part_of_a_training_has_its_configuration(write: Write, view: View) -> None:
    write("a", {"lr": 1.0}, {"loss": [1.0]})
    write("a/validation", None, {"loss": [1.0]})
    assert run_query(view, 2)["keys"] == []
    assert run_query(view, 2)["n_keys"] == 1


def test_runs_that_are_gone_are_passed_over(write: Write, view: View) -> None:
    write("a", {"lr": 1.0})
    assert QUERIES["difference"](view(), {"runs": [1, 77]})["run"] == [1]
    assert QUERIES["difference"](view(), {"runs": [77]})["keys"] == []
    with pytest.raises(ParamsError, match="runs: expected `array` of length"):
        QUERIES["difference"](view(), {"runs": []})
