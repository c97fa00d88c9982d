"""Compressed event files: whole, growing, cut, damaged, rewritten, and made to burst."""

from __future__ import annotations

import gzip
import os
import random
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from sightline.engine.follow import Follower
from sightline.engine.gzip_index import FREE_BYTES
from sightline.engine.gzip_reader import GzipReader
from sightline.engine.local_reader import LocalReader
from sightline.engine.roots import parse_roots
from sightline.engine.store import Store
from sightline.plugins import load_claims
from support.event_logs import image
from support.logs import GOLDEN, line, load, points_of, wait_until, write_events
from support.records import frame_fast

Follow = Callable[..., Follower]
NAME = "events.out.tfevents.1.gz"


def log(tmp_path: Path, n: int, tag: str = "a") -> bytes:
    return write_events(tmp_path / f"plain_{tag}{n}", line(tag, range(n), at=1)).read_bytes()


def put(tmp_path: Path, compressed: bytes) -> Path:
    path = tmp_path / "logs" / NAME
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(compressed)
    return path


def steps_of(store: Store, tag: str = "a") -> list[int]:
    return [step for step, _, _ in points_of(store).get((".", tag), [])]


def problems_of(root: Path) -> list[str]:
    follower = Follower(Store(GzipReader(LocalReader()), load_claims()), parse_roots(root))
    follower.load()
    follower.close()
    return [problem.message for problem in follower.problems]


@pytest.mark.parametrize(
    "case", ["torch/scalar", "torch/image", "tf/summary_histogram", "damaged/bad_data_crc_middle"]
)
def test_a_compressed_log_is_the_log(tmp_path: Path, case: str) -> None:
    for path in (GOLDEN / case).rglob("*tfevents*"):
        if path.is_file():
            target = tmp_path / path.relative_to(GOLDEN / case).with_name(path.name + ".gz")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(gzip.compress(path.read_bytes()))
            os.utime(target, (1e9, 1e9))
    packed, plain = load(tmp_path), load(GOLDEN / case)
    assert repr(points_of(packed)) == repr(points_of(plain))  # NaN is in them
    ours = {run.name: (run.n_damages, run.kinds, run.n_bytes) for run in packed.view().runs}
    assert ours == {
        run.name: (run.n_damages, run.kinds, run.n_bytes) for run in plain.view().runs if run.tips
    }


def test_values_are_read_out_of_the_compressed_file(tmp_path: Path) -> None:
    noise = [random.Random(number).randbytes(300_000) for number in range(60)]  # beyond what stays in memory
    frames = [
        frame_fast(image("picture", number, 4).replace(b"\0\0\0\0", data[:4])) + frame_fast(data)
        for number, data in enumerate(noise)
    ]
    put(tmp_path, gzip.compress(b"".join(frames), 1))
    store = load(tmp_path / "logs")
    view = store.view()
    index = view.items(view.runs[0].id, "picture", "image")
    plain = write_plain(tmp_path, b"".join(frames))
    other = load(plain).view()
    there = other.items(other.runs[0].id, "picture", "image")
    assert len(index) == len(there) == 60
    for number in (59, 0, 30, 31, 5):
        assert view.read(index.location(number)) == other.read(there.location(number))


def write_plain(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "same" / "events.out.tfevents.1"
    path.parent.mkdir()
    path.write_bytes(data)
    return path.parent


@pytest.mark.parametrize("use_events", [True, False], ids=["events", "polling"])
def test_a_growing_file_is_followed_through_flushes_and_members(
    tmp_path: Path, follow: Follow, use_events: bool
) -> None:
    whole = log(tmp_path, 300)
    path = put(tmp_path, b"")
    follower = follow(tmp_path / "logs", use_events=use_events)
    first = zlib.compressobj(wbits=31)
    n_shown = 0
    with path.open("ab", buffering=0) as file:
        for part in range(5):
            file.write(
                first.compress(whole[part * 2000 : part * 2000 + 2000]) + first.flush(zlib.Z_SYNC_FLUSH)
            )
            wait_until(lambda n=n_shown: len(steps_of(follower.store)) > n)
            n_shown = len(steps_of(follower.store))
        file.write(first.flush() + b"\0" * 512)
        file.write(gzip.compress(whole[10_000:]))
    wait_until(lambda: len(steps_of(follower.store)) == 300)
    assert steps_of(follower.store) == list(range(300))
    assert follower.problems == []


def test_every_cut_gives_the_beginning_and_the_rest_heals(tmp_path: Path) -> None:
    whole = log(tmp_path, 60)
    packed = gzip.compress(whole[:2000]) + gzip.compress(whole[2000:])
    n_before = 0
    for size in [*range(0, len(packed), 37), len(packed)]:
        put(tmp_path, packed[:size])
        steps = steps_of(load(tmp_path / "logs"))
        assert steps == list(range(len(steps)))
        assert len(steps) >= n_before
        assert problems_of(tmp_path / "logs") == []
        n_before = len(steps)
    assert n_before == 60


def test_damaged_compression_is_reported_and_the_part_before_it_read(tmp_path: Path) -> None:
    whole = log(tmp_path, 2000)
    packed = bytearray(gzip.compress(whole[:40_000]) + gzip.compress(whole[40_000:]))
    at = packed.index(b"\x1f\x8b\x08", 10)
    packed[at] = 0x77
    put(tmp_path, bytes(packed))
    steps = steps_of(load(tmp_path / "logs"))
    assert steps == list(range(len(steps)))
    assert len(steps) > 500
    (problem,) = problems_of(tmp_path / "logs")
    assert problem.startswith("the gzip data is damaged near byte")


def test_file_that_is_not_gzip_is_reported(tmp_path: Path) -> None:
    put(tmp_path, log(tmp_path, 5))
    assert problems_of(tmp_path / "logs") == ["the gzip data is damaged near byte 0"]


def test_a_rewritten_file_is_read_afresh(tmp_path: Path, follow: Follow) -> None:
    path = put(tmp_path, gzip.compress(log(tmp_path, 500)))
    follower = follow(tmp_path / "logs")
    assert steps_of(follower.store) == list(range(500))
    path.write_bytes(gzip.compress(log(tmp_path, 900, "b")))
    wait_until(lambda: len(steps_of(follower.store, "b")) == 900)
    assert steps_of(follower.store) == []


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    bomb = zlib.compressobj(9, wbits=31)
    packed = bomb.compress(log(tmp_path, 5)) + b"".join(
        bomb.compress(bytes(1 << 20)) for _ in range(2 * FREE_BYTES >> 20)
    )
    put(tmp_path, packed + bomb.flush())
    tracemalloc.start()
    store = load(tmp_path / "logs")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert steps_of(store) == list(range(5))
    assert peak < 24 << 20
    assert problems_of(tmp_path / "logs") == [
        "it grows more than 200-fold when decompressed; the rest is not read"
    ]
