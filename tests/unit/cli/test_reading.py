"""`sightline export` and `sightline inspect` on real logs, as a person runs them."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import sightline

GOLDEN = Path(__file__).parents[2] / "golden"


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sightline", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def logdir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("runs")
    for name, best in {"good": 0.1, "bad": 0.9}.items():
        with sightline.SummaryWriter(root / name) as writer:
            for step in range(5):
                writer.add_scalar("loss/val", best + step, step)
                writer.add_scalar("lr", float("nan") if step == 4 else 0.5, step)
            writer.add_text("note", "[bold]hello[/bold]")
    return root


def test_export_writes_the_selected_scalars_as_csv(logdir: Path, tmp_path: Path) -> None:
    done = run(
        "export", logdir, "-o", tmp_path / "out.csv", "--tag", "loss/*", "--filter", "loss/val.min < 0.5"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with open(tmp_path / "out.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["run"], row["tag"], row["step"]) for row in rows] == [
        ("good", "loss/val", str(n)) for n in range(5)
    ]
    assert float(rows[0]["value"]) == pytest.approx(0.1)


def test_export_to_standard_output(logdir: Path) -> None:
    done = run("export", logdir, "-o", "-", "--format", "jsonl", "--run", "bad")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 10
    assert rows[-1]["value"] == "NaN"


def test_export_prints_its_result_as_json(logdir: Path, tmp_path: Path) -> None:
    done = run("export", logdir, "-o", tmp_path / "out.arrow", "--json")
    assert json.loads(done.stdout)["rows"] == 20


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("export", "{logdir}", "-o", "x.csv", "--filter", "loss <"), 2, "at character 7"),
        (("export", "{logdir}/none", "-o", "x.csv"), 4, "no such directory"),
        (("export", "{logdir}", "-o", "{logdir}/no/such/x.csv"), 1, "cannot write"),
        (("export", "{logdir}", "-o", "x.xls"), 1, "csv, json"),
        (("inspect", "{logdir}/none"), 4, "no such directory"),
    ],
)
def test_export_and_inspect_errors_are_one_line(
    logdir: Path, args: tuple[str, ...], code: int, says: str
) -> None:
    done = run(*(arg.format(logdir=logdir) for arg in args))
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_export_wide_distinguishes_a_missing_value_from_nan(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        writer.add_scalar("x", float("nan"), 0)
        writer.add_scalar("y", 1.0, 1)
    rows = list(csv.DictReader(run("export", tmp_path, "-o", "-", "--wide").stdout.splitlines()))
    assert [(row["x"], row["y"]) for row in rows] == [("nan", ""), ("", "1.0")]
    lines = run("export", tmp_path, "-o", "-", "--wide", "--format", "jsonl").stdout.splitlines()
    assert [(row["x"], row["y"]) for row in map(json.loads, lines)] == [("NaN", None), (None, 1.0)]


def test_inspect_lists_runs_and_tags(logdir: Path) -> None:
    shown = run("inspect", logdir).stdout
    assert "good" in shown
    assert "loss/val" in shown
    found = json.loads(run("inspect", logdir, "--json", "--tag", "note*").stdout)
    assert [(r["run"], [t["tag"] for t in r["tags"]]) for r in found["runs"]] == [
        ("bad", ["note/text_summary"]),
        ("good", ["note/text_summary"]),
    ]


def test_inspect_reports_damage_with_its_offset() -> None:
    folder = GOLDEN / "damaged" / "bad_data_crc_middle"
    (found,) = json.loads(run("inspect", folder, "--json").stdout)["runs"]
    expected = json.loads((folder / "expected.json").read_text())["files"]
    (spot,) = found["damage"]
    assert spot["offset"] == next(iter(expected.values()))["damage"]["offset"]
    assert f"at {spot['offset']} of" in run("inspect", folder).stdout


def test_inspect_an_empty_folder(tmp_path: Path) -> None:
    done = run("inspect", tmp_path)
    assert done.returncode == 0
    assert done.stdout == f"No event files below {tmp_path}: none has 'tfevents' in its name.\n"


def test_inspect_refuses_a_file_that_is_not_an_event_file(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    done = run("inspect", tmp_path / "notes.txt")
    assert (done.returncode, done.stdout) == (4, "")
    assert "notes.txt is not an event file" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("serve", "ftp://host/runs", "--port", "0"),
        ("inspect", "ftp://host/runs"),
        ("tail", "ftp://host/runs"),
        ("index", "ftp://host/runs", "--to", "index"),
        ("index", ".", "--to", "ftp://host/runs"),
        ("--index", "ftp://host/runs", "--port", "0"),
    ],
    ids=" ".join,
)
def test_scheme_that_nothing_reads_is_refused(command: tuple[str, ...]) -> None:
    done = run(*command)
    assert (done.returncode, done.stdout) == (4, "")
    assert "ftp://host/runs is neither a local path nor an address that begins with s3://" in done.stderr


@pytest.mark.skipif(find_spec("obstore") is not None, reason="the extra is installed")
def test_serve_of_a_bucket_without_the_extra_says_how_to_install_it() -> None:
    done = run("serve", "gs://bucket/runs", "--port", "0")
    assert (done.returncode, done.stdout) == (4, "")
    assert 'pip install "sightline[remote]"' in done.stderr


def test_export_without_rows_warns(tmp_path: Path) -> None:
    done = run("export", tmp_path, "-o", tmp_path / "nothing.csv")
    assert done.returncode == 0
    assert "nothing.csv has no rows" in done.stderr
    assert (tmp_path / "nothing.csv").read_text() == "run,tag,step,wall_time,value\n"
