"""Configuration files: plain values out of YAML and JSON, whatever tags and tricks are in them."""

from __future__ import annotations

import pytest

from sightline.kinds.hparams.config_text import MAX_BYTES, read_config


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lr: 0.1\nname: x\nflag: true\nnone: null", {"lr": 0.1, "name": "x", "flag": True, "none": None}),
        ("model: {depth: 12, norm: {eps: 1.0e-05}}", {"model/depth": 12, "model/norm/eps": 1e-5}),
        ("lr: 1e-4\nn: -3E+2\nword: e4", {"lr": 1e-4, "n": -300.0, "word": "e4"}),
        ("layers: [64, 'x', {a: 1}]\nempty: {}", {"layers": '[64, "x", {"a": 1}]', "empty": "{}"}),
        ('{"lr": 5e-05, "1": [1, 2]}', {"lr": 5e-5, "1": "[1, 2]"}),
        ("day: 2026-11-16\nbig: 12345678901234567890", {"day": "2026-11-16", "big": "12345678901234567890"}),
        ("? 3\n: x", {"3": "x"}),
        ("", {}),
    ],
)
def test_values(text: str, found: dict[str, object]) -> None:
    assert read_config(text.encode()) == found


def test_tags_name_nothing() -> None:
    text = b"a: !!python/object/apply:os.system ['true']\nb: !!python/object:x.Y {lr: 1}\nc: !own word"
    assert read_config(text) == {"a": '["true"]', "b/lr": 1, "c": "word"}


def test_merges_are_left_alone() -> None:
    levels = "".join(f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}]}}\n" for i in range(1, 200))
    assert len(read_config(f"a0: &a0 {{x: 1}}\n{levels}".encode())) == 200


def test_lists_of_lists_stay_short() -> None:
    levels = "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 60))
    found = read_config(f"a0: &a0 [1]\n{levels}".encode())
    assert max(len(str(value)) for value in found.values()) == 10_001


def nested_aliases() -> bytes:
    return (
        "a0: &a0 {x: 1}\n" + "".join(f"a{i}: &a{i} {{p: *a{i - 1}, q: *a{i - 1}}}\n" for i in range(1, 40))
    ).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a: [", "flow node"),
        (b"- 1", "expected names and values, found list"),
        (b"a: &a {b: *a}", "nested deeper"),
        (b"a: &a [*a]", "cannot be written out"),
        (b"\xff\xfe\x00", "character"),
        (b"? [1]\n: 2", "unhashable"),
        (nested_aliases(), "more than 10000 keys"),
        (b"a: 1\n" * (MAX_BYTES // 4), "larger than 1 MB"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_config(data)
