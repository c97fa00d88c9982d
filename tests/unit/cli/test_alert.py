"""`sightline alert`: which rules fire, how often, and where the alert goes."""

from __future__ import annotations

import json
import math
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import sightline
from sightline.briefs.alerts import Rules, Watcher
from sightline.engine.filter import parse
from sightline.engine.sidecar import notes_of
from support.logs import write_events
from unit.cli.commands import running


def alert(*args: str | Path) -> Result:
    from sightline.cli._group import group

    return CliRunner().invoke(group, ["alert", *map(str, args)])


def write(folder: Path, values: list[float], *, secs_apart: float = 1.0, ended_secs_ago: float = 0.0) -> None:
    first = time.time() - ended_secs_ago - secs_apart * len(values)
    points = [("val/loss", step, first + secs_apart * step, value) for step, value in enumerate(values)]
    write_events(folder, points)


def fired(done: Result) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_nan_fires_with_tag_and_step_and_is_noted_in_the_page(tmp_path: Path) -> None:
    write(tmp_path / "a", [1.0, math.nan])
    write(tmp_path / "b", [1.0, 0.5])
    done = alert(tmp_path, "--nan", "--once", "--json")
    assert done.exit_code == 7
    (found,) = fired(done)
    assert (found["rule"], found["run"], found["step"]) == ("nan", "a", 1)
    notes = {run.name: notes_of([run])[run.id] for run in sightline.open(tmp_path).view.runs}
    assert [note.text for note in notes["a"].step_notes] == ["Alert: val/loss is NaN at step 1"]
    alert(tmp_path, "--nan", "--once")
    (run,) = [run for run in sightline.open(tmp_path).view.runs if run.name == "a"]
    assert len(notes_of([run])[run.id].step_notes) == 1


def test_threshold_names_the_value(tmp_path: Path) -> None:
    write(tmp_path / "a", [1.0, 6.0])
    done = alert(tmp_path, "--when", "val/loss > 5", "--once", "--no-note")
    assert (done.exit_code, done.stdout) == (7, "a: val/loss > 5: val/loss = 6.0\n")
    assert alert(tmp_path, "--when", "val/loss > 7", "--once").exit_code == 0
    assert not (tmp_path / ".sightline").exists()


def test_no_progress_fires_when_the_best_value_is_older_than_the_patience(tmp_path: Path) -> None:
    write(tmp_path / "a", [1.0, 0.5, *[0.6] * 10], secs_apart=60.0)
    args = ("--no-progress", "val/loss", "--once", "--no-note", "--json")
    (found,) = fired(alert(tmp_path, *args, "--patience", "9m"))
    assert found["message"] == "val/loss has not improved on 0.5 of step 1 for 10 min"
    assert alert(tmp_path, *args, "--patience", "11m").exit_code == 0


def test_a_rule_fires_once_until_it_is_over(tmp_path: Path) -> None:
    watcher = Watcher(Rules(conditions=(("high", parse("val/loss > 5")),)))
    with (
        sightline.SummaryWriter(tmp_path / "a") as writer,
    ):
        counts = []
        for step, value in enumerate([6.0, 7.0, 1.0, 8.0]):
            writer.add_scalar("val/loss", value, step)
            writer.flush()
            view = sightline.open(tmp_path).view
            counts.append(len(watcher.check(view, view.runs, time.time())))
    assert counts == [1, 0, 0, 1]


@pytest.fixture
def hook() -> Iterator[tuple[str, list[Any]]]:
    bodies: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", bodies
    server.shutdown()
    thread.join()
    server.server_close()


def test_webhook_and_command_get_the_alert_and_no_shell_reads_it(
    tmp_path: Path, hook: tuple[str, list[Any]]
) -> None:
    address, bodies = hook
    write(tmp_path / "logs" / "a$(touch x)", [math.nan])
    out = tmp_path / "out.txt"
    script = tmp_path / "tell.py"
    script.write_text(f"import os\nopen({str(out)!r}, 'w').write(os.environ['SIGHTLINE_RUN'])\n")
    command = shlex.join([sys.executable, str(script)])
    done = alert(tmp_path / "logs", "--nan", "--once", "--webhook", address, "--command", command)
    assert done.exit_code == 7
    assert out.read_text() == "a$(touch x)"
    assert bodies[0]["run"] == "a$(touch x)"
    assert bodies[0]["text"] == "a$(touch x): val/loss is NaN at step 0"


def test_what_cannot_be_delivered_is_a_warning(tmp_path: Path) -> None:
    write(tmp_path / "a", [math.nan])
    done = alert(
        tmp_path, "--nan", "--once", "--command", "no-such-program", "--webhook", "http://127.0.0.1:1/"
    )
    assert done.exit_code == 7
    assert done.stderr.count("the alert was not delivered") == 2


def test_alert_follows_runs_until_ctrl_c(tmp_path: Path) -> None:
    with running("alert", str(tmp_path), "--nan", "--no-note") as command:
        write(tmp_path / "late", [1.0, math.nan])
        command.wait_for_line("nan: late: val/loss is NaN at step 1")
        assert command.interrupt() == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "give at least one of --nan"),
        (["--when", "a <"], "--when"),
        (["--nan", "--webhook", "ftp://x"], "http:// or https://"),
        (["--nan", "--command", "'"], "--command"),
        (["--stalled", "soon"], "is not a duration"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, args: list[str], says: str) -> None:
    done = alert(tmp_path, *args)
    assert done.exit_code == 2
    assert says in done.stderr
