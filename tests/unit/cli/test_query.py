"""`sightline query` on real logs: every answer, its schema, its size, and what bad input says."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result

import sightline
from sightline.briefs import shapes
from sightline.briefs.notices import duration
from sightline.cli._group import group
from support.logs import GOLDEN

ROOT = Path(__file__).parents[3]


def query(*args: str | Path) -> Result:
    return CliRunner().invoke(group, ["query", *map(str, args)])


def answer(*args: str | Path) -> Any:
    done = query(*args, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def logdir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("runs")
    for name, best in {"good": 0.1, "bad": 0.9, "worse": 2.0}.items():
        with sightline.SummaryWriter(root / name) as writer:
            for step in range(500):
                writer.add_scalar("val/loss", best + 1 / (step + 1), step)
                writer.add_scalar("score", math.nan if name == "worse" and step == 7 else step, step)
            writer.add_hparams({"lr": best, "layers": 3}, {"final": best}, run_name=".")
            writer.add_text("note", "hello \x1b[31m" + "x" * 3000, 4)
            writer.add_image("samples/a", np.zeros((3, 4, 4), np.uint8), 1)
            writer.add_image("samples/a", np.full((3, 4, 4), 255, np.uint8), 2)
    return root


def commands(logdir: Path, folder: Path) -> dict[str, list[str | Path]]:
    return {
        "status": ["status", logdir],
        "runs": ["runs", logdir, "--tag", "val/*"],
        "best": ["best", logdir, "val/loss"],
        "compare": ["compare", logdir, "good", "bad"],
        "series": ["series", logdir, "val/loss"],
        "tags": ["tags", logdir],
        "text": ["text", logdir],
        "images": ["images", logdir, "-o", folder],
        "profile": ["profile", GOLDEN / "torch_profiler"],
    }


def test_every_answer_follows_its_schema_and_fits_in_4_kb(logdir: Path, tmp_path: Path) -> None:
    by_name = {_default(each): each for each in shapes.ALL}
    asked = commands(logdir, tmp_path)
    assert set(by_name) == set(asked)
    for name, args in asked.items():
        shape = by_name[name]
        done = query(*args, "--json")
        assert done.exit_code == 0, done.output
        assert len(done.stdout.encode()) <= 4096, name
        brief = msgspec.json.decode(done.stdout, type=shape)
        assert brief.shown == len(getattr(brief, "rows")) > 0  # noqa: B009
        lines = query(*args)
        assert lines.exit_code == 0, lines.output
        assert len(lines.stdout.encode()) <= 4096, name
        assert "\x1b" not in lines.stdout


def _default(shape: type[shapes.Brief]) -> Any:
    return next(each.default for each in msgspec.structs.fields(shape) if each.name == "query")


def test_schema_and_document_have_every_field() -> None:
    done = query("schema")
    definitions = json.loads(done.stdout)["$defs"]
    document = (ROOT / "docs" / "query.md").read_text()
    assert {each.__name__ for each in shapes.ALL} <= set(definitions)
    fields = {name for each in definitions.values() for name in each["properties"]}
    assert [name for name in sorted(fields) if f"`{name}`" not in document] == []


def test_best_ranks_by_the_best_value_and_names_the_hyperparameters_that_differ(logdir: Path) -> None:
    found = answer("best", logdir, "val/loss")
    assert found["better"] == "lower"
    assert [row["run"] for row in found["rows"]] == ["good", "bad", "worse"]
    assert found["rows"][0]["value"] == pytest.approx(0.102)
    assert found["rows"][0]["step"] == 499
    assert found["rows"][0]["hparams"] == {"lr": 0.1}
    assert answer("best", logdir, "val/loss", "--higher")["rows"][0]["run"] == "worse"


def test_series_has_at_most_100_points_with_extremes_and_counts_all(logdir: Path) -> None:
    (row,) = answer("series", logdir, "score", "--run", "worse")["rows"]
    assert row["shown"] == len(row["points"]) <= 100
    assert (row["total"], row["nan"], row["max"], row["last_step"]) == (500, 1, 499.0, 499)
    assert [7, "NaN"] in row["points"]
    assert row["points"][-1] == [499, 499.0]
    few = answer("series", logdir, "score", "--run", "worse", "--points", "10")["rows"][0]
    assert 2 <= few["shown"] <= 10
    assert "of 500 points" in query("series", logdir, "score", "--run", "worse").stdout


def test_a_small_budget_shows_fewer_rows_and_counts_the_rest(logdir: Path) -> None:
    found = answer("tags", logdir, "--max-bytes", "400")
    assert 0 < found["shown"] < found["total"]
    assert f"{found['shown']} of {found['total']} shown" in found["hint"]
    thin = answer("series", logdir, "val/loss", "--max-bytes", "1500")
    assert thin["shown"] == 3
    assert all(row["shown"] < 100 for row in thin["rows"])


def test_status_reports_a_run_that_ended_with_an_exception(tmp_path: Path) -> None:
    program = tmp_path / "train.py"
    program.write_text(
        f"import sightline\nwriter = sightline.SummaryWriter({str(tmp_path / 'runs' / 'a')!r})\n"
        "sightline.capture(writer)\nwriter.add_scalar('loss', 1.0, 0)\n"
        "raise ValueError('out of \\x1b[31m memory')\n"
    )
    assert subprocess.run([sys.executable, program], stderr=subprocess.DEVNULL, check=False).returncode == 1
    (notice,) = answer("status", tmp_path / "runs")["notices"]
    assert (notice["rule"], notice["run"]) == ("failed", "a")
    assert notice["message"].startswith("ended with ValueError: out of ")
    assert "\x1b" not in query("status", tmp_path / "runs").stdout


def test_status_reports_what_is_wrong(logdir: Path) -> None:
    found = answer("status", logdir)
    assert sum(found["states"].values()) == found["total"] == 3
    (notice,) = [each for each in found["notices"] if each["rule"] == "nan"]
    assert notice["run"] == "worse"
    assert notice["message"] == "score is NaN at step 7"


def test_compare_puts_runs_side_by_side(logdir: Path) -> None:
    found = answer("compare", logdir, "good", "w*", "--tag", "val/*", "--aggregate", "min")
    assert found["runs"] == ["good", "worse"]
    values = {row["name"]: row["values"] for row in found["rows"]}
    assert values["lr"] == [0.1, 2.0]
    assert "layers" not in values
    assert values["val/loss"] == [pytest.approx(0.102), pytest.approx(2.002)]


def test_text_is_cut_and_its_length_told(logdir: Path) -> None:
    row = answer("text", logdir, "--run", "good", "--chars", "20")["rows"][0]
    assert len(row["text"]) == 20
    assert row["chars"] == 3011


def test_images_writes_the_last_pictures_or_those_of_a_step(logdir: Path, tmp_path: Path) -> None:
    found = answer("images", logdir, "--run", "good", "-o", tmp_path)
    (row,) = found["rows"]
    assert row["step"] == 2
    assert Path(row["file"]).read_bytes().startswith(b"\x89PNG")
    assert Path(row["file"]).is_relative_to(tmp_path)
    (first,) = answer("images", logdir, "--run", "good", "--step", "1", "-o", tmp_path)["rows"]
    assert first["file"] != row["file"]


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["best", "{logdir}", "val/los"], 1, "no scalar 'val/los' in 3 runs; there are"),
        (["best", "{logdir}", "final"], 1, "neither lower nor higher|lower or higher is better"),
        (["compare", "{logdir}", "none"], 1, "no run 'none'; there are bad, good"),
        (["compare", "{logdir}", "good", "--aggregate", "sum"], 1, "unknown aggregate 'sum'; there are last"),
        (["series", "{logdir}", "nope"], 1, "no scalar 'nope'"),
        (["tags", "{logdir}", "--kind", "sound"], 1, "unknown kind 'sound'"),
        (["runs", "{logdir}", "--filter", "lr <"], 2, "--filter"),
        (["runs", "{logdir}/none"], 4, "no such directory"),
        (["images", "{logdir}", "-o", "{logdir}/good/note.txt"], 1, "cannot write below"),
    ],
)
def test_bad_input_is_one_clear_line(logdir: Path, args: list[str], code: int, says: str) -> None:
    (logdir / "good" / "note.txt").write_text("a file where a folder is wanted")
    done = query(*(arg.format(logdir=logdir) for arg in args))
    assert done.exit_code == code, done.output
    assert re.search(says, done.stderr), done.stderr
    assert done.exception is None or isinstance(done.exception, SystemExit)


def test_an_empty_folder_has_nothing(tmp_path: Path) -> None:
    assert query("status", tmp_path).stdout == "nothing found\n"
    assert answer("runs", tmp_path)["total"] == 0


@pytest.mark.parametrize(
    ("secs", "text"), [(0, "0 ms"), (7e-5, "70 µs"), (0.03, "30 ms"), (14, "14 s"), (5040, "1 h 24")]
)
def test_durations_are_said_as_people_do(secs: float, text: str) -> None:
    assert duration(secs) == text
