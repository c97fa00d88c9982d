"""Kinds by entry points: built-in ones are found, a broken one stops nobody."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from sightline.plugins import load_claims, load_kinds
from sightline.plugins.kinds import GROUP, kinds_from


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


def test_built_in_kinds_are_found_with_their_parts() -> None:
    kinds = load_kinds()
    assert {"histogram", "hparams", "image", "text"} <= set(kinds)
    decode = kinds["text"].part("decode")
    assert decode is not None
    assert callable(decode.decode)
    assert kinds["text"].part("nothing") is None
    assert load_claims().resolve("text", 0, "tensor") == "text"


@pytest.mark.parametrize(
    "value", ["sightline.no_such_module:kind", "sightline.kinds.text:no_such_name", "json:loads"]
)
def test_broken_kind_is_left_out_with_a_warning(value: str) -> None:
    points = [point("broken", value), point("text", "sightline.kinds.text:kind")]
    with pytest.warns(UserWarning, match="broken"):
        kinds = kinds_from(points)
    assert list(kinds) == ["text"]
