"""Static charts of frames: SVG without script, a table as text, and what cannot be plotted."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.wire.frame import Frame
from sightline.wire.svg_chart import parallel_chart, round_ticks

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> sightline.Logs:
    root = tmp_path_factory.mktemp("runs")
    for name, lr in {"a<b>": 0.1, "b": 0.2}.items():
        with sightline.SummaryWriter(root / name) as writer:
            for step in range(2000):
                writer.add_scalar("loss", math.nan if step == 9 else lr + 1 / (step + 1), step)
            writer.add_hparams({"lr": lr, "layers": 2, "optimizer": "adam"}, {"final": lr}, run_name=".")
    return sightline.open(root)


def test_scalars_plot_is_svg_without_script_and_a_table(logs: sightline.Logs) -> None:
    plot = logs.scalars("loss").plot()
    tree = ET.fromstring(plot.svg)
    assert tree.findall(f".//{SVG}script") == []
    lines = [each for each in tree.findall(f"{SVG}path") if each.get("stroke-width")]
    assert len(lines) == 2
    assert all((each.get("d") or "").count("M") == 2 for each in lines)  # broken at the NaN
    assert all(len(each.get("d") or "") < 10_000 for each in lines)
    assert "a<b>" in [each.text for each in tree.findall(f"{SVG}text")]
    bundle = plot._repr_mimebundle_()
    assert set(bundle) == {"image/svg+xml", "text/plain"}
    assert bundle["text/plain"].splitlines()[0].split() == ["run", "tag", "points", "last", "min", "max"]
    assert len(plot.svg) < 40_000


def test_hparams_plot_has_an_axis_for_what_differs(logs: sightline.Logs, tmp_path: Path) -> None:
    plot = logs.hparams().plot()
    names = [each.text for each in ET.fromstring(plot.svg).findall(f"{SVG}text")]
    assert "lr" in names
    assert "final" in names
    assert "layers" not in names
    assert plot.text.splitlines()[0].startswith("run")
    plot.save(str(tmp_path / "plot.svg"))
    assert (tmp_path / "plot.svg").read_text() == plot.svg


def test_row_without_a_value_on_an_axis_is_drawn_through_the_others() -> None:
    columns = [
        np.array(values) for values in ([math.nan, 1.0, math.nan], [2.0, math.nan, 5.0], [3.0, 4.0, math.nan])
    ]
    tree = ET.fromstring(parallel_chart("rows", ["a", "b", "c"], columns))
    paths = [each.get("d") or "" for each in tree.findall(f"{SVG}path") if each.get("stroke-opacity")]
    assert [re.sub(r"[\d. ]+", "", path) for path in paths] == ["ML", "ML", "Mh"]


def test_empty_and_other_frames(logs: sightline.Logs) -> None:
    with pytest.raises(ValueError, match=r"only logs\.scalars"):
        Frame({"x": np.zeros(3)}).plot()
    with pytest.raises(ValueError, match="nothing to plot"):
        logs.scalars("none").plot()


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (500, 30_000, [10_000, 20_000, 30_000]),
        (0.1282, 0.336, [0.15, 0.2, 0.25, 0.3]),
        (-1, 1, [-1, -0.5, 0, 0.5, 1]),
        (9.5, 10.5, [9.6, 9.8, 10.0, 10.2, 10.4]),
    ],
)
def test_ticks_are_round(low: float, high: float, ticks: list[float]) -> None:
    assert round_ticks(low, high) == pytest.approx(ticks)
