"""capture(): what a run's program was, what it printed and how it ended, read back from the logs."""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import sightline
from sightline.capturing.secrets import without_assigned_secrets, without_secrets
from sightline.kinds.table.captured import captured_facts
from support.logs import load, wait_until

PROGRAM = """
import sys, sightline
writer = sightline.SummaryWriter("logs")
sightline.capture(writer)
print("hello from the program")
for i in range(100): print(f"\\rprogress {i}", end="", file=sys.stderr)
print(file=sys.stderr)
writer.add_scalar("loss", 1.0, 1)
"""


def run(code: str, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    (folder / "train.py").write_text(code)
    command = [sys.executable, "train.py", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def texts(folder: Path) -> dict[str, str]:
    """All texts and tables as text, by tag."""
    frame = sightline.open(folder / "logs").text()
    found: dict[str, str] = {}
    for tag, text in zip(frame["tag"], frame["text"], strict=True):
        found[str(tag).removesuffix("/text_summary")] = found.get(str(tag), "") + str(text)
    return found


def kinds(folder: Path) -> dict[str, set[str]]:
    (logged,) = load(str(folder / "logs")).view().runs
    return {kind: {tag.removesuffix("/text_summary") for tag in logged.series(kind)} for kind in logged.kinds}


def facts(folder: Path) -> Mapping[str, str]:
    """The tables of the program and its end."""
    view = load(str(folder / "logs")).view()
    return captured_facts(view, view.runs[0])


def test_capture_logs_program_console_and_end(tmp_path: Path) -> None:
    done = run(PROGRAM, tmp_path, "--lr", "0.1", "--api_key=abc")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "hello from the program\n"
    found = kinds(tmp_path)
    assert found["table"] >= {"run/program", "run/packages", "run/end"}
    console = texts(tmp_path)["run/console"]
    assert "hello from the program" in console
    assert "progress 99" in console
    assert "progress 98" not in console
    assert "abc" not in "".join(texts(tmp_path).values())


def test_capture_logs_the_exception_and_shows_it(tmp_path: Path) -> None:
    done = run(PROGRAM + "raise ValueError('the loss is gone')", tmp_path)
    assert done.returncode == 1
    assert "ValueError: the loss is gone" in done.stderr
    assert "ValueError: the loss is gone" in texts(tmp_path)["run/exception"]
    (logged,) = load(str(tmp_path / "logs")).view().runs
    assert logged.has_failed
    assert logged.state == "finished"  # though it was written to just now


@pytest.mark.parametrize(
    ("ending", "code"),
    [("sys.exit(3)", 3), ("exit(4)", 4), ("quit()", 0), ("sys.exit('no data')", 1), ("", 0)],
)
def test_capture_keeps_the_exit_code(tmp_path: Path, ending: str, code: int) -> None:
    assert run(PROGRAM + ending, tmp_path).returncode == code
    assert facts(tmp_path)["exit code"] == str(code)
    assert "run/exception" not in kinds(tmp_path).get("text", set())


def test_capture_of_an_interrupted_program_has_the_code_that_shells_see(tmp_path: Path) -> None:
    run(PROGRAM + "raise KeyboardInterrupt", tmp_path)
    assert facts(tmp_path)["exit code"] == "130"


def test_capture_logs_uncommitted_changes(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(tmp_path)]
    (tmp_path / "model.py").write_text("depth = 1\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    (tmp_path / "model.py").write_text("depth = 2\n")
    assert run(PROGRAM, tmp_path).returncode == 0
    assert "+depth = 2" in texts(tmp_path)["run/diff"]


def test_capture_never_raises_and_gives_the_streams_back(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken:
        def __getattr__(self, name: str) -> object:
            raise OSError("no disk")

    def changed() -> tuple[object, ...]:
        return sys.stdout, sys.stderr, sys.excepthook, sys.exit, builtins.exit, builtins.quit

    before = changed()
    with pytest.warns(RuntimeWarning, match="capture: no disk"), sightline.capture(Broken()):
        print("still printed")
    assert changed() == before
    assert "still printed" in capsys.readouterr().out


def test_capture_of_another_run_ends_the_first(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as a, sightline.SummaryWriter(tmp_path / "b") as b:
        sightline.capture(a, diff=False)
        with sightline.capture(b, diff=False):
            print("for b alone")
    tags = {run.name: set(run.series("table")) for run in load(str(tmp_path)).view().runs}
    assert {"run/end" in " ".join(found) for found in tags.values()} == {True}


def test_lines_reach_the_log_while_the_program_prints_no_more(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "logs") as writer, sightline.capture(writer, diff=False):
        print("the last line for hours")

        def is_logged() -> bool:
            writer.flush()
            return "the last line for hours" in texts(tmp_path).get("run/console", "")

        wait_until(is_logged)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["--token", "x", "--lr", "1"], ["--token", "(left out)", "--lr", "1"]),
        (["--API-KEY=x"], ["--API-KEY=(left out)"]),
        (["hydra.password=x", "tokens=a,b"], ["hydra.password=(left out)", "tokens=(left out)"]),
        (
            ["--aws_access_key", "x", "--passphrase=y"],
            ["--aws_access_key", "(left out)", "--passphrase=(left out)"],
        ),
        (["--tokenizer", "bert", "--max-tokens", "512"], ["--tokenizer", "bert", "--max-tokens", "512"]),
        (
            ["n_tokens=1e9", "--db=postgres://me:pw@host"],
            ["n_tokens=(left out)", "--db=postgres://me:(left out)@host"],
        ),
        (["--use_token", "--fast"], ["--use_token", "--fast"]),
        (["train.py", "tokenizer"], ["train.py", "tokenizer"]),
    ],
)
def test_secrets_are_left_out_of_command_lines(words: list[str], shown: list[str]) -> None:
    assert without_secrets(words) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('+API_KEY = "sk-12345678"', '+API_KEY = "(left out)"'),
        ("login with password: hunter22 works", "login with password: (left out) works"),
        ("{'hf_token': 'hf_abcdefg'}", "{'hf_token': '(left out)'}"),
        ("AWS_SECRET_ACCESS_KEY=wJalrXUtn", "AWS_SECRET_ACCESS_KEY=(left out)"),
        ("Authorization: Bearer eyJhbGciOi", "Authorization: Bearer (left out)"),
        ("curl -H 'token: bearer abcdef1'", "curl -H 'token: bearer (left out)'"),
        ("pushed to https://me:ghp_1234@host/repo", "pushed to https://me:(left out)@host/repo"),
        ("see http://localhost:6006/#/text @ step 5", "see http://localhost:6006/#/text @ step 5"),
        ("loss per token: 2.3125", "loss per token: 2.3125"),
        ("tokens=409600 secrets of the trade", "tokens=409600 secrets of the trade"),
        ("tokenizer: bert-base-uncased", "tokenizer: bert-base-uncased"),
    ],
)
def test_secrets_are_left_out_of_texts(text: str, shown: str) -> None:
    assert without_assigned_secrets(text) == shown


def test_secrets_printed_or_in_a_diff_are_not_logged(tmp_path: Path) -> None:
    assert run(PROGRAM + "print('api_key=sk-12345678')", tmp_path).stdout.endswith("api_key=sk-12345678\n")
    assert "api_key=(left out)" in texts(tmp_path)["run/console"]


def test_long_output_is_bounded_and_says_what_is_left_out(tmp_path: Path) -> None:
    assert run(PROGRAM + "for i in range(3000): print('x' * 1000)", tmp_path).returncode == 0
    console = texts(tmp_path)["run/console"]
    assert len(console) < 1_100_000
    assert "more characters are left out" in console


def test_secrets_of_an_exception_are_not_logged(tmp_path: Path) -> None:
    assert run(PROGRAM + "raise ValueError('bad password=hunter22')", tmp_path).returncode == 1
    assert facts(tmp_path)["exception"] == "ValueError: bad password=(left out)"
    assert b"hunter22" not in b"".join(path.read_bytes() for path in (tmp_path / "logs").iterdir())
