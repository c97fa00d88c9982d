"""Patterns of strangers: read, refused, stopped."""

from __future__ import annotations

import threading
import time

import pytest

from sightline.engine.pattern import BUDGET_SECS, PatternError, TextPattern

CATASTROPHIC = "(a|a)+$"
BAIT = "a" * 5000 + "b"


def test_finds_as_usual() -> None:
    """Groups and case work as in Python's own engine."""
    found = TextPattern(r"seed-(\d+)", ignore_case=True).search("wide/SEED-12")
    assert found is not None
    assert found.groups() == ("12",)
    assert TextPattern("x").search("abc") is None


def test_says_where_it_is_wrong() -> None:
    """The position is that of the character."""
    with pytest.raises(PatternError, match="not a regular expression") as caught:
        TextPattern("ab(c")
    assert caught.value.position >= 2


def test_a_catastrophe_ends() -> None:
    """The budget is for all texts together: when it is used up the next search fails too."""
    pattern = TextPattern(CATASTROPHIC)
    with pytest.raises(PatternError, match="takes too long"):
        pattern.search(BAIT)
    with pytest.raises(PatternError, match="takes too long"):
        pattern.search(BAIT)


def test_other_threads_run_meanwhile() -> None:
    """While one thread is lost in a pattern, another one counts on."""
    ended = threading.Event()

    def lose_time() -> None:
        with pytest.raises(PatternError):
            TextPattern(CATASTROPHIC).search(BAIT)
        ended.set()

    thread = threading.Thread(target=lose_time)
    thread.start()
    turns = 0
    deadline = time.monotonic() + 30 * BUDGET_SECS
    while not ended.is_set() and time.monotonic() < deadline:
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert ended.is_set()
    assert turns > 10
