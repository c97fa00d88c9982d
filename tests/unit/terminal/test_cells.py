"""Cells, braille and keys: what is drawn where, and what a terminal's bytes mean."""

from __future__ import annotations

import pytest

from sightline.terminal.braille import BrailleCanvas
from sightline.terminal.cells import Cells
from sightline.terminal.figures import cut, short_number, short_step
from sightline.terminal.keyboard import keys


def text(cells: Cells, *, unicode: bool = True) -> list[str]:
    return [line.plain for line in cells.lines(unicode=unicode)]


def test_cells_clip_what_lies_outside() -> None:
    cells = Cells(5, 2)
    cells.put(0, 3, "abc")
    cells.put(9, 0, "gone")
    cells.put_right(1, 5, "longer than that")
    assert text(cells) == ["   ab", " that"]


def test_cells_without_unicode_are_ascii() -> None:
    cells = Cells(6, 1)
    cells.put(0, 0, "●─⣿é▁█")
    assert text(cells, unicode=False) == ["o-*?_="]


def test_cells_of_one_style_are_one_span() -> None:
    cells = Cells(6, 1)
    cells.put(0, 0, "ab", "bold")
    cells.put(0, 2, "cd", "red")
    (line,) = cells.lines()
    assert [(span.start, span.end, span.style) for span in line.spans] == [(0, 2, "bold"), (2, 4, "red")]


def test_braille_sets_the_dots_of_a_diagonal_and_breaks_at_none() -> None:
    canvas = BrailleCanvas(2, 1)
    canvas.line([(0, 0), (3, 3)], "red")
    cells = Cells(2, 1)
    canvas.draw(cells, 0, 0)
    assert text(cells) == ["⠑⢄"]
    broken = BrailleCanvas(2, 1)
    broken.line([(0, 0), None, (3, 0)], "red")
    broken.draw(cells, 0, 0)
    assert text(cells) == ["⠁⠈"]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("\x1b[A\x1bOBj", ["up", "down", "j"]),
        ("\x1b", ["escape"]),
        ("\x1b[Z\t\r", ["shift-tab", "tab", "enter"]),
        ("\x1b[1;5Cq", ["q"]),
        ("\x1bxq", ["q"]),
        ("é\x01", ["é"]),
    ],
)
def test_keys_have_names(typed: str, names: list[str]) -> None:
    assert keys(typed) == names


def test_figures_are_short() -> None:
    assert [short_number(value) for value in (0.14123, 61.2, 1e-5, 0.0, float("nan"), None, 123456.0)] == [
        "0.1412",
        "61.20",
        "1.0e-5",
        "0",
        "NaN",
        "–",
        "1.2e5",
    ]
    assert [short_step(step) for step in (850, 1_419, 61_234, 123_400, 1_500_000)] == [
        "850",
        "1,419",
        "61,234",
        "123.4k",
        "1.5M",
    ]
    assert cut("dit-b2-lr-1e-4", 9) == "dit-…1e-4"
