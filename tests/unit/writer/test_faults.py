"""What training machines do to a writer: kills, full disks, removed directories, odd clocks, long runs."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sightline import SummaryWriter
from support.records import event_files, read_events, read_run, read_scalars


def run_python(code: str, *arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)  # type: ignore[call-overload, no-any-return]


def test_killed_in_the_middle(tmp_path: Path) -> None:
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


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MiB."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small tmpfs needs Linux and root")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path, leave: int) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            pass
        file.truncate(file.tell() - leave)
    return filler


def add_scalars(writer: SummaryWriter, steps: range, *, flush_every: int = 0) -> None:
    for n, step in enumerate(steps, 1):
        writer.add_scalar("loss", step, step)
        if flush_every and n % flush_every == 0:
            writer.flush()


def add_and_close(writer: SummaryWriter, steps: range) -> None:
    add_scalars(writer, steps)
    writer.close()


def test_full_disk_keeps_warns_once_and_recovers(small_disk: Path) -> None:
    writer = SummaryWriter(small_disk / "run")
    filler = fill(small_disk, leave=10_000)
    with pytest.warns(RuntimeWarning, match="No space left on device") as caught:
        add_scalars(writer, range(3000), flush_every=300)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    steps = [step for step, _ in read_scalars(small_disk / "run")["loss"]]  # nothing torn while it is full
    assert steps == list(range(len(steps)))
    assert 0 < len(steps) < 3000
    filler.unlink()
    writer.close()
    assert [step for step, _ in read_scalars(small_disk / "run")["loss"]] == list(range(3000))
    assert writer.n_dropped == 0


def test_full_disk_drops_what_does_not_fit_and_counts_it(small_disk: Path) -> None:
    writer = SummaryWriter(small_disk / "run", max_buffer_bytes=20_000)
    filler = fill(small_disk, leave=4096)
    with pytest.warns(RuntimeWarning, match="No space left"):
        add_scalars(writer, range(5000), flush_every=500)
    n_dropped = writer.n_dropped
    assert n_dropped > 4000
    filler.unlink()
    writer.close()
    steps = [step for step, _ in read_scalars(small_disk / "run")["loss"]]
    assert steps == list(range(5000 - n_dropped))


@pytest.mark.parametrize("seed", range(5))
def test_a_disk_that_is_full_again_and_again(small_disk: Path, seed: int) -> None:
    """Writes are cut short at every odd place: the file is clean at all times, and complete in the end."""
    random = Random(seed)
    writer = SummaryWriter(small_disk / "run", max_file_bytes=random.choice([0, 30_000]))
    n_events = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(30):
            filler = fill(small_disk, leave=4096 * random.randrange(4))
            for _ in range(random.randrange(100)):
                tag = "t" * random.choice([1, 10, 500, 5000])
                writer.add_scalar(tag, n_events, n_events)
                n_events += 1
            writer.flush()
            assert steps_in(small_disk / "run") == list(range(len(steps_in(small_disk / "run"))))
            filler.unlink()
            if random.random() < 0.3:
                writer.close()
                shutil.rmtree(small_disk / "run")
                n_events = 0
                writer = SummaryWriter(small_disk / "run")
        writer.close()
    assert steps_in(small_disk / "run") == list(range(n_events))
    assert writer.n_dropped == 0


def steps_in(directory: Path) -> list[int]:
    return [event.step for event in read_run(directory)]


def test_full_disk_at_the_end_leaves_a_clean_file_and_says_what_is_lost(small_disk: Path) -> None:
    writer = SummaryWriter(small_disk / "run")
    fill(small_disk, leave=4096)
    with pytest.warns(RuntimeWarning) as caught:
        add_and_close(writer, range(1000))
    n_kept = len(read_scalars(small_disk / "run")["loss"])
    n_dropped = writer.n_dropped
    assert n_kept + n_dropped == 1000
    assert f"{n_dropped} events" in str(caught[-1].message)


def test_full_disk_at_the_beginning_is_no_error(small_disk: Path) -> None:
    filler = fill(small_disk, leave=0)
    with pytest.warns(RuntimeWarning, match="No space left"):
        writer = SummaryWriter(small_disk / "run")
    add_scalars(writer, range(100))
    filler.unlink()
    writer.close()
    assert len(read_scalars(small_disk / "run")["loss"]) == 100


def test_directory_removed_under_the_writer(tmp_path: Path) -> None:
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


def test_directory_in_place_of_which_a_file_came(tmp_path: Path) -> None:
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


def test_a_directory_that_cannot_be_is_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotADirectoryError, match="file/run"):
        SummaryWriter(tmp_path / "file/run")


def test_files_that_the_system_keeps_small(tmp_path: Path) -> None:
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


def test_clock_going_back(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("needs a C compiler and LD_PRELOAD")
    (tmp_path / "clock.c").write_text(CLOCK)
    library = tmp_path / "clock.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, tmp_path / "clock.c", "-ldl"], check=True)
    code = """
import sys
from sightline import SummaryWriter
with SummaryWriter(sys.argv[1], max_file_bytes=500) as writer:
    for step in range(100):
        writer.add_scalar("loss", step, step)
"""
    run_python(code, tmp_path / "run", env={**os.environ, "LD_PRELOAD": str(library)})
    events = [event for path in event_files(tmp_path / "run") for event in read_events(path)]
    times = [event.wall_time for event in events if event.HasField("summary")]
    assert times == sorted(times, reverse=True)  # the clock did go back, and is reported as it was
    steps = [event.step for event in events if event.HasField("summary")]
    assert steps == list(range(100))  # files still sort in the order in which they were written


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


def test_warnings_as_errors_still_keep_the_event(small_disk: Path) -> None:
    writer = SummaryWriter(small_disk / "run")
    filler = fill(small_disk, leave=4096)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="No space left"):
            add_scalars(writer, range(1000), flush_every=1000)
    filler.unlink()
    writer.flush()
    n = len(read_scalars(small_disk / "run")["loss"])
    writer.close()
    assert n > 0
    assert len(read_scalars(small_disk / "run")["loss"]) == n
