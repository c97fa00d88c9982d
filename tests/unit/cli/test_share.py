"""`sightline share`, `sightline dev upload` and reports where logs are expected, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sightline
from sightline.cli._dev_upload import as_share
from sightline.cli._group import group
from sightline.engine.sidecar import Sidecar
from sightline.share.html_file import TEMPLATE
from sightline.share.read import open_report
from sightline.share.upload import link
from support.logs import line, write_events
from support.reports import write_report

built = pytest.mark.skipif(not TEMPLATE.is_file(), reason="the page is not built")


def run(*args: object) -> Result:
    return CliRunner().invoke(group, [str(arg) for arg in args], prog_name="sightline")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for name in ("lr-1", "lr-2"):
        write_events(tmp_path / "sweep" / name, line("loss", range(20), at=100.0))
        write_events(tmp_path / "sweep" / name, line("acc", range(20), at=100.0), suffix=".2")
    return tmp_path / "sweep"


@built
def test_share_writes_one_file_and_says_what_is_in_it(logs: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "report.html"
    done = run("share", logs, "-o", target, "--note", "look at lr-2", "--runs", "lr-1")
    assert done.exit_code == 0, done.stderr
    assert "Scalars" in done.stderr
    assert "Total" in done.stderr
    header = open_report(str(target)).header
    assert (header["name"], header["note"]) == ("sweep", "look at lr-2")
    assert sightline.open(target).runs["run"].tolist() == ["lr-1"]


@built
def test_share_writes_a_folder_in_place_of_an_earlier_report_only(logs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    for _ in range(2):
        done = run("share", logs, "-o", f"{folder}/", "--json")
        assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["file"] == f"{folder}/"
    assert (
        sightline.open(folder).scalars()["value"].tolist() == sightline.open(logs).scalars()["value"].tolist()
    )
    assert 'name="sightline-report"' in (folder / "index.html").read_text()
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("…")
    done = run("share", logs, "-o", other)
    assert done.exit_code == 1
    assert "not empty" in done.stderr
    assert (other / "thesis.tex").exists()


@built
def test_share_of_a_saved_view_has_its_runs_and_opens_with_it(logs: Path, tmp_path: Path) -> None:
    Sidecar(logs, state_dir=tmp_path).save_view("best", {"hash": "#/scalars?only=lr-2&smooth=0.5&tags=loss"})
    target = tmp_path / "report.html"
    assert run("share", logs, "-o", target, "--view", "best").exit_code == 0
    opened = open_report(str(target))
    assert opened.header["view"] == "#/scalars?only=lr-2&smooth=0.5&tags=loss"
    assert {tag["tag"] for tag in opened.json("tags")["tags"]} == {"loss"}
    done = run("share", logs, "-o", target, "--view", "worst")
    assert done.exit_code == 2
    assert "neither a link nor a saved view; saved are: best" in done.stderr


@pytest.mark.parametrize(
    ("options", "exit_code", "sentence"),
    [
        (["--filter", "lr <"], 2, "--filter:"),
        (["--runs", "nothing*"], 1, "no run matches"),
        (["--pages", "scalar"], 1, "no page 'scalar'"),
        (["--max-size", "huge"], 2, "is no size such as 30MB"),
        (["--max-size", "100"], 1, "choose fewer runs or tags"),
    ],
)
def test_share_refuses_with_one_sentence(
    options: list[str], exit_code: int, sentence: str, logs: Path, tmp_path: Path
) -> None:
    done = run("share", logs, "-o", tmp_path / "site", *options)
    assert done.exit_code == exit_code
    assert sentence in done.stderr
    assert not (tmp_path / "site").exists()


def test_dev_upload_becomes_share(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--logdir", "./logs", "--name", "My run", "--one_shot", "--plugins", "scalars", "--verbose=1"]
    assert as_share(given) == ["share", "--logdir", "./logs", "--name", "My run"]
    assert "TensorBoard.dev was shut down" in capsys.readouterr().err


@built
def test_dev_upload_makes_a_report(logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("dev", "upload", "--logdir", logs, "--name", "My sweep!", "--description", "as typed")
    assert done.exit_code == 0, done.stderr
    assert open_report("my-sweep.html").header["note"] == "as typed"


def test_link_to_a_bucket() -> None:
    assert link("s3://bucket/a/b/") == "https://bucket.s3.amazonaws.com/a/b/index.html"
    assert link("gs://bucket") == "https://storage.googleapis.com/bucket/index.html"


def test_commands_read_reports(logs: Path, tmp_path: Path) -> None:
    report = write_report(logs, tmp_path / "report.html")
    done = run("export", report, "-o", "-", "--format", "csv")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("\n") == 81


def test_serve_refuses_html_that_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>hello")
    done = run(tmp_path / "page.html")
    assert done.exit_code == 4
    assert done.stderr == f"sightline: {tmp_path / 'page.html'} is no report of Sightline.\n"
