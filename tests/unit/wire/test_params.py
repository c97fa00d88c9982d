from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import pytest

from sightline.wire import Params, ParamsError, Query


@dataclass(frozen=True)
class Inner(Params):
    kind: Literal["a", "b"]
    amount: float = 1.0


@dataclass(frozen=True)
class Outer(Params):
    tags: tuple[str, ...]
    runs: tuple[int, ...] | None = None
    range: tuple[float, float] | None = None
    x: Literal["step", "wall"] | Inner = "step"
    deep: Inner | None = None
    raw: bool = True
    values: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        if self.range and self.range[0] > self.range[1]:
            raise ParamsError("range must go up")


def test_whole_object_is_read() -> None:
    data = {
        "tags": ["loss"],
        "runs": [1, 2.0],
        "range": [0, 1.5],
        "x": {"kind": "b", "amount": 2},
        "deep": None,
        "raw": False,
        "values": {"3": 1},
    }
    assert Outer.from_json(data) == Outer(
        ("loss",), (1, 2), (0.0, 1.5), Inner("b", 2.0), None, False, {"3": 1.0}
    )


def test_defaults_stay() -> None:
    assert Outer.from_json({"tags": []}) == Outer(())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "parameters must be an object, not []"),
        ({}, "parameter 'tags' is missing"),
        ({"tags": [], "tgas": 1}, "unknown parameter 'tgas'; known: deep, range, raw, runs, tags, values, x"),
        ({"tags": "loss"}, "tags must be a list, each item a string, not 'loss'"),
        ({"tags": [1]}, r"tags[0] must be a string, not 1"),
        ({"tags": [], "runs": [True]}, "runs[0] must be an integer, not True"),
        ({"tags": [], "runs": [1.5]}, "runs[0] must be an integer, not 1.5"),
        ({"tags": [], "runs": 3}, "runs must be a list, each item an integer or null, not 3"),
        ({"tags": [], "range": [1]}, "range must be [a finite number, a finite number], not [1]"),
        ({"tags": [], "range": [0, float("nan")]}, "range[1] must be a finite number, not nan"),
        ({"tags": [], "range": [2, 1]}, "range must go up"),
        ({"tags": [], "x": "time"}, "x must be 'step' or 'wall' or an object, not 'time'"),
        ({"tags": [], "x": ["step"]}, "x must be 'step' or 'wall' or an object, not ['step']"),
        ({"tags": [], "deep": {}}, "parameter 'deep.kind' is missing"),
        ({"tags": [], "deep": {"kind": "c"}}, "deep.kind must be 'a' or 'b', not 'c'"),
        ({"tags": [], "raw": None}, "raw must be true or false, not null"),
        ({"tags": [], "values": {"a": "b"}}, "values.a must be a finite number, not 'b'"),
    ],
)
def test_what_is_wrong_is_said(data: object, message: str) -> None:
    with pytest.raises(ParamsError) as caught:
        Outer.from_json(data)
    assert str(caught.value) == message


def test_query_checks_then_runs() -> None:
    query = Query(Inner, lambda view, params: (view, params.amount), answer="json")
    assert query("view", {"kind": "a"}) == ("view", 1.0)
    with pytest.raises(ParamsError, match="missing"):
        query("view", {})
