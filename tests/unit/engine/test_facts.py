"""The facts of filters, from real runs."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import sightline
from sightline.engine.facts import FactSources, metric, select
from sightline.engine.notes import RunNotes
from sightline.engine.store import StoreView

NOW = 2_000_000_000.0


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> StoreView:
    root = tmp_path_factory.mktemp("runs")
    for number, (name, losses) in enumerate({"resnet/a": [3, 1, 2], "vit/b": [5, float("nan"), 4]}.items()):
        with sightline.SummaryWriter(root / name) as writer:
            for step, loss in enumerate(losses):
                writer.add_scalar("val/loss", loss, step * 10, walltime=NOW - 86400 * (number + 1) + step)
            writer.add_scalar("acc.max", number, 0, walltime=NOW - 86400 * (number + 1))
        (root / name / "hparams.yaml").write_text(
            "lr: 0.001\nopt: adam" if number == 0 else "lr: 0.0001\namp: true"
        )
    return sightline.open(root).view


def names(view: StoreView, text: str) -> list[str]:
    first, _ = view.runs
    notes = {first.id: RunNotes(display_name="Baseline", labels=("keep", "x"), note="good", pinned=True)}
    return [run.name for run in select(text, FactSources(view, NOW, notes))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["resnet/a", "vit/b"]),
        ("resnet", ["resnet/a"]),
        ("name:baseline", ["resnet/a"]),
        ("label = keep", ["resnet/a"]),
        ("note ~ ^go", ["resnet/a"]),
        ("pinned = true", ["resnet/a"]),
        ("hidden = false", ["resnet/a", "vit/b"]),
        ("lr > 5e-4", ["resnet/a"]),
        ("hparams.lr < 5e-4", ["vit/b"]),
        ("amp = true", ["vit/b"]),
        ("val/loss.min < 2", ["resnet/a"]),
        ("val/loss.min_step = 10", ["resnet/a"]),
        ("val/loss > 3", ["vit/b"]),
        ("val/loss.nan > 0", ["vit/b"]),
        ("val/loss.max >= 3 and val/loss.mean < 3", ["resnet/a"]),
        ("acc.max = 1", ["vit/b"]),
        ("acc.max.n = 1", ["resnet/a", "vit/b"]),
        ("age < 1.5d", ["resnet/a"]),
        ("duration <= 2s", ["resnet/a", "vit/b"]),
        ("steps = 20", ["resnet/a", "vit/b"]),
        ("points = 4 -vit", ["resnet/a"]),
        ("state = idle or state = live", ["resnet/a", "vit/b"]),
        ("no/such.min < 1", []),
        ("val/loss.nosuch < 1", []),
    ],
)
def test_select_returns_the_matching_runs(view: StoreView, text: str, found: list[str]) -> None:
    assert names(view, text) == found


def test_all_nan_is_nan(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", float("nan"), 0)
    (run,) = sightline.open(tmp_path).view.runs
    assert [math.isnan(float(value)) for value in metric(run, "x.min")] == [True]
