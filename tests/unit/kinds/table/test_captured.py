"""What was captured of runs: facts for filters and details, and what differs between runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline import SummaryWriter, capture
from sightline.engine.facts import facts_by_kind
from sightline.engine.store import StoreView
from sightline.kinds.table.query import QUERIES
from sightline.server.runs.failures import failures
from support.logs import load


@pytest.fixture
def view(tmp_path: Path) -> StoreView:
    with SummaryWriter(tmp_path / "good") as writer:
        capture(writer, console=False).close()
    with SummaryWriter(tmp_path / "bad") as writer:
        try:
            with capture(writer, console=False):
                raise ValueError("batch 17 is empty")
        except ValueError:
            pass
    with SummaryWriter(tmp_path / "plain") as writer:
        writer.add_scalar("loss", 1.0, 0)
    return load(tmp_path).view()


def test_captured_facts_are_facts_of_the_run(view: StoreView) -> None:
    facts = facts_by_kind(view)
    assert facts(view.by_name["good"])["table"]["exit code"] == "0"
    assert facts(view.by_name["bad"])["table"]["exception"] == "ValueError: batch 17 is empty"
    assert facts(view.by_name["plain"]) == {}


def test_run_that_ended_with_an_exception_has_failed(view: StoreView) -> None:
    failure = failures(view)
    assert {run.name: failure(run) for run in view.runs} == {
        "bad": "ValueError: batch 17 is empty",
        "good": None,
        "plain": None,
    }
    assert [run.has_ended for run in view.runs] == [True, True, False]


def test_captured_has_only_what_differs_and_says_what_nobody_logged(view: StoreView) -> None:
    ids = [view.by_name[name].id for name in ("good", "bad", "plain")]
    answer = QUERIES["captured"](view, {"runs": ids[:2]})
    assert {row["key"]: row["values"] for row in answer["keys"]} == {
        "exit code": ["0", "1"],
        "exception": [None, "ValueError: batch 17 is empty"],
    }
    with_plain = QUERIES["captured"](view, {"runs": ids})
    assert with_plain["n_keys"] == len(with_plain["keys"]) > 5
    assert all(row["has"][2] is False for row in with_plain["keys"])


def test_failure_counts_beside_files_of_the_same_attempt_but_not_before_a_restart(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "run") as first:
        try:
            with capture(first, console=False), SummaryWriter(tmp_path / "run") as beside:
                beside.add_scalar("loss", 1.0, 0)
                raise ValueError("batch 17 is empty")
        except ValueError:
            pass
    (run,) = load(tmp_path).view().runs
    assert len(run.tips) == 2
    assert run.has_failed
    with SummaryWriter(tmp_path / "run") as again:
        again.add_scalar("loss", 1.0, 1)
    (run,) = load(tmp_path).view().runs
    assert not run.has_failed
