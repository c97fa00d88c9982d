"""Search over all steps and runs: what is found, how often, where, and how it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sightline import SummaryWriter
from sightline.kinds.text.query import QUERIES
from sightline.kinds.text.search import BUDGET_BYTES, MAX_HITS
from sightline.wire.params import ParamsError
from support.logs import load


@pytest.fixture
def view(tmp_path: Path) -> Any:
    for run in ("a", "b"):
        with SummaryWriter(tmp_path / run) as writer:
            for step in range(5):
                writer.add_text("notes", f"run {run} at step {step}: the Needle (needle?) in the hay", step)
                writer.add_text(
                    "rows", [["x", f"nothing {step}"], ["needle", "y"]] if step == 3 else "-", step
                )
    return load(str(tmp_path)).view()


def run_query(view: Any, text: str, **params: Any) -> Any:
    return QUERIES["search"](view, {"text": text, **params})


def test_counts_places_and_snippets(view: Any) -> None:
    answer = run_query(view, "needle")
    assert (answer["n_values"], answer["n_unread"], answer["after"]) == (20, 0, None)
    assert [(hit["tag"], hit["step"]) for hit in answer["hits"][:5]] == [
        ("notes/text_summary", step) for step in (4, 3, 2, 1, 0)
    ]
    assert {hit["n_matches"] for hit in answer["hits"][:10]} == {2}
    assert answer["hits"][0]["snippets"][0] == ["run a at step 4: the ", "Needle", " (needle?) in the hay"]
    assert [hit["step"] for hit in answer["hits"][10:]] == [3, 3]


def test_case_runs_and_tags_narrow_it(view: Any) -> None:
    assert {hit["n_matches"] for hit in run_query(view, "Needle", match_case=True)["hits"]} == {1}
    only = run_query(view, "needle", runs=[view.runs[1].id], tags=["rows/text_summary"])
    assert (len(only["hits"]), only["n_values"]) == (1, 5)


def test_text_is_text_and_no_pattern(view: Any) -> None:
    assert len(run_query(view, "(needle?)")["hits"]) == 10
    assert run_query(view, "need.e")["hits"] == []


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for step in range(2 * MAX_HITS + 50):
            writer.add_text("notes", f"needle {step}", step)
    view = load(str(tmp_path)).view()
    first = run_query(view, "needle")
    second = run_query(view, "needle", after=first["after"])
    third = run_query(view, "needle", after=second["after"])
    assert [len(one["hits"]) for one in (first, second, third)] == [MAX_HITS, MAX_HITS, 50]
    assert third["after"] is None
    steps = [hit["step"] for one in (first, second, third) for hit in one["hits"]]
    assert steps == list(reversed(range(2 * MAX_HITS + 50)))


def test_one_answer_reads_no_more_than_its_budget(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for step in range(5):
            writer.add_text("long", "x" * (BUDGET_BYTES // 2), step)
    answer = run_query(load(str(tmp_path)).view(), "y")
    assert (answer["n_values"], answer["after"]["index"]) == (2, 3)


@pytest.mark.parametrize("text", ["", "x" * 1001])
def test_no_text_and_too_much(view: Any, text: str) -> None:
    with pytest.raises(ParamsError, match="text: expected `str` of length"):
        run_query(view, text)


def test_a_file_that_is_gone_is_counted(view: Any, tmp_path: Path) -> None:
    for path in (tmp_path / "b").iterdir():
        path.unlink()
    answer = run_query(view, "needle")
    assert (answer["n_unread"], answer["n_values"], len(answer["hits"])) == (10, 20, 6)


def test_all_of_a_long_text_as_plain_text(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_text("long", ["x" * 10_000_000, "end"])
    view = load(str(tmp_path)).view()
    blob = QUERIES["raw"](view, {"run": view.runs[0].id, "tag": "long/text_summary"})
    assert (len(blob.content), blob.content[-4:], blob.media_type) == (10_000_004, b"\nend", "text/plain")


def test_many_strings_are_cut_with_their_full_shape(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_text("many", ["ab"] * 30_000)
    view = load(str(tmp_path)).view()
    answer = QUERIES["item"](view, {"run": view.runs[0].id, "tag": "many/text_summary"})
    assert (len(answer["strings"]), answer["shape"], answer["n_chars"]) == (20_000, [30_000], 60_000)
