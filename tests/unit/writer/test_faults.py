"""What training machines do to a writer: kills, removed directories, odd clocks, long runs."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sightline import SummaryWriter
from support.records import event_files, read_events, read_scalars


def run_python(code: str, *arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)  # type: ignore[call-overload, no-any-return]


def test_writer_killed_while_writing_leaves_readable_records(tmp_path: Path) -> None:
    code = """
import sys
from sightline import SummaryWriter
writer = SummaryWriter(sys.argv[1])
step = 0
while True:
    for step in range(step, step + 200):
        writer.add_scalar("loss", step, step)
    writer.flush()
    print(step, flush=True)
    step += 1
"""
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        flushed = [int(process.stdout.readline()) for _ in range(10)][-1]
        process.send_signal(signal.SIGKILL)
    steps = [step for step, _ in read_scalars(tmp_path, torn_tail=True)["loss"]]
    assert steps == list(range(len(steps)))
    assert len(steps) > flushed


@pytest.mark.parametrize("end", ["", "sys.exit(0)", "1 / 0"])
def test_exit_without_close_writes_everything(tmp_path: Path, end: str) -> None:
    code = f"""
import sys
from sightline import SummaryWriter
writer = SummaryWriter(sys.argv[1], max_queue=1000)
keep = writer.add_scalar
for step in range(500):
    writer.add_scalar("loss", step, step)
{end}
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, check=False)
    assert len(read_scalars(tmp_path)["loss"]) == 500


def add_scalars(writer: SummaryWriter, steps: range) -> None:
    for step in steps:
        writer.add_scalar("loss", step, step)


def test_writer_recreates_a_removed_directory(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path / "deep/run")
    add_scalars(writer, range(10))
    writer.flush()
    shutil.rmtree(tmp_path / "deep")
    add_scalars(writer, range(10, 20))
    with pytest.warns(RuntimeWarning, match="was removed or cut"):
        writer.flush()
    shutil.rmtree(tmp_path / "deep")
    add_scalars(writer, range(20, 30))
    writer.close()  # no second warning
    assert [step for step, _ in read_scalars(tmp_path / "deep/run")["loss"]] == list(range(20, 30))


def test_writer_warns_when_a_file_replaces_its_directory(tmp_path: Path) -> None:
    run = tmp_path / "run"
    writer = SummaryWriter(run, max_queue=1000)
    shutil.rmtree(run)
    run.write_text("in the way")
    add_scalars(writer, range(100))
    with pytest.warns(RuntimeWarning) as caught:
        writer.flush()
    lost, failed = (str(warning.message) for warning in caught)
    assert "was removed or cut" in lost
    assert "Not a directory" in failed
    run.unlink()
    writer.close()
    assert len(read_scalars(run)["loss"]) == 100


def test_writer_in_an_impossible_directory_raises_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotADirectoryError, match="file/run"):
        SummaryWriter(tmp_path / "file/run")


def test_writer_handles_a_file_size_limit(tmp_path: Path) -> None:
    code = """
import resource, sys
from sightline import SummaryWriter
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
with SummaryWriter(sys.argv[1]) as writer:
    for step in range(1000):
        writer.add_scalar("loss", step, step)
"""
    assert run_python(code, tmp_path).stderr == ""
    assert [step for step, _ in read_scalars(tmp_path)["loss"]] == list(range(1000))
    assert max(path.stat().st_size for path in event_files(tmp_path)) <= 5000


def test_two_processes_in_one_directory(tmp_path: Path) -> None:
    code = """
import sys
from sightline import SummaryWriter
with SummaryWriter(sys.argv[1]) as writer:
    for step in range(1000):
        writer.add_scalar(sys.argv[2], step, step)
"""
    commands = [[sys.executable, "-c", code, str(tmp_path), tag] for tag in ("a", "b")]
    processes = [subprocess.Popen(command) for command in commands]
    assert [process.wait() for process in processes] == [0, 0]
    expected = [(step, float(step)) for step in range(1000)]
    assert read_scalars(tmp_path) == {"a": expected, "b": expected}
    assert len(event_files(tmp_path)) == 2


CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
/* A system clock that goes back an hour with every reading. */
int clock_gettime(clockid_t id, struct timespec* now) {
  static long hours = 0;
  int (*real)(clockid_t, struct timespec*) = dlsym(RTLD_NEXT, "clock_gettime");
  const int result = real(id, now);
  if (id == CLOCK_REALTIME) now->tv_sec -= 3600 * hours++;
  return result;
}
"""


def preload(tmp_path: Path, source: str) -> dict[str, str]:
    """An environment in which a function of the C library is another one."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("needs a C compiler and LD_PRELOAD")
    (tmp_path / "shim.c").write_text(source)
    library = tmp_path / "shim.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, tmp_path / "shim.c", "-ldl"], check=True)
    return {**os.environ, "LD_PRELOAD": str(library)}


def test_writer_keeps_order_when_the_clock_goes_back(tmp_path: Path) -> None:
    environment = preload(tmp_path, CLOCK)
    code = """
import sys
from sightline import SummaryWriter
with SummaryWriter(sys.argv[1], max_file_bytes=500) as writer:
    for step in range(100):
        writer.add_scalar("loss", step, step)
"""
    run_python(code, tmp_path / "run", env=environment)
    events = [event for path in event_files(tmp_path / "run") for event in read_events(path)]
    times = [event.wall_time for event in events if event.HasField("summary")]
    assert times == sorted(times, reverse=True)  # the clock did go back, and is reported as it was
    steps = [event.step for event in events if event.HasField("summary")]
    assert steps == list(range(100))  # files still sort in the order in which they were written


NO_THREADS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
/* A system that has no thread left for the first five askings. */
int pthread_create(pthread_t* made, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  static int n_calls = 0;
  int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  real = dlsym(RTLD_NEXT, "pthread_create");
  return n_calls++ < 5 ? EAGAIN : real(made, how, run, with);
}
"""


@pytest.mark.parametrize("n_events", [2, 100])
def test_background_runs_jobs_in_drain_when_no_thread_starts(tmp_path: Path, n_events: int) -> None:
    code = """
import sys
from sightline import SummaryWriter
writer = SummaryWriter(sys.argv[1])
for step in range(int(sys.argv[2])):
    writer.add_scalar("loss", step, step)
writer.close()
print(writer.n_dropped)
"""
    result = run_python(code, tmp_path / "run", n_events, env=preload(tmp_path, NO_THREADS))
    n_dropped = int(result.stdout)
    assert "Resource temporarily unavailable" in result.stderr
    assert n_dropped == (2 if n_events == 2 else 0)  # held until a thread starts; at the end they are lost
    assert len(read_scalars(tmp_path / "run").get("loss", [])) == n_events - n_dropped


def test_a_million_calls_in_bounded_memory(tmp_path: Path) -> None:
    code = """
import resource, sys
from sightline import SummaryWriter
unit = 1 if sys.platform == "darwin" else 1024
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
with SummaryWriter(sys.argv[1], max_buffer_bytes=4 << 20) as writer:
    writer.add_scalar("loss", 0.0, 0)
    before = peak()
    for step in range(1, 1_000_000):
        writer.add_scalar("loss", 0.5, step)
print(peak() - before)
"""
    grown = int(run_python(code, tmp_path).stdout)
    (path,) = event_files(tmp_path)
    assert grown < 24 << 20
    assert count_records(path.read_bytes()) == 1_000_001


def count_records(content: bytes) -> int:
    n = at = 0
    while at < len(content):
        at += 16 + int.from_bytes(content[at : at + 8], "little")
        n += 1
    assert at == len(content)
    return n


def test_events_lost_at_the_end_of_the_program_are_warned_about(tmp_path: Path) -> None:
    done = run_python(
        "import shutil, sys\nfrom sightline import SummaryWriter\n"
        "writer = SummaryWriter(sys.argv[1])\nwriter.add_scalar('loss', 1.0, 1)\nwriter.flush()\n"
        "shutil.rmtree(sys.argv[1])\nopen(sys.argv[1], 'w').close()\n"
        "writer.add_scalar('loss', 1.0, 2)\n",
        tmp_path / "run",
    )
    assert "were lost: they could not be written" in done.stderr
    assert "Exception ignored" not in done.stderr
