"""SummaryWriter as a whole: where it writes, when, and how it ends and begins again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sightline import SummaryWriter
from sightline.formats import messages
from support.logs import wait_until
from support.records import event_files, read_events, read_run, read_scalars


def test_file_names_are_tensorboards(tmp_path: Path) -> None:
    before = int(time.time())
    with SummaryWriter(tmp_path, filename_suffix=".mine"), SummaryWriter(tmp_path):
        pass
    names = [path.name for path in event_files(tmp_path)]
    pattern = re.compile(r"events\.out\.tfevents\.(\d{10})\.(.+)\.(\d+)\.(\d+)(\.mine)?")
    matches = [pattern.fullmatch(name) for name in names]
    assert all(matches)
    parts = [match.groups() for match in matches if match]
    assert all(before <= int(secs) <= time.time() for secs, *_ in parts)
    assert {host for _, host, *_ in parts} == {os.uname().nodename}
    assert {int(pid) for *_, pid, _, _ in parts} == {os.getpid()}
    numbers = sorted(int(number) for *_, number, _ in parts)
    assert numbers[1] == numbers[0] + 1
    assert [suffix for *_, suffix in parts].count(".mine") == 1


def test_default_directory_has_date_host_and_comment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with SummaryWriter(comment="_lr0.1") as writer:
        writer.add_scalar("x", 1)
    pattern = rf"runs/[A-Z][a-z]{{2}}\d\d_\d\d-\d\d-\d\d_{re.escape(os.uname().nodename)}_lr0\.1"
    assert re.fullmatch(pattern, writer.log_dir)
    assert writer.get_logdir() == writer.log_dir == writer.logdir
    assert read_scalars(tmp_path / writer.log_dir) == {"x": [(0, 1.0)]}


def test_writer_creates_its_file_at_once(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    (path,) = event_files(tmp_path)
    assert [event.file_version for event in read_events(path)] == ["brain.Event:2"]
    assert writer.file_writer.event_writer.path == str(path)
    writer.close()


def test_flush_makes_everything_readable(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000)
    for step in range(50):
        writer.add_scalar("x", step, step)
        writer.add_scalars("y", {"z": step}, step)
    writer.flush()
    assert len(read_scalars(tmp_path)["x"]) == 50
    assert len(read_scalars(tmp_path / "y_z")["y"]) == 50
    writer.close()


def wait_for_scalars(directory: Path, n: int) -> None:
    deadline = time.monotonic() + 60
    while len(read_scalars(directory, torn_tail=True).get("x", [])) < n:
        assert time.monotonic() < deadline, "the background thread did not write"
        time.sleep(0.005)


def test_writer_with_a_full_queue_writes_without_flush(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=10)
    for step in range(10):
        writer.add_scalar("x", step, step)
    wait_for_scalars(tmp_path, 10)
    writer.close()


@pytest.mark.parametrize("flush_secs", [0.05, 0])
def test_writer_writes_after_flush_secs_without_flush(tmp_path: Path, flush_secs: float) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000, flush_secs=flush_secs)
    writer.add_scalar("x", 1)
    wait_for_scalars(tmp_path, 1)
    writer.close()


def test_max_queue_of_0_is_a_queue_without_a_limit(tmp_path: Path) -> None:
    unlimited = SummaryWriter(tmp_path / "unlimited", max_queue=0, flush_secs=10**6)
    for step in range(1000):
        unlimited.add_scalar("x", step, step)
    eager = SummaryWriter(tmp_path / "eager", max_queue=1, flush_secs=10**6)
    eager.add_scalar("x", 0, 0)
    # Both have a thread of the same kind: when the later one has written, the earlier one was not due.
    wait_for_scalars(tmp_path / "eager", 1)
    assert read_scalars(tmp_path / "unlimited") == {}
    unlimited.close()
    eager.close()
    assert len(read_scalars(tmp_path / "unlimited")["x"]) == 1000


def test_logging_after_close_opens_a_new_file(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    writer.add_scalar("x", 1, 1)
    writer.close()
    writer.close()
    writer.flush()
    assert len(event_files(tmp_path)) == 1
    writer.add_scalar("x", 2, 2)
    writer.close()
    assert len(event_files(tmp_path)) == 2
    assert read_scalars(tmp_path) == {"x": [(1, 1.0), (2, 2.0)]}


def test_writer_without_close_writes_everything(tmp_path: Path) -> None:
    SummaryWriter(tmp_path, max_queue=1000).add_scalar("x", 1, 1)
    assert read_scalars(tmp_path) == {"x": [(1, 1.0)]}


def test_purge_step_is_a_session_start(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, purge_step=40) as writer:
        writer.add_scalar("x", 1, 40)
    start, scalar = read_run(tmp_path)
    assert (start.step, start.session_log.status) == (40, messages.SessionLog.START)
    assert scalar.step == 40


def test_max_file_bytes_rotates_files(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, max_file_bytes=1000) as writer:
        for step in range(200):
            writer.add_scalar("x", step, step)
    files = event_files(tmp_path)
    assert len(files) > 5
    assert all(path.stat().st_size <= 1000 for path in files)
    assert [step for step, _ in read_scalars(tmp_path)["x"]] == list(range(200))


def add_scalars(writer: SummaryWriter, steps: range) -> None:
    for step in steps:
        writer.add_scalar("x", step, step)


def test_size_cap_of_a_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", 0, 0)
    writer = SummaryWriter(tmp_path, max_run_bytes=2000)
    add_scalars(writer, range(1, 30))
    with pytest.warns(RuntimeWarning, match="size cap"):
        add_scalars(writer, range(30, 100))
    writer.close()
    assert sum(path.stat().st_size for path in event_files(tmp_path)) <= 2000 + 100  # and a version record
    n_kept = len(read_scalars(tmp_path)["x"])
    assert n_kept + writer.n_dropped == 100


def test_size_cap_counts_what_the_run_had_before_it_was_resumed(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        add_scalars(writer, range(30))
    n_before = sum(path.stat().st_size for path in event_files(tmp_path))
    resumed = SummaryWriter(tmp_path, max_run_bytes=n_before + 300)
    with pytest.warns(RuntimeWarning, match="size cap"):
        add_scalars(resumed, range(30, 60))
    resumed.close()
    n_after = sum(path.stat().st_size for path in event_files(tmp_path))
    assert n_before < n_after <= n_before + 400  # and a version record
    assert 30 < len(read_scalars(tmp_path)["x"]) < 40
    full = SummaryWriter(tmp_path, max_run_bytes=n_before)
    with pytest.warns(RuntimeWarning, match="size cap"):
        add_scalars(full, range(60, 70))
    full.close()
    assert full.n_dropped == 10


def test_file_writer_is_none_after_close_until_logging_goes_on(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    writer.add_scalar("x", 1, 0)
    assert writer.file_writer.get_logdir() == tmp_path
    writer.close()
    assert (writer.file_writer, writer.all_writers) == (None, None)
    writer.add_scalar("x", 2, 1)
    writer.flush()
    assert writer.file_writer.get_logdir() == tmp_path
    writer.close()
    writer._get_file_writer().add_summary(messages.Summary(), 2)
    writer.close()
    assert writer.file_writer is None
    assert read_scalars(tmp_path) == {"x": [(0, 1.0), (1, 2.0)]}


def test_file_writer_takes_messages_of_others(tmp_path: Path) -> None:
    summary = messages.Summary(value=[messages.Summary.Value(tag="x", simple_value=1.5)])
    with SummaryWriter(tmp_path) as writer:
        writer.file_writer.add_summary(summary, 3, walltime=5.0)
        writer.file_writer.add_event(messages.Event(summary=summary), step=4)
        writer.file_writer.add_graph((messages.GraphDef(), messages.Summary()))
        writer.file_writer.reopen()
        assert writer.all_writers == {tmp_path: writer.file_writer}
        assert writer._get_file_writer() is writer.file_writer
    summary_event, event, graph, metadata = read_run(tmp_path)
    assert (summary_event.step, summary_event.wall_time) == (3, 5.0)
    assert event.step == 4
    assert graph.WhichOneof("what") == "graph_def"
    assert metadata.tagged_run_metadata.tag == "step1"


def test_write_to_disk_false_writes_nothing(tmp_path: Path) -> None:
    with SummaryWriter(logdir=tmp_path / "run", write_to_disk=False) as writer:
        writer.add_scalar("x", 1, 1)
        writer.add_scalars("x", {"y": 1})
        writer.flush()
        with pytest.raises(TypeError, match="expected one number"):
            writer.add_scalar("x", "no", 1)
    assert not (tmp_path / "run").exists()


def test_paths_of_every_sort(tmp_path: Path) -> None:
    for place in (tmp_path / "ein Verzeichnis/größe", str(tmp_path / "text"), f"{tmp_path}/slash/"):
        with SummaryWriter(place) as writer:
            writer.add_scalar("x", 1)
        assert writer.log_dir is place
        assert len(event_files(place)) == 1


def test_writer_in_a_relative_directory_ignores_chdir(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    writer = SummaryWriter("run", max_file_bytes=300)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    for step in range(20):
        writer.add_scalar("x", step, step)
        writer.add_scalars("m", {"y": step}, step)
    writer.close()
    assert len(read_scalars(tmp_path / "run")["x"]) == 20
    assert len(read_scalars(tmp_path / "run/m_y")["m"]) == 20
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_log_dir_takes_file_urls_and_refuses_others(tmp_path: Path) -> None:
    with SummaryWriter(f"file://{tmp_path}/run") as writer:
        writer.add_scalar("x", 1)
    assert len(event_files(tmp_path / "run")) == 1
    with pytest.raises(ValueError, match="takes a local directory, s3://, gs:// or az://"):
        SummaryWriter("https://host/run")


def test_writer_without_queue_limit_writes_after_flush_secs(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=0, flush_secs=None, filename_suffix=None)
    add_scalars(writer, range(100))
    # Another writer's thread writes many times meanwhile: this one would have, had it been woken.
    with SummaryWriter(tmp_path / "other", max_queue=1) as other:
        for step in range(50):
            other.add_scalar("x", step, step)
            wait_until(lambda n=step + 1: n_scalars(tmp_path / "other") == n)
    assert n_scalars(tmp_path) == 0
    writer.close()
    assert n_scalars(tmp_path) == 100


def n_scalars(directory: Path) -> int:
    return len(read_scalars(directory, torn_tail=True).get("x", []))


def test_every_records_once_in_n_steps(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    view = writer.every(10)
    for step in range(25):
        view.add_scalar("by position", step, step)
        view.add_scalar("by name", step, step=step)
        view.add_scalars("grouped", {"a": step}, global_step=step, as_tags=True)
    for step in (5, 7, 12, 13, 40):
        view.add_scalar("with gaps", step, step)
    for value in range(25):
        view.add_scalar("without steps", value)
    view.flush()
    series = read_scalars(tmp_path)
    assert [step for step, _ in series["by position"]] == [0, 10, 20]
    assert series["by name"] == series["by position"] == series["grouped/a"]
    assert [step for step, _ in series["with gaps"]] == [5, 12, 40]
    assert [value for _, value in series["without steps"]] == [0, 10, 20]
    assert view.log_dir == tmp_path
    view.close()


def test_every_has_all_methods(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        view = writer.every(2)
        names = [name for name in dir(writer) if not name.startswith("_")]
        assert [name for name in names if not hasattr(view, name)] == []
        with pytest.raises(TypeError, match="expected text"):
            view.add_scalar(["x"], 1.0, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [0, -1, 1.5, "2"])
def test_every_wants_a_whole_number(tmp_path: Path, n: Any) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises(ValueError, match="at least 1"):
        writer.every(n)


def test_large_values_can_be_limited_by_time(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, large_every_secs=3600) as writer:
        assert [writer._admits_large(tag) for tag in "aab"] == [True, False, True]
    with SummaryWriter(tmp_path) as writer:
        assert [writer._admits_large(tag) for tag in "aab"] == [True, True, True]


def test_a_writer_needs_nothing_heavy(tmp_path: Path) -> None:
    code = """
import sys
before = set(sys.modules)
from sightline import SummaryWriter
with SummaryWriter(sys.argv[1]) as writer:
    writer.add_scalar("x", 1.0, 1)
    writer.add_scalars("x", {"y": 1.0}, 1)
heavy = {"numpy", "google.protobuf", "PIL", "click", "rich", "socket", "datetime", "asyncio", "typing", "re"}
print(sorted(heavy & (set(sys.modules) - before)))
"""
    command = [sys.executable, "-c", code, str(tmp_path)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "[]\n"


def test_every_may_stand_in_the_loop(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for _ in range(10):
            writer.every(4).add_scalar("loss", 1.0)
    assert len(read_scalars(tmp_path)["loss"]) == 3


def test_event_writer_has_the_file_name_that_composer_reads(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 1)
        writer.file_writer.event_writer.flush()
        assert Path(writer.file_writer.event_writer._file_name).parent == tmp_path
        assert Path(writer.file_writer.event_writer._file_name).is_file()
    assert SummaryWriter(tmp_path, write_to_disk=False).file_writer.event_writer._file_name == ""
