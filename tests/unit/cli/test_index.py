"""`sightline index` and `sightline --index`, as commands and over HTTP."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import nanoarrow
import nanoarrow.ipc
import pytest

from support.indexes import make_index
from support.logs import line, wait_until, write_events
from support.server_process import ServerError, ServerProcess


def sightline(*args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sightline", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def write_logs(logs: Path, n_runs: int = 3) -> Path:
    for run in range(n_runs):
        write_events(logs / f"run{run}", line("loss", range(20), at=1e9 + run))
        (logs / f"run{run}" / "hparams.yaml").write_text(f"lr: {run}\n")
    return logs


def test_command_indexes_by_processes_and_then_only_what_is_new(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    done = sightline("index", logs, "--to", index, "--on", "processes:2")
    assert done.returncode == 0, done.stderr
    assert "Indexed 3 of 3 event files (60 points)" in done.stdout
    write_events(logs / "run9", line("loss", range(5), at=1e9))
    found = json.loads(sightline("index", logs, "--to", index, "--on", "processes:1", "--json").stdout)
    assert (found["files"], found["indexed"], found["removed"], found["points"]) == (4, 1, 0, 5)


def test_wrong_engines_places_and_sources_get_one_sentence(tmp_path: Path) -> None:
    logs = write_logs(tmp_path / "logs")
    wrong = {
        ("index", logs, "--to", tmp_path / "index", "--on", "spark://x"): "is no engine",
        ("index", logs, "--to", tmp_path / "index", "--on", "processes:0"): "give at least one process",
        ("index", tmp_path / "nothing", "--to", tmp_path / "index"): "/nothing: give a folder",
        ("index", logs, "--to", logs / "run0" / "hparams.yaml"): "hparams.yaml/manifests: not a directory.",
        ("index", logs, "--to", tmp_path / "index", "--on", "dask://127.0.0.1:1"): "Dask",
        ("index", logs, "--to", tmp_path / "index", "--on", "ray://127.0.0.1:1"): "Ray",
        (
            "index",
            logs,
            "--to",
            "https://host/index",
        ): "nothing can be written to https://host",
        ("--index", tmp_path / "nowhere"): "there is no index at",
    }
    for args, words in wrong.items():
        done = sightline(*args)
        assert done.returncode == 4
        assert words in done.stderr
        assert "Errno" not in done.stderr
        assert done.stderr.count("\n") == 1
    assert not (tmp_path / "index").exists()  # nothing is written for a job that cannot begin


def test_empty_paths_are_refused(tmp_path: Path) -> None:
    logs = write_logs(tmp_path / "logs")
    for args in (("index", "", "--to", tmp_path / "index"), ("index", logs, "--to", "")):
        done = sightline(*args)
        assert done.returncode == 2
        assert "it is empty." in done.stderr


def answer(server: ServerProcess, path: str) -> bytes:
    status, data = server.ask("GET", path)
    assert status == 200, data
    return data


def test_server_answers_from_the_manifest_alone_until_a_series_is_looked_at(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index)
    shutil.rmtree(logs)
    shutil.move(index / "packs", tmp_path / "aside")
    with ServerProcess("--index", index) as server:
        wait_until(lambda: not server.get("progress")["loading"])
        runs = server.get("runs")["runs"]
        assert {run["name"]: (run["n_points"], run["last_step"]) for run in runs} == {
            f"run{i}": (20, 19) for i in range(3)
        }
        assert [tag["tag"] for tag in server.get("tags")["tags"]] == ["loss"]
        table = answer(server, "kinds/hparams/table")
        assert b"lr" in table
        assert b"loss" in table
        query = {"runs": [runs[0]["id"]], "tags": ["loss"]}
        with pytest.raises(ServerError, match=r"503 .*is not there: `sightline index` makes it again"):
            server.ask("POST", "kinds/scalar/series", query)
        shutil.move(tmp_path / "aside", index / "packs")
        (pack,) = (index / "packs").iterdir()
        content = pack.read_bytes()
        for broken in (content[:1000], bytes(len(content))):
            pack.write_bytes(broken)
            with pytest.raises(ServerError, match=r"503 .*of the index"):
                server.ask("POST", "kinds/scalar/series", query)
        pack.write_bytes(content)
        status, data = server.ask("POST", "kinds/scalar/series", query)
        assert status == 200
        with nanoarrow.ipc.InputStream.from_readable(data) as stream:
            assert len(nanoarrow.ArrayStream(stream).read_all()) == 20


def test_server_says_that_a_page_of_its_index_is_missing_until_it_is_made_again(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index)
    shutil.rmtree(index / "pages")
    with ServerProcess("--index", index, "--reload_interval", "0.2") as server:
        wait_until(lambda: not server.get("progress")["loading"])
        (root,) = server.get("roots")["roots"]
        assert (root["path"], root["exists"], root["index"]) == (str(logs), True, str(index))
        assert root["problem"].startswith(f"Cannot read {index}: 3 event files are not shown: 1 of 1 pages")
        make_index(logs, index)
        wait_until(lambda: "problem" not in server.get("roots")["roots"][0])
        assert len(server.get("runs")["runs"]) == 3


def test_server_follows_the_index_beside_a_live_log_directory(tmp_path: Path) -> None:
    logs, index, live = write_logs(tmp_path / "logs"), tmp_path / "index", tmp_path / "live"
    make_index(logs, index)
    write_events(live / "now", line("loss", range(2), at=1e9))
    with ServerProcess(live, "--index", index, "--reload_interval", "0.2") as server:
        names = lambda: {run["name"] for run in server.get("runs")["runs"]}  # noqa: E731
        wait_until(lambda: names() == {"live/now", "logs/run0", "logs/run1", "logs/run2"})
        write_events(logs / "run3", line("loss", range(4), at=1e9))
        make_index(logs, index)
        wait_until(lambda: "logs/run3" in names())
        assert server.end(signal.SIGTERM) == 0


# Sends a signal to the command as soon as tasks are given to workers.
STOPPED_AT_WORK = """
import os
from sightline.cli import main
from sightline.engine.index.running_tasks import RunningTasks

fill = RunningTasks._fill
def stopped(self, attempts):
    fill(self, attempts)
    os.kill(os.getpid(), {number})
RunningTasks._fill = stopped
main({args!r})
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_command_says_what_is_recorded_and_the_next_goes_on(tmp_path: Path, number: int) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index)
    write_events(logs / "run9", line("loss", range(5), at=1e9))
    args = ["index", str(logs), "--to", str(index), "--on", "processes:1"]
    script = tmp_path / "stopped.py"
    script.write_text(
        f"if __name__ == '__main__':\n{indent(STOPPED_AT_WORK.format(number=int(number), args=args), '    ')}"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 128 + number
    assert done.stderr == ("sightline: Stopped: 3 of 4 event files are indexed; the same command goes on.\n")
    assert "Indexed 1 of 4 event files" in sightline(*args).stdout


def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    import pty

    logs = write_logs(tmp_path / "logs")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sightline", "index", str(logs), "--to", str(tmp_path / "index")]
    process = subprocess.Popen(
        [*command, "--on", "processes:1"],
        stderr=theirs,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert process.wait(60) == 0
    assert b"Indexing" in shown
    assert b"3/3" in shown
