"""Real producers' logs: the runs are named, the tags counted and their kinds found as TensorBoard does."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from golden_tags import GOLDEN, expected
from sightline.engine.run_view import RunView
from support.logs import load

ALL = sorted(str(path.parent.relative_to(GOLDEN)) for path in GOLDEN.rglob("expected.json"))
CASES = [case for case in ALL if "counts_without_purge" in expected(case)]
# TensorBoard's plugin -> the kind that reads it here.
KINDS = {
    "audio": "audio",
    "custom_scalars": "custom_scalars",
    "histograms": "histogram",
    "hparams": "hparams",
    "images": "image",
    "mesh": "mesh",
    "pr_curves": "pr_curve",
    "scalars": "scalar",
    "text": "text",
}
MIXED = "torch/same_tag_many_kinds"  # there TensorBoard mixes all kinds of a tag into the first


@cache
def runs_of(case: str) -> dict[str, RunView]:
    return load(GOLDEN / case).view().by_name


def wanted_counts(case: str) -> list[tuple[str, str, str, int]]:
    """(run, tag, kind, count) of everything TensorBoard has before it purges."""
    known = expected(case)
    unpurged: Any = known["counts_without_purge"]
    found = []
    for run, about in known["runs"].items():
        for tag, info in about["tags"].items():
            count = info["count"] if unpurged == "same" else unpurged.get(run, {}).get(tag, info["count"])
            if info["plugin"] in KINDS:
                found.append((run, tag, KINDS[info["plugin"]], count))
    return found


@pytest.mark.parametrize("case", CASES)
def test_run_names_match_tensorboard(case: str) -> None:
    with_events = [name for name, run in runs_of(case).items() if run.tips]
    assert sorted(with_events) == sorted(expected(case)["runs"])


@pytest.mark.parametrize("case", [case for case in CASES if case != MIXED])
def test_kinds_and_counts(case: str) -> None:
    runs, wanted = runs_of(case), wanted_counts(case)
    infos = [(run, tag, kind, runs[run].series(kind).get(tag)) for run, tag, kind, _ in wanted]
    assert [(run, tag, kind, info and info.n) for run, tag, kind, info in infos] == wanted


def test_a_tag_of_many_kinds_is_a_series_of_each() -> None:
    (run,) = runs_of(MIXED).values()
    assert {kind: run.series(kind)["thing"].n for kind in ("scalar", "histogram", "image")} == {
        "scalar": 3,
        "histogram": 3,
        "image": 3,
    }


def test_lightnings_hparams_file_is_offered() -> None:
    runs = runs_of("lightning/default_hp_metric").values()
    found = [
        file.path.rpartition("/")[2] for run in runs for file in run.side_files if file.kind == "hparams"
    ]
    assert set(found) == {"hparams.yaml"}
