"""A writer on a disk that is full: nothing torn, nothing raised, nothing lost that fits in memory."""

from __future__ import annotations

import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sightline import SummaryWriter
from support.records import read_run, read_scalars


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
def test_writer_recovers_from_a_disk_that_fills_repeatedly(small_disk: Path, seed: int) -> None:
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


def test_full_disk_at_the_end_leaves_a_clean_file_and_warns_of_the_loss(small_disk: Path) -> None:
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


def test_warnings_as_errors_do_not_lose_the_event(small_disk: Path) -> None:
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
