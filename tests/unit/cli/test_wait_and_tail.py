"""`sightline wait` and `sightline tail` on runs that grow while they are looked at."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sightline
from sightline.cli._group import group
from unit.cli.commands import PATIENCE_SECS, environment, running


def invoke(*args: str | Path) -> Result:
    return CliRunner().invoke(group, [*map(str, args)])


def write(directory: Path, values: list[float], tag: str = "val/loss") -> None:
    with sightline.SummaryWriter(directory) as writer:
        for step, value in enumerate(values):
            writer.add_scalar(tag, value, step)


def test_wait_returns_at_once_when_the_condition_is_met(tmp_path: Path) -> None:
    write(tmp_path / "a", [1.0, 0.2])
    done = invoke("wait", tmp_path / "a", "val/loss.min < 0.3", "--json")
    assert done.exit_code == 0
    outcome = json.loads(done.stdout)
    assert (outcome["outcome"], outcome["step"]) == ("met", 1)
    assert outcome["values"] == {"val/loss.min": 0.2}


def test_wait_sees_a_run_that_comes_later(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sightline",
        "wait",
        "a",
        "val/loss.min < 0.3",
        "--logdir",
        str(tmp_path),
    ]
    waiting = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
    write(tmp_path / "b", [0.1])  # another run does not count
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        writer.add_scalar("val/loss", 1.0, 0)
        writer.flush()
        assert waiting.poll() is None
        writer.add_scalar("val/loss", 0.25, 1)
    out, _ = waiting.communicate(timeout=PATIENCE_SECS)
    assert waiting.returncode == 0
    assert out.startswith("met: val/loss.min = 0.25 at step 1")


def test_wait_ends_with_5_when_the_time_is_up_and_names_what_was_never_logged(tmp_path: Path) -> None:
    write(tmp_path / "a", [1.0])
    done = invoke("wait", tmp_path / "a", "val/los < 0.3", "--timeout", "0.1s")
    assert done.exit_code == 5
    assert "nothing was logged under val/los" in done.stderr


def test_wait_ends_with_6_when_the_run_ended_or_stalled(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        writer.add_scalar("val/loss", 1.0, 0)
        writer.add_hparams({"lr": 1.0}, {"final": 1.0}, run_name=".")
    done = invoke("wait", tmp_path / "a", "val/loss < 0.3", "--timeout", "60s", "--json")
    assert (done.exit_code, json.loads(done.stdout)["outcome"]) == (6, "ended")
    write(tmp_path / "b", [1.0])
    done = invoke(
        "wait", tmp_path / "b", "val/loss < 0.3", "--stalled-after", "0.1s", "--timeout", "60s", "--json"
    )
    assert (done.exit_code, json.loads(done.stdout)["outcome"]) == (6, "stalled")


def test_wait_ends_with_7_when_the_other_condition_is_met(tmp_path: Path) -> None:
    write(tmp_path / "a", [1.0, math.nan])
    done = invoke("wait", tmp_path / "a", "val/loss < 0.3", "--fail-if", "val/loss.nan > 0")
    assert done.exit_code == 7
    assert "failed: val/loss = NaN, val/loss.nan = 1" in done.stderr


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["wait", "{logdir}", "val/loss <"], 2, "CONDITION"),
        (["wait", "{logdir}", "a", "--fail-if", "("], 2, "--fail-if"),
        (["wait", "{logdir}", "a", "--timeout", "soon"], 2, "'soon' is not a duration"),
        (["tail", "{logdir}/none"], 4, "does not exist; give the folder of a run"),
        (["tail", "none", "--logdir", "{logdir}"], 4, "no run none below"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, args: list[str], code: int, says: str) -> None:
    done = invoke(*(arg.format(logdir=tmp_path) for arg in args))
    assert done.exit_code == code
    assert says in done.stderr


def test_tail_prints_the_last_steps_and_texts(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        for step in range(30):
            writer.add_scalar("loss", step / 2, step)
            writer.add_scalar("acc", 1.0, step)
        writer.add_text("log", "done \x1b[2J", 30)
    lines = invoke("tail", tmp_path / "a", "-n", "3").stdout.splitlines()
    assert len(lines) == 3
    assert lines[1].endswith(" step 29 loss=14.5 acc=1.0")
    assert lines[2].endswith("step 30 log: done \\x1b[2J")
    assert invoke("tail", tmp_path / "a", "--text").stdout == "done \\x1b[2J\n"
    assert invoke("tail", tmp_path / "a", "-n", "0").stdout == ""
    row = json.loads(invoke("tail", "a", "--logdir", tmp_path, "--json", "--tag", "l*s", "-n", "1").stdout)
    assert (row["run"], row["step"], row["scalars"]) == ("a", 29, {"loss": 14.5})


def test_tail_prints_captured_console_output_as_it_was(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        writer.add_text("run/console", "```text\nepoch 1\nepoch 2\n```", 0)
    assert invoke("tail", tmp_path / "a", "--text").stdout == "epoch 1\nepoch 2\n"


def test_tail_prints_how_a_captured_program_began_and_ended(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer, sightline.capture(writer, diff=False):
        print("epoch 1")
    printed = invoke("tail", tmp_path / "a").stdout
    assert re.search(r"^\d\d:\d\d:\d\d run/program:\n  command +\S", printed)
    assert re.search(r"run/packages:\n  package +version\n", printed)
    assert " run/console: epoch 1\n" in printed
    assert re.search(r"run/end:\n  ended +\d{4}-.*\n  seconds +\S+\n  exit code +0\n\Z", printed)
    chosen = invoke("tail", "a", "--logdir", tmp_path, "--tag", "run/console").stdout
    assert re.fullmatch(r"\d\d:\d\d:\d\d a run/console: epoch 1\n", chosen)


def test_tail_prints_a_table_without_rows(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        writer.add_table("run/end", {"what": [], "value": []})
    assert re.fullmatch(r"\d\d:\d\d:\d\d run/end: \n", invoke("tail", tmp_path / "a").stdout)


def test_tail_follows_until_ctrl_c(tmp_path: Path) -> None:
    with (
        running("tail", str(tmp_path / "a"), "-f") as tail,
        sightline.SummaryWriter(tmp_path / "a") as writer,
    ):
        for step in range(3):
            writer.add_scalar("loss", float(step), step)
            writer.flush()
            tail.wait_for_line(rf"step {step} loss={step}\.0$")
        assert tail.interrupt() == 0
        assert len(tail.lines) == 3
