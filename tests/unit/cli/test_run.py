"""`sightline run`: another program's arguments, exit code and output stay its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sightline

PROGRAM = """
import sys, tensorboardX
print(sys.argv[1:], __name__)
with tensorboardX.SummaryWriter("logs") as writer:
    writer.add_scalar("loss", 0.5, 1)
sys.exit(7)
"""


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sightline", "run", *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(PROGRAM)
    return tmp_path


def test_run_passes_arguments_and_exit_code_through(folder: Path) -> None:
    done = run("train.py", "--learning_rate=0.1", "--logdir", "x", "-m", "--", "a_b", cwd=folder)
    assert done.stdout == "['--learning_rate=0.1', '--logdir', 'x', '-m', '--', 'a_b'] __main__\n"
    assert done.returncode == 7
    assert "Sightline's writer" in done.stderr
    assert list((folder / "logs").glob("*tfevents*"))


def test_run_takes_a_module(folder: Path) -> None:
    done = run("--quiet", "-m", "train", "--depth", "2", cwd=folder)
    assert (done.stdout, done.returncode, done.stderr) == ("['--depth', '2'] __main__\n", 7, "")


def test_run_takes_a_command_on_the_path(folder: Path) -> None:
    done = run("env", cwd=folder)
    assert "SIGHTLINE_SHIM=1" in done.stdout


def test_run_says_that_another_python_has_no_sightline(folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "other"], check=True)
    python = folder / "other" / "bin" / "python"
    done = run(str(python), "-c", "print('runs')", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "runs\n")
    assert done.stderr == f"sightline: {python} has no Sightline: nothing was changed\n"


def test_run_keeps_the_python_path_of_the_user(folder: Path) -> None:
    (folder / "here").mkdir()
    (folder / "here" / "mine.py").write_text("VALUE = 3")
    (folder / "train.py").write_text("import mine; print(mine.VALUE)")
    command = [sys.executable, "-m", "sightline", "run", "train.py"]
    environ = {**os.environ, "PYTHONPATH": "here"}
    assert subprocess.check_output(command, cwd=folder, env=environ, text=True) == "3\n"


def test_run_shows_the_traceback_of_the_program_alone(folder: Path) -> None:
    (folder / "train.py").write_text("1 / 0")
    done = run("--quiet", "train.py", cwd=folder)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert "sightline" not in done.stderr


@pytest.mark.parametrize(
    ("words", "message", "code"),
    [
        ((), "run: expected a program", 2),
        (("no_such_file.py",), "run: no_such_file.py: no such file, and no such command on the PATH", 1),
    ],
)
def test_run_explains_a_wrong_command_line(
    folder: Path, words: tuple[str, ...], message: str, code: int
) -> None:
    done = run(*words, cwd=folder)
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_run_captures_the_first_run(folder: Path) -> None:
    (folder / "train.py").write_text(
        "import sightline\nprint('hello')\nsightline.SummaryWriter('logs')\n1 / 0"
    )
    assert run("train.py", cwd=folder).returncode == 1
    assert sightline.open(folder / "logs").tags()["tag"].tolist().count("run/exception/text_summary") == 1
    (folder / "train.py").write_text("import sightline\nsightline.SummaryWriter('plain')")
    assert run("--no-capture", "train.py", cwd=folder).returncode == 0
    assert len(sightline.open(folder / "plain").tags()) == 0
