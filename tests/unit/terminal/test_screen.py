"""The screen over real logs: what it shows, and how keys change it."""

from __future__ import annotations

import contextlib
import math
import re
import time
from pathlib import Path

import pytest

import sightline
from sightline.terminal.chart import round_steps
from sightline.terminal.choices import Choices
from sightline.terminal.screen import draw


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> sightline.Logs:
    root = tmp_path_factory.mktemp("runs")
    for name, level in {"best": 0.1, "middle": 0.5, "broken": 0.9}.items():
        with sightline.SummaryWriter(root / name) as writer:
            for step in range(200):
                value = math.nan if name == "broken" and step == 150 else level + 1 / (step + 1)
                writer.add_scalar("train/loss", value, step)
                writer.add_scalar("train/lr", 0.1, step)
            writer.add_scalar("val/accuracy", 1 - level, 199)
    return sightline.open(root)


def screen(logs: sightline.Logs, choices: Choices, width: int = 120, height: int = 36) -> list[str]:
    cells = draw(logs.view, "runs", choices, width, height, time.time())
    return [line.plain.rstrip() for line in cells.lines()]


def names(lines: list[str]) -> list[str]:
    return [line[2:].split()[0] for line in lines if line[:1] == "▌"]


def test_screen_shows_counts_charts_runs_and_notices(logs: sightline.Logs) -> None:
    choices = Choices(tag="train/loss")
    lines = screen(logs, choices)
    assert len(lines) == 36
    assert "sightline watch runs" in lines[0]
    assert "3 runs" in lines[0]
    assert "1 NaN" in lines[0]
    assert lines[2].startswith("train/loss")
    assert any("⠀" < char <= "⣿" for line in lines[3:12] for char in line)
    assert "◆ NaN 150" in "\n".join(lines)
    assert names(lines) == ["best", "middle", "broken"]
    (notice,) = (line for line in lines if "train/loss is NaN at step 150" in line)
    assert re.match(r"◆ \d\d:\d\d  broken ", notice)
    assert lines[-1].startswith("↑↓ run")


def test_run_that_ended_with_an_exception_is_marked_counted_and_noticed(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", math.nan, 0)
        with (
            contextlib.suppress(ValueError),
            sightline.capture(writer, console=False, diff=False),
        ):
            raise ValueError("out of memory")
    lines = screen(sightline.open(tmp_path), Choices())
    assert "1 failed" in lines[0]
    assert any(line.startswith("▌ a") and "✕" in line for line in lines)
    assert any("ended with ValueError: out of memory" in line for line in lines)


def test_keys_choose_tags_sort_hide_and_filter(logs: sightline.Logs) -> None:
    choices = Choices()
    screen(logs, choices)
    assert (
        list(choices.tags) == ["train/loss", "val/accuracy", "train/lr"][: len(choices.tags)] or choices.tags
    )
    choices.tag = "val/accuracy"
    assert names(screen(logs, choices)) == ["best", "middle", "broken"]  # higher is better
    for key in ("s", "s", "s"):
        choices.press(key)
    assert names(screen(logs, choices)) == ["best", "broken", "middle"]
    choices.press("down")
    choices.press("x")
    assert choices.hidden == {"broken"}
    assert names(screen(logs, choices)) == ["best", "middle"]  # the hidden one has no swatch
    for key in ["/", *"middle", "enter"]:
        choices.press(key)
    assert names(screen(logs, choices)) == ["middle"]
    assert "1 of 3 runs" in screen(logs, choices)[0]
    choices.press("a")
    assert len(names(screen(logs, choices))) == 3


def test_a_bad_filter_says_so_and_shows_all(logs: sightline.Logs) -> None:
    choices = Choices()
    for key in ["/", *"loss <", "enter"]:
        choices.press(key)
    lines = screen(logs, choices)
    assert lines[-1].startswith("loss <: ")
    assert len(names(lines)) == 3


@pytest.mark.parametrize(("width", "height"), [(20, 5), (40, 12), (80, 24), (300, 90), (1, 1)])
def test_every_size_is_drawn(logs: sightline.Logs, width: int, height: int) -> None:
    cells = draw(logs.view, "runs", Choices(log_y=True, help=height == 12), width, height, time.time())
    assert [len(line.plain) for line in cells.lines()] == [width] * height


def test_without_runs_the_screen_waits(tmp_path: Path) -> None:
    lines = screen(sightline.open(tmp_path), Choices())
    assert lines[2].strip() == "No event files yet; runs appear as soon as they are logged."


def test_g_takes_runs_with_numbered_names_together(tmp_path: Path) -> None:
    for name, level in {"dit-seed1": 1.0, "dit-seed2": 3.0, "other": 5.0}.items():
        with sightline.SummaryWriter(tmp_path / name) as writer:
            for step in range(1500):
                writer.add_scalar("loss", level, step)
    choices = Choices(tag="loss")
    logs = sightline.open(tmp_path)
    choices.press("g")
    lines = screen(logs, choices, width=140)
    (group, alone) = (line for line in lines if line[:1] == "▌")
    assert group[2:].startswith("dit (2)")
    assert "2.000" in group
    assert "1,499" in group
    assert alone[2:].startswith("other")
    assert "3 runs" in lines[0]
    choices.press("g")
    assert names(screen(logs, choices)) == ["dit-seed1", "dit-seed2", "other"]


def test_o_asks_for_the_browser() -> None:
    choices = Choices()
    choices.press("o")
    assert choices.wants_browser


@pytest.mark.parametrize(
    ("first", "last", "n_most", "steps"),
    [
        (500, 30_000, 4, [10_000, 20_000, 30_000]),
        (0, 80_000, 5, [0, 20_000, 40_000, 60_000, 80_000]),
        (0, 49, 3, [0, 20, 40]),
        (7, 7, 2, [7]),
        (-10, 10, 5, [-10, -5, 0, 5, 10]),
    ],
)
def test_steps_of_an_axis_are_round(first: int, last: int, n_most: int, steps: list[int]) -> None:
    found = list(round_steps(first, last, n_most))
    assert found == steps


def test_e_compares_runs_at_the_last_step_of_the_one_under_the_cursor(tmp_path: Path) -> None:
    for name, n_steps in {"long": 200, "short": 100}.items():
        with sightline.SummaryWriter(tmp_path / name) as writer:
            for step in range(n_steps):
                # At its end the long run is the better one, at step 99 it was not.
                writer.add_scalar("loss", 300.0 - 2 * step if name == "long" else 150.0 - step / 2, step)
    with sightline.open(tmp_path) as logs:
        choices = Choices(tag="loss", sort=0)
        assert names(screen(logs, choices)) == ["long", "short"]
        choices.press("down")
        choices.press("e")
        lines = screen(logs, choices)
        assert names(lines) == ["short", "long"]
        assert any("run   at step 99" in line for line in lines)
        (row,) = (line for line in lines if line.startswith("▌ long"))
        assert " 102.0 " in row
        choices.press("e")
        assert names(screen(logs, choices)) == ["long", "short"]
