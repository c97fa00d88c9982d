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
def test_read_config_flattens_values(text: str, found: dict[str, object]) -> None:
    assert read_config(text.encode()) == found


def test_yaml_tags_construct_no_objects() -> None:
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
        (b"lr: 1\nlayers: [64,\n", "^line 2: a bracket is not closed, or a value is missing$"),
        (b"lr: 1\nmodel: {depth: 1\nx: 2\n", "^line 2: a bracket is not closed"),
        (b"a: 1\nb: c: d", "^line 2: a colon that begins no value"),
        (b"a: 1\n\tb: 2", "^line 2: a tab where spaces belong$"),
        (b"a: @x", "^line 1: a value begins with a sign that needs quotes$"),
        (b"a: 1\nb: 'x\nc: 2\n", "^line 2: a quote is not closed$"),
        (b"a:\n  - 1\n b: 2\n", "^line 3: the indentation does not fit what is above$"),
        (b"a: 1\n---\nb: 2", "^line 2: a second document begins"),
        (b"a: *b", "^line 1: found undefined alias"),
        (b"a: !!int " + b"x" * 500, "^invalid literal.{,104}…$"),
        (b"a: \xe4", "^no text at byte 3: "),
        (b"- 1", "expected names and values, found a list"),
        (b"7", "expected names and values, found one value"),
        (b"a: &a {b: *a}", "nested deeper"),
        (b"a: &a [*a]", "cannot be written as JSON"),
        (b"\xff\xfe\x00", "^no text at byte 2: "),
        (b"? [1]\n: 2", "^line 1: a list or a mapping is used as a name$"),
        (nested_aliases(), "more than 10000 keys"),
        (b"a: 1\n" * (MAX_BYTES // 4), "larger than 1 MB"),
    ],
)
def test_unreadable_config_raises_with_a_one_line_reason(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as raised:
        read_config(data)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) <= 130
