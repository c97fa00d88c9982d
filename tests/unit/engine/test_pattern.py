"""Patterns of strangers: read, refused, stopped."""

from __future__ import annotations

import re
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.engine.pattern import PatternError, TextPattern

BAIT = "a" * 5000 + "b"


def test_finds_as_usual() -> None:
    """Groups and case work as in Python's own engine."""
    found = TextPattern(r"seed-(\d+)", ignore_case=True, captures=True).search("wide/SEED-12")
    assert found is not None
    assert found.groups() == ("12",)
    assert TextPattern("x").search("abc") is None


def test_error_has_the_position_in_the_pattern() -> None:
    """The position is that of the character."""
    with pytest.raises(PatternError, match="not a regular expression") as caught:
        TextPattern("ab(c")
    assert caught.value.position >= 2


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("a(?=b)c", "lookahead"),
        ("a(?!b)(c)", "lookahead"),
        ("(?<=a)b", "lookbehind"),
        (r"(a)\1", "backreferences"),
        ("(?P<x>a)(?P=x)", "backreferences"),
        ("a{2000}", "at most 1000"),
        ("(?R)", "invalid"),
        (r"(\pL{30}){30}", "too large"),
        ("x" * 2001, "longer than"),
        ("(x)" * 21, "groups"),
    ],
)
def test_names_what_it_does_not_take(pattern: str, reason: str) -> None:
    with pytest.raises(PatternError, match=reason):
        TextPattern(pattern, captures=True)


@pytest.mark.parametrize(
    "pattern", ["(a|a)+$", "(a+a+)+$", "(?i)" + "ß" * 800, "(?:a?){900}a{900}x", "(.*)" * 20]
)
def test_hostile_patterns_end_within_their_budget(pattern: str) -> None:
    """Engines that backtrack take from seconds to years for each of these."""
    TextPattern(pattern, ignore_case=True, captures=True).search(BAIT)


def test_the_budget_is_for_all_texts_together() -> None:
    pattern = TextPattern("(?:a?){900}" + "(.*)" * 19, captures=True)
    with pytest.raises(PatternError, match="takes too long"):
        _search_on(pattern)


def test_overlong_texts_match_nothing() -> None:
    assert TextPattern("a").search("a" * 10_001) is None


def test_names_that_are_no_utf8_are_searched() -> None:
    assert TextPattern("b$").search("a\udc80b") is not None


def test_other_threads_run_meanwhile() -> None:
    """While one thread is lost in a pattern, another one counts on."""
    ended = threading.Event()

    def lose_time() -> None:
        pattern = TextPattern("(?:a?){900}" + "(.*)" * 19, captures=True)
        with pytest.raises(PatternError):
            _search_on(pattern)
        ended.set()

    thread = threading.Thread(target=lose_time)
    thread.start()
    turns = 0
    while not ended.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 10


def _search_on(pattern: TextPattern) -> None:
    while True:
        pattern.search(BAIT)


@pytest.mark.parametrize(
    "pattern",
    [
        "loss(?!.*margin.*)",
        "loss(?=/)",
        "a*(?!b)",
        "(?!x)",
        "x(?!y|z$)",
        "[ab]+(?!.)",
        "l(?![^/]*s)",
        "l(?!)",
    ],
)
@given(
    text=st.text(alphabet="abxyzlosw/mrgin", max_size=12) | st.sampled_from(["loss", "loss/margin", "low/a"])
)
def test_a_lookahead_at_the_end_means_what_it_means_in_python(pattern: str, text: str) -> None:
    assert (TextPattern(pattern).search(text) is None) == (re.search(pattern, text) is None)
    assert (TextPattern(pattern, at_start=True).search(text) is None) == (re.match(pattern, text) is None)


@pytest.mark.parametrize(
    "pattern", ["x|y(?!z)", "(?i)x(?!y)", r"x\b(?!y)", "(x(?!y))", "a(?!b)c(?!d)", r"x\(?!y)"]
)
def test_a_lookahead_that_cannot_be_taken_apart_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        TextPattern(pattern)
