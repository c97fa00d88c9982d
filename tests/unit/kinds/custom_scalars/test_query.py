"""Layouts of several runs and their expressions, on real logs; bad ones do not spoil the rest."""

from __future__ import annotations

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.formats.summary_values import tensor_value
from sightline.kinds.custom_scalars.encode import TAG
from sightline.kinds.custom_scalars.matching import match
from sightline.kinds.custom_scalars.query import QUERIES
from sightline.wire.params import ParamsError
from support.logs import GOLDEN, load


def write(folder, layout):
    with SummaryWriter(folder) as writer:
        writer.add_custom_scalars(layout)
        for tag in ("loss/train", "loss/val", "reward"):
            writer.add_scalar(tag, 1.0, 0)


def test_layouts_of_all_runs_are_one(tmp_path):
    write(tmp_path / "a", {"losses": {"both": ["Multiline", ["loss/.*"]]}})
    margin = ["Margin", ["reward", "loss/train", "loss/val"]]
    write(tmp_path / "b", {"losses": {"both": ["Multiline", ["loss/.*"]], "band": margin}})
    answer = QUERIES["layout"](load(str(tmp_path)).view(), {})
    assert answer["faults"] == []
    (category,) = answer["categories"]
    assert (category["title"], category["closed"]) == ("losses", False)
    assert [chart["title"] for chart in category["charts"]] == ["both", "band"]
    assert category["charts"][0]["tags"] == ("loss/.*",)
    assert category["charts"][1]["margins"] == (
        {"value": "reward", "lower": "loss/train", "upper": "loss/val"},
    )


def test_unreadable_layout_is_reported_and_left_out(tmp_path):
    write(tmp_path / "a", {"losses": {"both": ["Multiline", ["loss/.*"]]}})
    with SummaryWriter(tmp_path / "b") as writer:
        bad = tensor_value(TAG, np.array(b"\xff\xff no layout", dtype=object), plugin="custom_scalars")
        writer._add_value(bad.SerializeToString(), 0, None)
    view = load(str(tmp_path)).view()
    answer = QUERIES["layout"](view, {})
    assert [category["title"] for category in answer["categories"]] == ["losses"]
    (fault,) = answer["faults"]
    assert view.by_id[fault["run"]].name == "b"
    assert "cannot be read" in fault["text"]


def test_expressions_mean_tags_from_their_beginning_on(tmp_path):
    write(tmp_path, {})
    patterns = ["loss", "oss", ".*val", "loss/(train|val)$", "reward", "("]
    found = QUERIES["match"](load(str(tmp_path)).view(), {"patterns": patterns})["matches"]
    assert {pattern: each["tags"] for pattern, each in found.items()} == {
        "loss": ["loss/train", "loss/val"],
        "oss": [],
        ".*val": ["loss/val"],
        "loss/(train|val)$": ["loss/train", "loss/val"],
        "reward": ["reward"],
        "(": [],
    }
    assert "not a regular expression" in found["("]["fault"]
    assert all(each["fault"] is None for pattern, each in found.items() if pattern != "(")


def test_an_expression_that_takes_too_long_is_stopped_and_the_others_answer():
    tags = ["a" * 5000 + str(i) for i in range(20_000)]
    slow = "(?:a?){900}a{900}x"
    found = match(["b.*", slow, "a.*7777$"], tags)
    assert found[slow].fault is not None
    assert "too long" in found[slow].fault
    assert (found["b.*"].tags, found["a.*7777$"].tags) == ((), (tags[7777], tags[17777]))


def test_too_many_expressions_are_refused(tmp_path):
    write(tmp_path, {})
    with pytest.raises(ParamsError, match="length <= 1000"):
        QUERIES["match"](load(str(tmp_path)).view(), {"patterns": ["a"] * 1001})


@pytest.mark.parametrize("case", ["torch", "tf", "tensorboardx"])
def test_golden_layouts_answer(case):
    view = load(str(GOLDEN / case)).view()
    answer = QUERIES["layout"](view, {})
    assert answer["faults"] == []
    assert any(chart["tags"] or chart["margins"] for c in answer["categories"] for chart in c["charts"])
