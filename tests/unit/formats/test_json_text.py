from __future__ import annotations

import json

import msgspec
import pytest

from sightline.formats.json_text import finite_json_bytes, json_bytes


class Place(msgspec.Struct):
    name: str
    heights: tuple[float, ...]
    note: str | None = None


@pytest.mark.parametrize("name", ["a", "größe", 'quo"te\n', "od\udcffd"])
def test_shapes_without_nan_are_the_same_json_by_the_fast_way(name: str) -> None:
    place = Place(name, (1.5, -2.0, 1e300))
    assert json.loads(finite_json_bytes(place)) == json.loads(json_bytes(place))


def test_nan_and_infinities_are_strings() -> None:
    found = json_bytes({"a": [float("nan"), float("inf"), -float("inf")]})
    assert found == b'{"a":["NaN","Infinity","-Infinity"]}'
