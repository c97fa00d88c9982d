"""The filter language: what matches, which fields it uses, and the position of errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.engine.filter import FilterError, Value, parse

RUN: dict[str, list[Value]] = {
    "name": ["resnet50/seed-1"],
    "state": ["finished"],
    "label": ["keep", "paper"],
    "lr": [3e-4],
    "optimizer": ["AdamW"],
    "amp": [True],
    "depth": ["50"],
    "val/loss.min": [0.21],
    "val loss.last": [float("nan")],
    "age": [3600.0 * 5],
}


def facts_of(run: dict[str, list[Value]]) -> Callable[[str], Iterable[Value]]:
    return lambda field: run.get(field, [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        'val/loss.min < 0.3 and lr > 1e-4 and name ~ "resnet"',
        "resnet",
        "RESNET lr<=1e-3",
        "name~^resnet\\d+",
        "optimizer = adamw",
        "optimizer == 'AdamW'",
        "optimizer:adam",
        "lr:3e-4",
        "-state:failed",
        "not state = failed",
        "state != failed",
        "label = paper",
        "label in (draft, paper)",
        "lr in (1e-4, 3e-4)",
        "lr not in (1e-4, 2e-4)",
        "lr > -1",
        "amp = true",
        "depth >= 50",
        "age < 1d",
        "age > 4h",
        "'val loss.last' = nan",
        "has lr",
        "not has momentum",
        "momentum = 0.9 or lr < 1",
        "momentum != 0.9",
        "(lr > 1 or optimizer:adam) and (resnet)",
        "lr > 1 or resnet or lr > 2",
        "optimizer !~ ^sgd",
    ],
)
def test_filter_matches_the_run(text: str) -> None:
    assert parse(text).matches(facts_of(RUN))


@pytest.mark.parametrize(
    "text",
    [
        "vit",
        "-resnet",
        "lr > 1e-3",
        "momentum < 1",
        "momentum > -1",
        "'val loss.last' < 1",
        "'val loss.last' > 1",
        "name ~ ^seed",
        "optimizer < 3",
        "amp = false",
        "lr > 1 or vit",
        "resnet and lr > 1",
        "has momentum",
        "lr in (1, 2)",
    ],
)
def test_does_not_pass(text: str) -> None:
    assert not parse(text).matches(facts_of(RUN))


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("lr <", 4),
        ("lr < and", 5),
        ("(lr < 1", 0),
        ("lr < 1)", 6),
        ('name ~ "res', 7),
        ('name ~ "re(s"', 10),
        ("lr in 3", 6),
        ("lr in (3", 6),
        ("lr < < 3", 5),
        ("or", 0),
        ("! lr", 0),
        ("-", 1),
    ],
)
def test_error_points_at_the_character(text: str, position: int) -> None:
    with pytest.raises(FilterError) as caught:
        parse(text)
    assert caught.value.position == position


def test_names_the_fields_it_needs() -> None:
    wanted = parse("val/loss.min < 0.3 and (has lr or -state:failed) vit").fields()
    assert wanted == {"val/loss.min", "lr", "state", "name"}


def test_a_pattern_that_takes_too_long_is_an_error_in_place() -> None:
    bait = facts_of({"name": ["a" * 5000 + "b"] * 100_000})
    with pytest.raises(FilterError, match="takes too long") as caught:
        parse('lr > 1 or name ~ "(?:a?){900}a{900}x"').matches(bait)
    assert caught.value.position == 18


def test_deep_nesting_is_an_error_not_a_crash() -> None:
    with pytest.raises(FilterError, match="too deeply"):
        parse("(" * 5000 + "a" + ")" * 5000)


@given(st.text(alphabet="ab1.e-<>=!~:()\"' ,/notiadr\\[", max_size=40))
def test_any_text_is_read_or_refused_in_place(text: str) -> None:
    position = 0
    try:
        parse(text).matches(facts_of(RUN))
    except FilterError as error:
        position = error.position
    assert 0 <= position <= len(text)
