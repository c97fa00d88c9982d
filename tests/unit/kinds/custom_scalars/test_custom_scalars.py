"""Custom scalars: layouts of every producer, and wrong ones refused."""

from typing import Any

import pytest

from golden_tags import of_plugin
from sightline.kinds.custom_scalars.decode import Category, Chart, Margin, decode, merge
from sightline.kinds.custom_scalars.encode import layout_value

GOLDEN = list(of_plugin("custom_scalars"))


def plain(category: Category) -> dict[str, Any]:
    """The category as protobuf's JSON says it, which leaves out what is empty."""
    charts = []
    for chart in category.charts:
        shown: dict[str, Any] = {"title": chart.title} if chart.title else {}
        if chart.tags:
            shown["multiline"] = {"tag": list(chart.tags)}
        if chart.margins:
            shown["margin"] = {
                "series": [{"value": m.value, "lower": m.lower, "upper": m.upper} for m in chart.margins]
            }
        charts.append(shown)
    closed = {"closed": True} if category.closed else {}
    return {"title": category.title, "chart": charts, **closed}


def test_there_are_golden_layouts() -> None:
    assert {name.split("/")[0] for name, _, _ in GOLDEN} == {"tensorboardx", "tf", "torch"}


@pytest.mark.parametrize(("values", "info"), [g[1:] for g in GOLDEN], ids=[g[0] for g in GOLDEN])
def test_decode_of_golden_layouts(values: list[Any], info: dict[str, Any]) -> None:
    for value, sample in zip(values, info["data"]["samples"], strict=True):
        assert [plain(c) for c in decode(value.SerializeToString())] == sample["layout"]["category"]


def test_layout_survives_encoding() -> None:
    layout = {
        "Taiwan": {"twse": ["Multiline", ["twse/0050", "twse/2330"]]},
        "USA": {"dow": ("Margin", ("dow/aaa", "dow/bbb", "dow/ccc"))},
    }
    assert decode(layout_value(layout)) == [
        Category("Taiwan", (Chart("twse", ("twse/0050", "twse/2330"), ()),), False),
        Category("USA", (Chart("dow", (), (Margin("dow/aaa", "dow/bbb", "dow/ccc"),)),), False),
    ]


def test_layouts_of_several_runs_merge() -> None:
    one = decode(layout_value({"a": {"x": ["Multiline", ["t"]]}, "b": {}}))
    two = decode(layout_value({"a": {"x": ["Multiline", ["t"]], "y": ["Multiline", ["u"]]}}))
    assert [(c.title, [chart.title for chart in c.charts]) for c in merge([one, two])] == [
        ("a", ["x", "y"]),
        ("b", []),
    ]


@pytest.mark.parametrize(
    ("layout", "error", "message"),
    [
        ([], TypeError, "expected {category"),
        ({"a": ["Multiline", []]}, TypeError, "under 'a'"),
        ({"a": {"x": ["Pie", ["t"]]}}, ValueError, "for chart 'x'"),
        ({"a": {"x": ["Margin", ["t"]]}}, ValueError, "expected 3 tags .* 'x', got 1"),
        ({"a": {"x": ["Multiline", "t"]}}, TypeError, "expected a list of tags for chart 'x'"),
    ],
)
def test_invalid_layouts_raise(layout: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        layout_value(layout)


def test_decode_refuses_other_bytes() -> None:
    value = layout_value({})
    value.tensor.string_val[0] = b"\xff\xff"
    with pytest.raises(ValueError, match="not a Layout"):
        decode(value)
