from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from sightline.wire.params import Params, ParamsError
from sightline.wire.query import Query

# Each round has types that nobody has used yet, and four threads that use them at once.
FIRST_USES = """
import sys, threading
from sightline.wire.params import Params

sys.setswitchinterval(1e-6)
def use(together, declared):
    together.wait()
    declared.from_json({"tags": ["x"], "deep": {"text": "y"}, "values": {"k": 1.0}})
for _ in range(200):
    class Inner(Params, frozen=True):
        text: str = ""
    class Outer(Params, frozen=True):
        tags: tuple[str, ...] | None = None
        deep: Inner | None = None
        values: dict[str, float] | None = None
    together = threading.Barrier(4)
    threads = [threading.Thread(target=use, args=(together, Outer)) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
print("done")
"""


class Inner(Params, frozen=True):
    kind: Literal["a", "b"]
    amount: float = 1.0


class Outer(Params, frozen=True):
    tags: tuple[str, ...]
    runs: tuple[int, ...] | None = None
    range: tuple[float, float] | None = None
    x: Literal["step", "wall"] | Inner = "step"
    deep: Inner | None = None
    raw: bool = True
    values: Mapping[str, float] | None = None
    width_px: Annotated[int, Meta(ge=1, le=100)] = 10
    name: str | None = None

    def __post_init__(self) -> None:
        if self.range and self.range[0] > self.range[1]:
            raise ParamsError("range must be [low, high]")


def test_params_from_json_reads_every_type() -> None:
    data = {
        "tags": ["loss"],
        "runs": [1, 2],
        "range": [0, 1.5],
        "x": {"kind": "b", "amount": 2},
        "deep": None,
        "raw": False,
        "values": {"3": 1},
    }
    assert Outer.from_json(data) == Outer(
        ("loss",), (1, 2), (0.0, 1.5), Inner("b", 2.0), None, False, {"3": 1.0}
    )


def test_params_from_json_keeps_defaults() -> None:
    assert Outer.from_json({"tags": []}) == Outer(())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "expected `object`, got `array`"),
        ({}, "missing required field `tags`"),
        ({"tags": [], "tgas": 1}, "unknown field `tgas`"),
        ({"tags": "loss"}, "tags: expected `array`, got `str`"),
        ({"tags": [1]}, "tags[0]: expected `str`, got `int`"),
        ({"tags": [], "runs": [True]}, "runs[0]: expected `int`, got `bool`"),
        ({"tags": [], "runs": [1.5]}, "runs[0]: expected `int`, got `float`"),
        ({"tags": [], "runs": 3}, "runs: expected `array | null`, got `int`"),
        ({"tags": [], "range": [1]}, "range: expected `array` of length 2, got 1"),
        ({"tags": [], "range": [2, 1]}, "range must be [low, high]"),
        ({"tags": [], "x": "time"}, "x: invalid enum value 'time'"),
        ({"tags": [], "x": ["step"]}, "x: expected `str | object`, got `array`"),
        ({"tags": [], "deep": {}}, "deep: missing required field `kind`"),
        ({"tags": [], "deep": {"kind": "c"}}, "deep.kind: invalid enum value 'c'"),
        ({"tags": [], "deep": {"kind": "a", "b": 1}}, "deep: unknown field `b`"),
        ({"tags": [], "raw": None}, "raw: expected `bool`, got `null`"),
        ({"tags": [], "values": {"a": "b"}}, "values[...]: expected `float`, got `str`"),
        ({"tags": [], "width_px": 0}, "width_px: expected `int` >= 1"),
        ({"tags": [], "width_px": 101}, "width_px: expected `int` <= 100"),
    ],
)
def test_params_error_names_the_parameter_and_what_is_wrong(data: object, message: str) -> None:
    with pytest.raises(ParamsError) as caught:
        Outer.from_json(data)
    assert str(caught.value) == message


def test_params_error_of_a_huge_name_is_short() -> None:
    with pytest.raises(ParamsError) as caught:
        Outer.from_json({"tags": [], "x" * 100_000: 1})
    assert len(str(caught.value)) <= 300


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"runs": "[1,2]"}, {"runs": (1, 2)}),
        ({"runs": "null"}, {"runs": None}),
        ({"raw": "false"}, {"raw": False}),
        ({"width_px": "7"}, {"width_px": 7}),
        ({"x": "wall"}, {"x": "wall"}),
        ({"x": '{"kind": "a"}'}, {"x": Inner("a")}),
        ({"name": "3"}, {"name": "3"}),
        ({"name": "null"}, {"name": "null"}),
    ],
)
def test_params_from_query_string_parses_json_except_for_strings(
    values: dict[str, str], expected: dict[str, Any]
) -> None:
    params = Outer.from_query_string({"tags": '["loss"]', **values})
    assert {name: getattr(params, name) for name in expected} == expected
    assert params.tags == ("loss",)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"tags": "loss"}, "tags: expected `array`, got `str`"),
        ({"tags": "[]", "width_px": "wide"}, "width_px: expected `int`, got `str`"),
        ({"tags": "[]", "width_px": "NaN"}, "width_px: expected `int`, got `str`"),
        ({"tags": "[" * 100_000}, "tags: expected `array`, got `str`"),
        ({"tags": "[]", "other": "1"}, "unknown field `other`"),
    ],
)
def test_params_from_query_string_refuses_as_json_does(values: dict[str, str], message: str) -> None:
    with pytest.raises(ParamsError) as caught:
        Outer.from_query_string(values)
    assert str(caught.value) == message


def test_query_checks_parameters_then_runs() -> None:
    query = Query(Inner, lambda view, params: (view, params.amount), answer="json")
    assert query("view", {"kind": "a"}) == ("view", 1.0)
    with pytest.raises(ParamsError, match="missing"):
        query("view", {})


def test_threads_may_use_a_type_for_the_first_time_together() -> None:
    done = subprocess.run([sys.executable, "-c", FIRST_USES], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
